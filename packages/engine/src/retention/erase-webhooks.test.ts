/** Tests of erasing a tenant's events after they were delivered to others. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { sql } from "../database/sql.ts";
import { appendEvent } from "../outbox/append-event.ts";
import { createRelay } from "../outbox/relay.ts";
import { silentLogger } from "../runtime/logger.ts";
import { startTestReceiver, type TestReceiver } from "../../test/support/test-receiver.ts";
import { openWebhookBench, type WebhookBench } from "../../test/support/webhook-bench.ts";
import { erasePayloads } from "./erase-payloads.ts";

let receiver: TestReceiver;
let bench: WebhookBench;

beforeAll(async () => {
  receiver = await startTestReceiver();
  bench = await openWebhookBench({ allowedHosts: ["127.0.0.1"] });
});
afterAll(async () => {
  await bench.close();
  await receiver.close();
});

/** Returns the content of the tables of events as one text. */
async function everything(): Promise<string> {
  const rows = await bench.database.query(sql<{ text: string }>`
    select coalesce(string_agg(row_text, ' '), '') as text
      from (select convert_from(body, 'UTF8') as row_text from rota.webhook_messages
            union all select coalesce(convert_from(response_body, 'UTF8'), '') || coalesce(error, '') || coalesce(response_headers::text, '') from rota.webhook_attempts
            union all select outbox_events::text from rota.outbox_events
            union all select outbox_arrivals::text from rota.outbox_arrivals) as found`);
  return rows[0]?.text ?? "";
}

const append = (tenant: string, note: string) =>
  appendEvent(bench.database, { tenant, type: "a.b", aggregate: { type: "A", id: "1" }, payload: { note } });

test("nothing is left of delivered events and the answers to them; waiting events and those of others stay", async () => {
  const { database, webhooks } = bench;
  const endpoint = await bench.endpoint({ url: receiver.url, schedule: [60_000] });
  const relay = createRelay({ database, sinks: [webhooks.sink], logger: silentLogger });
  onTestFinished(() => relay.stop());
  receiver.answer((response) => response.writeHead(200, { "x-note": "SECRET-header" }).end("SECRET-answer"));
  await append("ann", "SECRET-told");
  await append("bob", "bob's");
  await relay.drain();
  await bench.drain();
  receiver.answer(500);
  await bench.send({ payloadText: '"waits"' });
  await bench.drain();
  await append("ann", "later");
  const before = await everything();

  const erased = await erasePayloads(database, { tenant: "ann" });
  const left = await everything();

  expect(erased).toMatchObject({ webhookBodies: 1, outboxEvents: 1 });
  expect(before).toMatch(/SECRET-told.*SECRET-answer|SECRET-answer.*SECRET-told/s);
  expect(before).toContain("SECRET-header");
  expect(left).not.toContain("SECRET");
  for (const kept of ["waits", "later", "bob's"]) expect(left).toContain(kept);
  expect(await erasePayloads(database, { tenant: "ann" })).toMatchObject({ webhookBodies: 0, outboxEvents: 0 });

  const [delivered] = (await webhooks.list({ tenant: "ann", state: "DELIVERED" })).deliveries;
  const replay = webhooks.replay({ tenant: "ann", deliveryId: delivered?.deliveryId ?? "" });
  await expect(replay).rejects.toMatchObject({ code: "WEBHOOK_DELIVERY_NOT_FOUND" });
  expect(await webhooks.replayMany({ ...endpoint, states: ["DELIVERED"] })).toMatchObject({ replayed: 0 });
});

test("an event that is erased between a replay and its attempt is not sent", async () => {
  const { database, webhooks } = bench;
  await bench.removeAll();
  await bench.endpoint({ url: receiver.url });
  receiver.answer(200);
  await bench.send();
  const sent = receiver.requests.length;
  await database.query(sql`update rota.webhook_messages set body = '' where tenant = 'ann'`);
  await bench.drain();

  expect(receiver.requests).toHaveLength(sent);
  expect((await webhooks.list({ tenant: "ann" })).deliveries).toMatchObject([{ state: "FAILED", lastError: "ERASED" }]);
});
