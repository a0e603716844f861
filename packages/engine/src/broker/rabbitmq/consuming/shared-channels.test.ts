/** Channels of consumers: shared, left one by one, given up together. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrokerBench, type BrokerBench } from "../../../testing/broker/test-broker.ts";
import type { Session } from "../connection/session.ts";
import { createSharedChannels } from "./shared-channels.ts";

let bench: BrokerBench;
beforeAll(async () => {
  bench = await openBrokerBench();
});
afterAll(() => bench.dispose());

function newSession(): Session {
  const gone = new Promise<unknown>(() => undefined);
  const close = () => Promise.resolve();
  return { id: "test", publishing: bench.admin, consuming: bench.admin, forgetsConsumers: false, gone, close };
}

test("all who join get the same channel, and the last who leaves closes it", async () => {
  const join = createSharedChannels(1);
  const session = newSession();
  const [first, second] = await Promise.all([join(session), join(session)]);
  let isClosed = false;
  first.channel.once("close", () => (isClosed = true));

  expect(second.channel).toBe(first.channel);
  await first.leave();
  expect([isClosed, second.isRetired]).toEqual([false, false]);
  await second.leave();
  expect(isClosed).toBe(true);

  const third = await join(session);
  expect(third.channel).not.toBe(first.channel);
  await third.leave();
});

test("whoever joins after a channel was given up, has died, or in another session gets another one", async () => {
  const join = createSharedChannels(1);
  const session = newSession();
  const first = await join(session);
  first.retire();
  const second = await join(session);
  expect([second.channel === first.channel, first.isRetired, second.isRetired]).toEqual([false, true, false]);

  await first.leave();
  expect(second.isRetired).toBe(false);
  await second.channel.close();
  const third = await join(session);
  expect([third.channel === second.channel, second.isRetired]).toEqual([false, true]);

  const fourth = await join(newSession());
  expect(fourth.channel).not.toBe(third.channel);
  await Promise.all([second.leave(), third.leave(), fourth.leave()]);
});
