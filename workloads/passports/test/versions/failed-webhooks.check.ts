/** Tests of failing receivers of webhooks: a delivery is retried, and can be replayed. */
import { expect, test, vi } from "vitest";
import { WAIT } from "../life/steps.ts";
import { prepare, signedVersion } from "./version-steps.ts";
import { header, openWebhookWorld, startReceiver } from "./webhook-receiver.ts";

test("a failing delivery is retried by its schedule, is kept as failed, and arrives when it is replayed", async () => {
  const world = await openWebhookWorld();
  const ground = await prepare(world);
  const { received, url } = await startReceiver(5);
  // Waits of 2, 4, 8 and 16 s, as in the original system, or a fiftieth of them to save time.
  const schedule = process.env["ROTA_LONG"] === "1" ? ("seed" as const) : [40, 80, 160, 320];
  const endpoint = { tenant: "default", url, eventTypes: ["passport.version.signed"], schedule };
  await world.engine.webhooks.endpoints.create(endpoint);
  await signedVersion(world, ground);
  const deliveries = async () => (await world.engine.webhooks.list({ tenant: "default" })).deliveries;

  await vi.waitUntil(async () => (await deliveries())[0]?.state === "FAILED", { ...WAIT, timeout: 90_000 });

  const [failed] = await deliveries();
  expect(failed).toMatchObject({ attempts: 5 });
  expect(received.map((request) => header(request, "x-bpc-attempt"))).toEqual(["1", "2", "3", "4", "5"]);
  expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1);

  await world.engine.webhooks.replay({ tenant: "default", deliveryId: failed?.deliveryId ?? "", actor: "ann" });
  await vi.waitUntil(() => received.length === 6, WAIT);

  const [first, last] = [received[0], received[5]];
  expect(last?.body).toEqual(first?.body);
  expect(last?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
});
