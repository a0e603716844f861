/** Tests of many messages that are answered at once, in any order. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBrokerBench, type BrokerBench } from "../../../test/support/test-broker.ts";
import type { IncomingMessage } from "../broker.ts";

let bench: BrokerBench;

beforeAll(async () => {
  bench = await openBrokerBench();
});

afterAll(() => bench.dispose());

test("messages that are answered in any order, together or apart, are removed, and only those", async () => {
  const { broker } = await bench.open();
  const topology = bench.topology();
  await broker.declare(topology);
  const held: IncomingMessage[] = [];
  const answered = new Map<IncomingMessage, () => void>();
  const consumption = await broker.consume({
    queue: topology.queue,
    concurrency: { min: 1, max: 1 },
    prefetch: 20,
    handledAtOnce: 20,
    onMessage: (message) =>
      new Promise((resolve) => {
        held.push(message);
        answered.set(message, resolve);
      }),
  });
  const publish = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        broker.publish({ exchange: topology.exchange, routingKey: topology.queue, body: Buffer.from(String(index)) }),
      ),
    );

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 20 }),
      async (picks) => {
        await publish(picks.length);
        await vi.waitUntil(() => held.length === picks.length);
        const adminChannel = await bench.admin.createChannel();
        const deadBefore = (await adminChannel.checkQueue(topology.dead)).messageCount;
        for (const [place, isRejected, isPaused] of picks) {
          const [message] = held.splice(place % held.length, 1);
          if (message === undefined) throw new Error("too few messages");
          if (isRejected) message.reject();
          else message.ack();
          answered.get(message)?.();
          if (isPaused) await Promise.resolve();
        }
        const rejected = picks.filter(([, isRejected]) => isRejected).length;
        await vi.waitUntil(
          async () => (await adminChannel.checkQueue(topology.dead)).messageCount === deadBefore + rejected,
        );
        await adminChannel.close();
      },
    ),
    { numRuns: 10 },
  );

  await consumption.stop();
  const channel = await bench.admin.createChannel();
  expect((await channel.checkQueue(topology.queue)).messageCount).toBe(0); // nothing came back when the channel closed
  expect(broker.isConnected).toBe(true);
});
