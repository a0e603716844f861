/** Tests that an official is notified by a webhook when a phase of an election ends. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openWorld, type World } from "../life/world.ts";
import { closeToy, tally, WAIT } from "./toy-phases.ts";

type Received = { readonly headers: IncomingHttpHeaders; readonly text: string };

const received: Received[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    received.push({ headers: request.headers, text: Buffer.concat(parts).toString() });
    response.end();
  });
});

let world: World;
beforeAll(async () => {
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  world = await openWorld({ on: "postgres", webhooks: true, config: { webhookAllowedHosts: "127.0.0.1" } });
});
afterAll(async () => {
  await world.dispose();
  receiver.closeAllConnections();
  await once(receiver.close(), "close");
});

test("the end of the tally is sent once, signed, and phases that nobody asked for are not", async () => {
  const address = receiver.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const { secret } = await world.engine.webhooks.endpoints.create({
    tenant: "default",
    url: `http://127.0.0.1:${String(port)}/phases`,
    eventTypes: ["tally.completed"],
  });
  const [first, second] = [await closeToy(world), await closeToy(world)];

  await tally(world, first.electionId);
  await vi.waitUntil(() => received.length > 0, WAIT);
  await tally(world, second.electionId); // what is sent twice would come before it
  await vi.waitUntil(() => received.length > 1, WAIT);

  expect(received.map(({ text }): unknown => JSON.parse(text))).toMatchObject([
    { event_type: "tally.completed", data: { electionId: first.electionId, state: "TALLIED" } },
    { event_type: "tally.completed", data: { electionId: second.electionId, state: "TALLIED" } },
  ]);
  for (const { headers, text } of received)
    expect(headers["webhook-signature"]).toBe(`v1,${signatureOf(secret, headers, text)}`);
});

function signatureOf(secret: string, headers: IncomingHttpHeaders, text: string): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${text}`;
  return createHmac("sha256", key).update(signed).digest("base64");
}
