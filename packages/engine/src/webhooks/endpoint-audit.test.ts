/** Tests of the audit log of endpoints: every action is in the tenant's log with its actor, and nothing secret is. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAudit } from "../audit-log/list-audit.ts";
import { verifyAudit } from "../audit-log/verify-audit.ts";
import { startTestReceiver, type TestReceiver } from "../../test/support/test-receiver.ts";
import { openWebhookBench, type WebhookBench } from "../../test/support/webhook-bench.ts";

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

/** Returns the audit entries, the oldest first. */
async function entriesOf(endpointId: string) {
  const filter = { subject: { type: "webhook-endpoint", id: endpointId } };
  return (await listAudit(bench.database, { tenant: "ann", first: "oldest", filter })).entries;
}

test("every action on an endpoint is in the audit log with its actor, in order, without anything secret", async () => {
  const { webhooks } = bench;
  const { endpoints } = webhooks;
  const actor = "olga";
  const url = `${receiver.url}/PATH-TOKEN?key=QUERY-TOKEN`;
  const made = await endpoints.create({ tenant: "ann", eventTypes: ["*"], url, ed25519: true, actor });
  const name = { tenant: "ann", endpointId: made.endpointId, actor };
  await endpoints.update(name, { url, maxInFlight: 3 });
  await webhooks.ping(name);
  await endpoints.rotateSecret(name);
  await endpoints.endOverlap(name);
  await endpoints.endOverlap(name); // there is none any more
  await bench.send();
  await bench.drain();
  const [delivery] = (await webhooks.list({ tenant: "ann" })).deliveries;
  await webhooks.replay({ tenant: "ann", deliveryId: delivery?.deliveryId ?? "", actor });
  await bench.drain();
  await webhooks.replayMany({ ...name, states: ["DELIVERED"] });
  await webhooks.replayMany(name); // none has failed
  await endpoints.disable({ ...name, reason: "moves house" });
  await endpoints.enable(name);
  await endpoints.remove({ tenant: "ann", endpointId: made.endpointId });

  const entries = await entriesOf(made.endpointId);
  const acts = entries.map(({ action, actor: who }) => [action.replace("webhook.endpoint.", ""), who]);
  expect(acts).toEqual([
    ["created", actor],
    ["updated", actor],
    ["pinged", actor],
    ["secret-rotated", actor],
    ["overlap-ended", actor],
    ["replayed", actor],
    ["replayed", actor],
    ["disabled", actor],
    ["enabled", actor],
    ["removed", null],
  ]);
  expect(entries.find(({ action }) => action.endsWith("updated"))?.details).toEqual({
    host: receiver.host,
    maxInFlight: 3,
  });
  expect(entries.find(({ action }) => action.endsWith("disabled"))?.details).toEqual({ reason: "moves house" });
  expect(JSON.stringify(entries)).not.toMatch(/TOKEN|whsec_|whsk_/);
  expect(await verifyAudit(bench.database, { tenant: "ann" })).toMatchObject({ differing: 0 });
});

test("an action that is refused leaves no entry", async () => {
  const made = await bench.endpoint({ url: receiver.url });
  const before = await entriesOf(made.endpointId);
  await bench.webhooks.endpoints.rotateSecret({ tenant: "ann", endpointId: made.endpointId });
  const again = bench.webhooks.endpoints.rotateSecret({ tenant: "ann", endpointId: made.endpointId });

  await expect(again).rejects.toMatchObject({ code: "WEBHOOK_SECRET_OVERLAP" });
  expect(await entriesOf(made.endpointId)).toHaveLength(before.length + 1);
});
