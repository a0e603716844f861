/** Tests of consuming: how many messages at once, what each answer does, and what survives the loss of queue and connection. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { holdMessages, openBrokerBench, type BrokerBench } from "../../../test/support/test-broker.ts";
import { createHeldClock } from "../../../test/support/held-clock.ts";
import type { IncomingMessage, Queue } from "../broker.ts";

let bench: BrokerBench;
beforeAll(async () => {
  bench = await openBrokerBench();
});
afterAll(() => bench.dispose());

const ONE = { min: 1, max: 1 };
const SLOW = { timeout: 5_000 };

async function queueFor(settings: Partial<Queue> = {}, options: Parameters<BrokerBench["open"]>[0] = {}) {
  const topology = bench.topology(settings);
  const opened = await bench.open(options);
  await opened.broker.declare(topology);
  const send = (...texts: string[]) =>
    Promise.all(
      texts.map((text) =>
        opened.broker.publish({ exchange: topology.exchange, routingKey: topology.queue, body: Buffer.from(text) }),
      ),
    );
  const inspect = () => opened.broker.inspectQueue(topology.queue);
  return { ...opened, ...topology, send, inspect };
}

test("four consumers with one message each leave the fifth message in the queue", async () => {
  const { broker, queue, send, inspect } = await queueFor();
  const { held, counts, onMessage } = holdMessages();
  const consumption = await broker.consume({ queue, onMessage });

  await send("1", "2", "3", "4", "5");
  await vi.waitUntil(() => held.length === 4);

  expect(await inspect()).toEqual({ ready: 1, consumers: 4 });
  held[0]?.letGo();
  await vi.waitUntil(() => held.length === 5);
  for (const { letGo } of held) letGo();
  await consumption.stop();
  expect([counts.most, consumption.consumers]).toEqual([4, 0]);
});

test("consumers are added while all are busy, up to the maximum, and removed when idle, down to the minimum", async () => {
  const { broker, queue, send } = await queueFor({}, { consumerIdleMs: 100 });
  const { held, onMessage } = holdMessages();
  const consumption = await broker.consume({ queue, concurrency: { min: 1, max: 3 }, onMessage });

  await send("1", "2", "3", "4");
  await vi.waitUntil(() => held.length === 3);
  expect(consumption.consumers).toBe(3);

  await vi.waitUntil(() => {
    for (const { letGo } of held) letGo();
    return held.length === 4 && consumption.consumers === 1;
  }, SLOW);
  await consumption.stop();
});

test("messages beyond the handled one wait in the process, as many as prefetch allows", async () => {
  const { broker, queue, send, inspect } = await queueFor();
  const { held, counts, onMessage } = holdMessages();
  const consumption = await broker.consume({ queue, concurrency: ONE, prefetch: 3, onMessage });

  await send("1", "2", "3", "4");
  await vi.waitUntil(async () => (await inspect())?.ready === 1);
  expect(held).toHaveLength(1);

  const stopped = consumption.stop();
  held[0]?.letGo();
  await stopped;
  expect([counts.most, held.length]).toEqual([1, 1]);
  await vi.waitUntil(async () => (await inspect())?.ready === 3);
});

test("several messages of one consumer are handled at once if its options allow it", async () => {
  const { broker, queue, send } = await queueFor();
  const { held, onMessage } = holdMessages();
  const consumption = await broker.consume({ queue, concurrency: ONE, prefetch: 3, handledAtOnce: 3, onMessage });

  await send("1", "2", "3", "4");
  await vi.waitUntil(() => held.length === 3);

  for (const { letGo } of held) letGo();
  await vi.waitUntil(() => held.length === 4);
  held[3]?.letGo();
  await consumption.stop();
});

test("a rejected message is in the dead-letter queue, and any bytes can be a message", async () => {
  const { broker, queue, dead, exchange } = await queueFor();
  const bodies: string[] = [];
  await broker.consume({
    queue,
    onMessage: async (message) => {
      bodies.push(message.body.toString("hex"));
      message.reject();
      message.ack(); // the first answer counts
    },
  });

  for (const body of [Buffer.alloc(0), Buffer.from([0xff, 0x00, 0xfe])]) {
    await broker.publish({ exchange, routingKey: queue, body });
  }

  await vi.waitUntil(async () => (await broker.inspectQueue(dead))?.ready === 2);
  expect(bodies.sort()).toEqual(["", "ff00fe"]);
});

test("a returned message is marked as redelivered and counted", async () => {
  const { broker, queue, send } = await queueFor();
  const seen: [boolean, number][] = [];
  await broker.consume({
    queue,
    onMessage: async (message) => {
      seen.push([message.isRedelivered, message.deliveryCount]);
      if (seen.length < 3) message.requeue();
      else message.ack();
    },
  });

  await send("again");
  await vi.waitUntil(() => seen.length === 3);

  expect(seen).toEqual([
    [false, 0],
    [true, 1],
    [true, 2],
  ]);
});

test.each([
  ["throws", () => Promise.reject(new Error("the database is away")), "the handler of a message failed"],
  ["answers nothing", () => Promise.resolve(), "a message got no answer"],
])(
  "a message whose handler %s goes back up to the delivery limit, then to the dead letters",
  async (_, handle, words) => {
    const { broker, queue, dead, send, log } = await queueFor({ deliveryLimit: 2 });
    const onMessage = vi.fn(handle);
    await broker.consume({ queue, onMessage });

    await send("poison");

    await vi.waitUntil(async () => (await broker.inspectQueue(dead))?.ready === 1, SLOW);
    expect(onMessage).toHaveBeenCalledTimes(3);
    expect(log.filter((line) => line.includes(words))).toHaveLength(3);
  },
);

test("consumers of a queue that was deleted declare it again and continue", async () => {
  const { broker, queue, send, inspect } = await queueFor();
  const { held, onMessage } = holdMessages();
  const consumption = await broker.consume({ queue, concurrency: { min: 2, max: 2 }, onMessage });
  await vi.waitUntil(() => consumption.consumers === 2);

  const channel = await bench.admin.createChannel();
  await channel.deleteQueue(queue);
  await channel.close();
  await vi.waitUntil(() => consumption.consumers === 0);
  await vi.waitUntil(async () => (await inspect())?.consumers === 2, SLOW);

  await send("after");
  await vi.waitUntil(() => held.length === 1);
  held[0]?.letGo();
});

test("consumers of a queue that another client deleted and declared again at once continue", async () => {
  const { broker, queue, exchange, dead, send } = await queueFor({}, { consumerRenewMs: 200 });
  const bodies: string[] = [];
  const onMessage = (message: IncomingMessage) => {
    bodies.push(message.body.toString());
    message.ack();
    return Promise.resolve();
  };
  const consumption = await broker.consume({ queue, onMessage });
  await vi.waitUntil(() => consumption.consumers === 4);

  const channel = await bench.admin.createChannel();
  const deleted = channel.deleteQueue(queue);
  const made = channel.assertQueue(queue, { durable: true, arguments: quorumArguments({ exchange, dead }) });
  await Promise.all([deleted, made, channel.bindQueue(queue, exchange, queue)]);
  await send("1", "2", "3", "4"); // RabbitMQ before 4.0 keeps these for the consumers that it forgot
  await vi.waitUntil(() => bodies.length === 4, SLOW);

  await Promise.all([consumption.stop(), channel.close()]);
  expect(bodies.sort()).toEqual(["1", "2", "3", "4"]);
});

test("a consumer that is never used keeps its temporary queue", async () => {
  const clock = createHeldClock();
  const { broker, log } = await bench.open({ consumerRenewMs: 1_000, clock });
  const { exchange, exchanges } = bench.topology();
  const name = `${bench.prefix}.temporary`;
  const bindings = [{ exchange, routingKey: name }];
  await broker.declare({ exchanges, queues: [{ name, kind: "temporary", bindings }] });
  const { held, onMessage } = holdMessages();
  const consumption = await broker.consume({ queue: name, concurrency: ONE, onMessage });
  await vi.waitUntil(() => consumption.consumers === 1);

  await clock.advance(10_000);
  await broker.publish({ exchange, routingKey: name, body: Buffer.from("{}") });
  await vi.waitUntil(() => held.length === 1);

  held[0]?.letGo();
  expect(log.filter((line) => line.includes("could not be started"))).toEqual([]);
});

test("a message that was not answered when the connection broke comes again, and its late answer is ignored", async () => {
  const { broker, queue, send, inspect, proxy } = await queueFor();
  const { held, counts, onMessage } = holdMessages();
  await broker.consume({ queue, concurrency: ONE, onMessage });
  await send("once more");
  await vi.waitUntil(() => held.length === 1);

  proxy.cut();
  await vi.waitUntil(async () => (await inspect())?.ready === 1, SLOW);
  expect(held).toHaveLength(1); // the consumer returns when its handler is free
  held[0]?.letGo();
  await vi.waitUntil(() => held.length === 2, SLOW);
  held[1]?.letGo();

  await vi.waitUntil(async () => (await inspect())?.consumers === 1 && counts.running === 0);
  expect(held[1]?.message.isRedelivered).toBe(true);
  expect(counts.most).toBe(1);
  expect(await inspect()).toMatchObject({ ready: 0 });
});

test("a consumer that answered early gets nothing else until its handler returns", async () => {
  const { broker, queue, send, inspect } = await queueFor();
  const { held, onMessage } = holdMessages();
  const early = async (message: IncomingMessage) => {
    message.ackEarly();
    await onMessage(message);
  };
  const consumption = await broker.consume({ queue, concurrency: ONE, onMessage: early });

  await send("long", "next");
  await vi.waitUntil(() => held.length === 1);
  await vi.waitUntil(async () => (await inspect())?.consumers === 0);
  expect(await inspect()).toEqual({ ready: 1, consumers: 0 });
  expect(consumption.consumers).toBe(0);

  held[0]?.letGo();
  await vi.waitUntil(() => held.length === 2);
  held[1]?.letGo();
  await vi.waitUntil(() => consumption.consumers === 1);
  expect(await inspect()).toEqual({ ready: 0, consumers: 1 });
});

test("consumers that were started while the broker was unavailable begin when it is available", async () => {
  const { broker, queue, proxy, send } = await queueFor({}, { isUnavailable: true });
  const { held, onMessage } = holdMessages();
  const consumption = await broker.consume({ queue, onMessage });
  expect(consumption.consumers).toBe(0);

  proxy.allow();
  await vi.waitUntil(() => consumption.consumers === 4, SLOW);

  await send("first");
  await vi.waitUntil(() => held.length === 1);
  held[0]?.letGo();
});

test("consumers of a missing queue log that once and begin when it exists", async () => {
  const { broker, log } = await bench.open();
  const { held, onMessage } = holdMessages();
  const { queue, exchange, exchanges, queues } = bench.topology();
  const consumption = await broker.consume({ queue, concurrency: ONE, onMessage });
  await vi.waitUntil(() =>
    log.some((line) => line.includes(`a consumer of queue \\"${queue}\\" could not be started`)),
  );

  await broker.declare({ exchanges, queues });
  await vi.waitUntil(() => consumption.consumers === 1, SLOW);

  await broker.publish({ exchange, routingKey: queue, body: Buffer.from("{}") });
  await vi.waitUntil(() => held.length === 1);
  held[0]?.letGo();
  expect(log.filter((line) => line.includes("could not be started"))).toHaveLength(1);
});

test.each([
  [{ concurrency: { min: 2, max: 1 } }, "concurrencyMin"],
  [{ concurrency: { min: 1, max: 1_001 } }, "concurrencyMax"],
  [{ prefetch: 0 }, "prefetch"],
  [{ prefetch: 2, handledAtOnce: 3 }, "handledAtOnce"],
])("%j is refused by the name of %s", async (options, name) => {
  const { broker } = await bench.open();

  const consumed = broker.consume({ queue: "any", onMessage: async () => undefined, ...options });

  await expect(consumed).rejects.toMatchObject({ code: "CONFIG_INVALID", details: { option: name } });
});

/** Options of a queue as they are declared here, for a queue that another client declares. */
function quorumArguments({ exchange, dead }: { exchange: string; dead: string }) {
  return {
    "x-queue-type": "quorum",
    "x-delivery-limit": 20,
    "x-dead-letter-exchange": exchange,
    "x-dead-letter-routing-key": dead,
  };
}
