/** Tests of events on RabbitMQ: what subscribers get, and how unroutable and refused events are handled. */
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { migrate } from "../database/migrate.ts";
import { silentLogger } from "../runtime/logger.ts";
import { openBrokerBench, type BrokerBench } from "../../test/support/test-broker.ts";
import { openTestDatabase } from "../../test/support/test-database.ts";
import { workedQueue } from "../../test/support/worked-queue.ts";
import { appendEvent } from "./append-event.ts";
import { createBrokerSink, type BrokerSinkOptions } from "./broker-sink.ts";
import type { NewEvent } from "./outbox-event.ts";
import { createRelay } from "./relay.ts";
import { getOutboxStatistics } from "./outbox-statistics.ts";

const WAIT = { timeout: 30_000, interval: 10 };

let bench: BrokerBench;
beforeAll(async () => {
  bench = await openBrokerBench();
});
afterAll(() => bench.dispose());

async function relayedToRabbitmq(options: Partial<BrokerSinkOptions> = {}) {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrate(database);
  const { exchange, queue } = bench.topology();
  const { broker, proxy } = await bench.open();
  const sink = createBrokerSink({ broker, exchange, ...options });
  const relay = createRelay({ database, sinks: [sink], logger: silentLogger, pollIntervalMs: 50 });
  const channel = await bench.admin.createChannel();
  await channel.assertExchange(exchange, "topic", { durable: true });
  await channel.assertQueue(queue, { durable: true, arguments: { "x-queue-type": "quorum" } });
  await channel.bindQueue(queue, exchange, "demo.#");
  await channel.bindQueue(queue, exchange, "task.completed");
  return {
    database,
    relay,
    exchange,
    proxy,
    broker,
    channel,
    append: (...events: readonly NewEvent[]) => appendEvent(database, events),
    read: () => channel.get(queue, { noAck: true }),
    waiting: async () => (await channel.checkQueue(queue)).messageCount,
    statistics: async () => (await getOutboxStatistics(database)).sinks[0],
  };
}

function event(id: string, fields: Partial<NewEvent> = {}): NewEvent {
  return { tenant: "ann", type: "demo.posted", aggregate: { type: "ENTRY", id }, payload: { id }, ...fields };
}

it("a subscriber gets the payload, persistent, under the id of the event, with headers that describe it", async () => {
  const { append, relay, read } = await relayedToRabbitmq();
  const [eventId] = await append(event("7", { headers: { traceparent: "00-abc-def-01" } }));
  await relay.drain();
  const message = await read();
  if (message === false) throw new Error("no message");
  expect(message.content.toString()).toBe('{"id":"7"}');
  expect(message.fields.routingKey).toBe("demo.posted");
  expect(message.properties).toMatchObject({
    messageId: eventId,
    deliveryMode: 2,
    contentType: "application/json",
    headers: {
      "event-type": "demo.posted",
      tenant: "ann",
      "aggregate-type": "ENTRY",
      "aggregate-id": "7",
      traceparent: "00-abc-def-01",
    },
  });
});

it("a subscriber of one transition gets each task that makes it, once, with the type of the task as header", async () => {
  const { database, relay, read, waiting } = await relayedToRabbitmq();
  const work = workedQueue(database);
  const taskId = await work.submit(1, { isJob: true, announce: ["submitted", "started", "completed"] });
  await work.complete(await work.takeOne());
  await relay.drain();
  await relay.drain();
  const message = await read();
  if (message === false) throw new Error("no message");
  expect(message.fields.routingKey).toBe("task.completed");
  expect(message.properties.headers).toMatchObject({
    "event-type": "task.completed",
    "task-type": "count",
    tenant: "ann",
    "aggregate-type": "TASK",
    "aggregate-id": String(taskId),
  });
  expect(JSON.parse(message.content.toString())).toMatchObject({ taskId: String(taskId), state: "COMPLETED" });
  expect(await waiting()).toBe(0);
});

it("an event that no queue takes counts as published and as unroutable", async () => {
  const { append, relay, waiting, statistics } = await relayedToRabbitmq();
  await append(event("1", { type: "other.posted" }), event("1"), event("2", { routingKey: "other.key" }));
  await relay.drain();
  expect(await statistics()).toMatchObject({ published: 3n, unroutable: 2n, waiting: 0 });
  await vi.waitUntil(async () => (await waiting()) === 1, WAIT);
});

it("with mandatory events an unroutable one holds its aggregate, and others continue", async () => {
  const { append, relay, waiting, statistics } = await relayedToRabbitmq({ isMandatory: true });
  await append(event("1", { type: "other.posted" }), event("1"), event("2"));
  await relay.drain();
  expect(await statistics()).toMatchObject({ published: 1n, held: 2 });
  await vi.waitUntil(async () => (await waiting()) === 1, WAIT);
});

it("an exchange that an event names is declared, and one that may not be used holds that aggregate only", async () => {
  const { append, relay, exchange, channel, waiting, statistics } = await relayedToRabbitmq();
  const own = `${exchange}.own`;
  await append(event("1", { exchange: own }), event("2", { exchange: "amq.rabbitmq.trace" }), event("3"));
  await vi.waitUntil(
    () =>
      relay.drain().then(
        () => true,
        () => false,
      ),
    WAIT,
  );
  await channel.deleteExchange(own);
  expect(await statistics()).toMatchObject({ waiting: 1, held: 1 });
  await vi.waitUntil(async () => (await waiting()) >= 1, WAIT);
});

it("while RabbitMQ is unavailable events wait, and they come when it is back", async () => {
  const { append, relay, proxy, broker, waiting, statistics } = await relayedToRabbitmq();
  onTestFinished(() => relay.stop());
  await relay.start();
  proxy.refuse();
  await vi.waitUntil(() => !broker.isConnected, WAIT);
  await append(event("1"), event("1"), event("2"));
  await vi.waitUntil(async () => {
    const { failuresInARow = 0, waiting: behind = 0 } = (await statistics()) ?? {};
    return failuresInARow > 0 && behind === 3;
  }, WAIT);
  expect(await statistics()).toMatchObject({ held: 0 });

  proxy.allow();
  await vi.waitUntil(async () => (await waiting()) >= 3, WAIT);
  await vi.waitUntil(async () => (await statistics())?.waiting === 0, WAIT);
});
