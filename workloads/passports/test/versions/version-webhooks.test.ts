/** Tests of the webhooks of versions: every step is sent, and signed for the public libraries. */
import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { Webhook as Svix } from "svix";
import { Type } from "typebox";
import { expect, test, vi } from "vitest";
import { expectBody } from "../life/answers.ts";
import { WAIT } from "../life/steps.ts";
import { postAction, prepare, signedVersion } from "./version-steps.ts";
import { header, openWebhookWorld, startReceiver } from "./webhook-receiver.ts";

test("signing, activating and revoking send signed requests that standardwebhooks and svix accept", async () => {
  const world = await openWebhookWorld();
  const ground = await prepare(world);
  const { received, url } = await startReceiver(0);
  const types = ["passport.version.signed", "passport.version.active", "passport.version.revoked"];
  const { secret } = await world.engine.webhooks.endpoints.create({ tenant: "default", url, eventTypes: types });

  const versionId = await signedVersion(world, ground);
  await expectBody(200, Type.Any(), postAction(world, versionId, "activate"));
  await expectBody(200, Type.Any(), postAction(world, versionId, "revoke", { reason: "recalled" }));
  await vi.waitUntil(() => received.length === types.length, WAIT);

  const bodies = received.map((request): unknown => {
    const headers = {
      "webhook-id": header(request, "webhook-id"),
      "webhook-timestamp": header(request, "webhook-timestamp"),
      "webhook-signature": header(request, "webhook-signature"),
    };
    const hmac = createHmac("sha256", secret).update(request.body).digest("hex");
    expect(header(request, "x-bpc-signature")).toBe(`sha256=${hmac}`);
    new Svix(secret).verify(request.body.toString(), headers);
    return new Webhook(secret).verify(request.body.toString(), headers);
  });
  const data = { passport_version_id: versionId, battery_product_id: ground.productId };
  for (const type of types) expect(bodies.find((body) => isOf(body, type))).toMatchObject({ event_type: type, data });
});

function isOf(body: unknown, type: string): boolean {
  return typeof body === "object" && body !== null && "event_type" in body && body.event_type === type;
}
