/** What receivers of webhooks rely on: every step of a passport is told, signed for the public libraries, and not given up at once. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { Webhook } from "standardwebhooks";
import { Webhook as Svix } from "svix";
import { Type } from "typebox";
import { expect, onTestFinished, test, vi } from "vitest";
import { told } from "../life/answers.ts";
import { WAIT } from "../life/steps.ts";
import { openWorld } from "../life/world.ts";
import { act, giveKey, prepare, signedVersion } from "./version-steps.ts";

type Received = { readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** Answers 500 to the first requests, then 200. */
async function startReceiver(failures: number) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(received.length <= failures ? 500 : 200).end();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await once(server.close(), "close");
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { received, url: `http://127.0.0.1:${String(port)}/hooks` };
}

async function openTelling() {
  giveKey();
  const world = await openWorld({ isDelivering: true, config: { webhookAllowedHosts: "127.0.0.1" } });
  onTestFinished(async () => {
    await world.dispose();
    vi.unstubAllEnvs();
  });
  return world;
}

const header = ({ headers }: Received, name: string) => String(headers[name]);

test("signing, activating and revoking are told in signed requests that standardwebhooks and svix accept", async () => {
  const world = await openTelling();
  const ground = await prepare(world);
  const { received, url } = await startReceiver(0);
  const types = ["passport.version.signed", "passport.version.active", "passport.version.revoked"];
  const { secret } = await world.engine.webhooks.endpoints.create({ tenant: "default", url, eventTypes: types });

  const versionId = await signedVersion(world, ground);
  await told(200, Type.Any(), act(world, versionId, "activate"));
  await told(200, Type.Any(), act(world, versionId, "revoke", { reason: "recalled" }));
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

test("a delivery that fails follows its waits to its end, is kept as failed, and arrives when it is replayed", async () => {
  const world = await openTelling();
  const ground = await prepare(world);
  const { received, url } = await startReceiver(5);
  // The source's 2, 4, 8 and 16 s; a fiftieth of them unless there is time.
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
