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

test("a queue of another type is refused with both types, and the broker continues", async () => {
  const { broker } = await bench.open();
  const { queue } = bench.topology();
  const topology = { exchanges: [], queues: [{ name: queue, kind: "durable", bindings: [] }] } as const;
  const channel = await bench.admin.createChannel();
  await channel.assertQueue(queue, { durable: true });

  const refusal = await refusalOf(broker.declare(topology));
  expect(refusal).toMatchObject({
    code: "BROKER_TOPOLOGY_DIFFERS",
    details: { argument: "x-queue-type", wanted: "quorum" },
  });
  expect(refusal.message).toMatch(/exists in RabbitMQ with x-queue-type = (none|classic), and is declared here with/);
  expect(broker.isConnected).toBe(true);
  expect(await broker.inspectQueue(queue)).toEqual({ ready: 0, consumers: 0 });
  await channel.close();
});

test.each([
  ["another delivery limit", { deliveryLimit: 3 }, { argument: "x-delivery-limit", present: "20", wanted: "3" }],
  ["a limit of messages", { messagesMax: 9 }, { argument: "x-max-length", present: "none", wanted: "9" }],
])("a queue that exists with %s is refused with both values", async (_, settings, details) => {
  const { broker } = await bench.open();
  const { exchanges, queues } = bench.topology();
  await broker.declare({ exchanges, queues });

  const other = { exchanges, queues: queues.map((queue) => ({ ...queue, ...settings })) };

  await expect(broker.declare(other)).rejects.toMatchObject({ code: "BROKER_TOPOLOGY_DIFFERS", details });
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
  await channel.assertQueue(queue, { durable: true });
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
