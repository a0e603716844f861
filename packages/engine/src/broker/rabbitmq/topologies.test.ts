/** Tests of declaring a topology: repeatedly, as it exists in the broker, and again when it was deleted. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBrokerBench, refusalOf, type BrokerBench } from "../../../test/support/test-broker.ts";

let bench: BrokerBench;
beforeAll(async () => {
  bench = await openBrokerBench();
});
afterAll(() => bench.dispose());

test("a topology may be declared any number of times, also by several processes at once", async () => {
  const topology = bench.topology();
  const brokers = await Promise.all([bench.open(), bench.open()]);

  await Promise.all(brokers.flatMap(({ broker }) => [broker.declare(topology), broker.declare(topology)]));

  for (const { broker } of brokers)
    expect(await broker.inspectQueue(topology.queue)).toEqual({ ready: 0, consumers: 0 });
});

test("queues are durable quorum queues with an explicit delivery limit", async () => {
  const { broker } = await bench.open();
  const { queue, exchange, dead, ...topology } = bench.topology();
  await broker.declare(topology);

  const channel = await bench.admin.createChannel();
  const asked = channel.assertQueue(queue, {
    durable: true,
    arguments: {
      "x-queue-type": "quorum",
      "x-delivery-limit": 20,
      "x-dead-letter-exchange": exchange,
      "x-dead-letter-routing-key": dead,
    },
  });

  await expect(asked).resolves.toMatchObject({ queue });
  await channel.close();
});

test("a plain durable queue that exists is used as it is, and one log line names all that it lacks", async () => {
  const { broker, proxy, log } = await bench.open();
  const { queue, exchange, dead, ...topology } = bench.topology();
  const channel = await bench.admin.createChannel();
  await channel.assertQueue(queue, { durable: true });

  await Promise.all([broker.declare(topology), broker.declare(topology)]);
  const received: string[] = [];
  await broker.consume({
    queue,
    onMessage: async (message) => {
      received.push(message.body.toString());
      message.ack();
    },
  });
  await broker.publish({ exchange, routingKey: queue, body: Buffer.from("first") });
  await vi.waitUntil(() => received.includes("first"));
  proxy.cut();
  await vi.waitUntil(() => log.some((line) => line.includes("RabbitMQ is back")) && broker.isConnected);
  await broker.publish({ exchange, routingKey: queue, body: Buffer.from("again") });
  await vi.waitUntil(() => received.includes("again"));

  const lines = log.filter((line) => line.includes("other settings"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`queue \\"${queue}\\" exists in RabbitMQ with other settings and is used as it is`);
  expect(lines[0]).toMatch(/x-queue-type is (none|classic), not quorum/);
  expect(lines[0]).toContain(`x-dead-letter-exchange is none, not ${exchange}`);
  expect(lines[0]).toContain(`x-dead-letter-routing-key is none, not ${dead}`);
  await channel.close();
});

test.each([
  ["another delivery limit", { "x-queue-type": "quorum", "x-delivery-limit": 3 }, "x-delivery-limit is 3, not 20"],
  ["a limit of messages", { "x-queue-type": "quorum", "x-max-length": 9 }, "x-max-length is 9, not none"],
  ["a time limit of messages", { "x-message-ttl": 60_000 }, "x-message-ttl is 60000, not none"],
  ["another dead-letter exchange", { "x-dead-letter-exchange": "17" }, "x-dead-letter-exchange is 17, not"],
])("a queue that exists with %s is used as it is", async (_, present, line) => {
  const { broker, log } = await bench.open();
  const { queue, exchange, exchanges, queues } = bench.topology();
  const channel = await bench.admin.createChannel();
  await channel.assertQueue(queue, { durable: true, arguments: present });

  await broker.declare({ exchanges, queues });
  await broker.publish({ exchange, routingKey: queue, body: Buffer.from("{}") });

  expect(await broker.inspectQueue(queue)).toMatchObject({ ready: 1 });
  expect(log.filter((one) => one.includes(line))).toHaveLength(1);
  await channel.close();
});

test.each([
  ["that a restart would lose", { durable: false }, { argument: "durable", present: "false", wanted: "true" }],
  [
    "that is a stream",
    { durable: true, arguments: { "x-queue-type": "stream" } },
    { argument: "x-queue-type", present: "stream", wanted: "quorum" },
  ],
])("a queue %s is refused with both values, and the broker continues", async (_, present, details) => {
  const { broker } = await bench.open();
  const { queue } = bench.topology();
  const topology = { exchanges: [], queues: [{ name: queue, kind: "durable", bindings: [] }] } as const;
  const channel = await bench.admin.createChannel();
  await channel.assertQueue(queue, present);

  const refusal = await refusalOf(broker.declare(topology));

  expect(refusal).toMatchObject({ code: "BROKER_TOPOLOGY_DIFFERS", details });
  expect(refusal.message).toContain("exists in RabbitMQ with");
  expect(broker.isConnected).toBe(true);
  expect(await broker.inspectQueue(queue)).toEqual({ ready: 0, consumers: 0 });
  await channel.close();
});

test("an exchange of another type is refused with both types", async () => {
  const { broker } = await bench.open();
  const { exchange, ...topology } = bench.topology();
  await broker.declare(topology);

  const declared = broker.declare({ exchanges: [{ name: exchange, type: "topic" }], queues: [] });

  await expect(declared).rejects.toMatchObject({ details: { argument: "type", present: "direct", wanted: "topic" } });
});

test("a name that belongs to the broker is refused", async () => {
  const { broker } = await bench.open();

  const declared = broker.declare({ exchanges: [{ name: "amq.mine", type: "direct" }], queues: [] });

  await expect(declared).rejects.toMatchObject({ code: "BROKER_REFUSED" });
});

test("a topology that changed while the broker was unavailable keeps it so and names both forms, until it is fixed", async () => {
  const { broker, proxy, log } = await bench.open({ isUnavailable: true });
  const { queue, ...topology } = bench.topology();
  const channel = await bench.admin.createChannel();
  await channel.assertQueue(queue, { durable: false });
  await broker.declare(topology);

  proxy.allow();
  await vi.waitUntil(() => log.some((line) => line.includes("BROKER_TOPOLOGY_DIFFERS")));
  expect(broker.isConnected).toBe(false);
  await channel.deleteQueue(queue);
  await vi.waitUntil(() => broker.isConnected);

  expect(await broker.inspectQueue(queue)).toEqual({ ready: 0, consumers: 0 });
  await channel.close();
});

test("a queue that was deleted exists again when its state is read", async () => {
  const { broker } = await bench.open();
  const { queue, exchange, ...topology } = bench.topology();
  await broker.declare(topology);
  const channel = await bench.admin.createChannel();
  await channel.deleteQueue(queue);

  expect(await broker.inspectQueue(queue)).toEqual({ ready: 0, consumers: 0 });

  await expect(channel.checkQueue(queue)).resolves.toMatchObject({ queue });
  await broker.publish({ exchange, routingKey: queue, body: Buffer.from("{}") });
  await channel.close();
});
