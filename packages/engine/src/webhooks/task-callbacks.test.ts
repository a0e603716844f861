/** Tests where the end of a task with a callback URL is sent, and with which endpoint. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestReceiver, type TestReceiver } from "../../test/support/test-receiver.ts";
import { openWebhookBench, type WebhookBench } from "../../test/support/webhook-bench.ts";
import { sql } from "../database/sql.ts";

let receiver: TestReceiver;
let moved: TestReceiver;
let bench: WebhookBench;
let taskCount = 0;

beforeAll(async () => {
  [receiver, moved] = [await startTestReceiver(), await startTestReceiver()];
  bench = await openWebhookBench({ allowedHosts: [receiver.host, moved.host] });
});
afterEach(() => bench.removeAll());
afterAll(async () => {
  await bench.close();
  for (const opened of [receiver, moved]) await opened.close();
});

/** Records the callback of a task of tenant ann, which an endpoint permitted. Returns the event of its end. */
async function endOfTask(endpointId: string) {
  const id = String(++taskCount);
  const url = new URL(`/done/${id}`, receiver.url).href;
  const callback = await bench.webhooks.endpoints.callbackTo({ tenant: "ann", url });
  expect(callback).toEqual({ endpointId, url });
  await bench.database.query(
    sql`insert into rota.task_callbacks (task_id, endpoint_id, url) values (${BigInt(id)}, ${endpointId}::uuid, ${url})`,
  );
  return { type: "task.completed", aggregate: { type: "TASK", id } };
}

const pathsSince = ({ requests }: TestReceiver, count: number): string[] =>
  requests.slice(count).map(({ path }) => path);

test("it is sent to the callback URL, also on a replay, and to an endpoint that wants it there and not a second time", async () => {
  const { endpointId } = await bench.endpoint({ url: receiver.url, eventTypes: ["task.*"] });
  const { length } = receiver.requests;
  const end = await endOfTask(endpointId);
  const path = `/done/${end.aggregate.id}`;

  await bench.send(end);
  await bench.drain();
  await bench.send({ ...end, type: "task.started" });
  await bench.drain();
  const [, delivered] = (await bench.webhooks.list({ tenant: "ann" })).deliveries;
  await bench.webhooks.replay({ tenant: "ann", deliveryId: delivered?.deliveryId ?? "" });
  await bench.drain();

  expect(pathsSince(receiver, length)).toEqual([path, "/hooks", path]);
});

test("an endpoint that wants other events only still signs the callback; another one that wants the event gets its own", async () => {
  const { endpointId } = await bench.endpoint({ url: receiver.url, eventTypes: ["order.*"] });
  const [{ length }, other] = [receiver.requests, moved.requests.length];
  const end = await endOfTask(endpointId);
  await bench.endpoint({ url: moved.url, eventTypes: ["task.completed"] });

  await bench.send(end);
  await bench.drain();

  expect([pathsSince(receiver, length), pathsSince(moved, other)]).toEqual([[`/done/${end.aggregate.id}`], ["/hooks"]]);
});

test("nothing is sent to a callback URL whose endpoint moved to another origin or was disabled", async () => {
  const endpoint = await bench.endpoint({ url: receiver.url, eventTypes: ["order.*"] });
  const { length } = receiver.requests;
  const ends = [await endOfTask(endpoint.endpointId), await endOfTask(endpoint.endpointId)] as const;
  await bench.webhooks.endpoints.update(endpoint, { url: moved.url });
  await bench.send(ends[0]);
  await bench.drain();
  const states = (await bench.webhooks.list({ tenant: "ann" })).deliveries.map(({ state }) => state);
  await bench.webhooks.endpoints.disable({ ...endpoint, reason: "test" });
  await bench.send(ends[1]);
  await bench.drain();

  expect([states, pathsSince(receiver, length)]).toEqual([["FAILED"], []]);
  expect((await bench.webhooks.list({ tenant: "ann" })).deliveries).toHaveLength(1);
});

test("a URL at an origin of no active endpoint of the tenant is refused, and so is one that no endpoint may have", async () => {
  await bench.endpoint({ url: receiver.url });
  const ask = (tenant: string, url: string) => bench.webhooks.endpoints.callbackTo({ tenant, url });

  await expect(ask("bob", receiver.url)).rejects.toMatchObject({ code: "WEBHOOK_CALLBACK_REFUSED" });
  await expect(ask("ann", moved.url)).rejects.toMatchObject({ code: "WEBHOOK_CALLBACK_REFUSED" });
  await expect(ask("ann", "http://10.0.0.1/")).rejects.toMatchObject({ code: "WEBHOOK_URL_REFUSED" });
});
