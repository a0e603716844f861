/** Tests of channels that consumers share, leave one by one and renew together. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrokerBench, type BrokerBench } from "../../../test/support/test-broker.ts";
import type { RabbitmqSession } from "./rabbitmq-session.ts";
import { createSharedChannels } from "./subscription.ts";

let bench: BrokerBench;
beforeAll(async () => {
  bench = await openBrokerBench();
});
afterAll(() => bench.dispose());

function newSession(): RabbitmqSession {
  const disconnected = new Promise<unknown>(() => undefined);
  const close = () => Promise.resolve();
  return { id: "test", publishing: bench.admin, consuming: bench.admin, forgetsConsumers: false, disconnected, close };
}

test("all consumers that join get the same channel, and the last that leaves closes it", async () => {
  const join = createSharedChannels(1);
  const session = newSession();
  const [first, second] = await Promise.all([join(session), join(session)]);
  let isClosed = false;
  first.channel.once("close", () => (isClosed = true));

  expect(second.channel).toBe(first.channel);
  await first.leave();
  expect(isClosed).toBe(false);
  await second.leave();
  expect([isClosed, second.isRenewed]).toEqual([true, false]);

  const third = await join(session);
  expect(third.channel).not.toBe(first.channel);
  await third.leave();
});

test("a channel to be renewed is closed when no consumer on it is busy, and no consumer joins it before", async () => {
  const join = createSharedChannels(1);
  const session = newSession();
  const [first, second] = await Promise.all([join(session), join(session)]);
  const closed = new Promise((resolve) => first.channel.once("close", resolve));
  second.setBusy(true);
  first.renew();

  const third = await join(session);
  expect([third.channel === first.channel, first.isRenewed]).toEqual([false, false]);
  second.setBusy(false);
  await closed;
  expect([first.isRenewed, second.isRenewed, third.isRenewed]).toEqual([true, true, false]);
  await Promise.all([first.leave(), second.leave(), third.leave()]);
});

test("a consumer that joins after a channel has died, or in another session, gets another one", async () => {
  const join = createSharedChannels(1);
  const session = newSession();
  const first = await join(session);
  await first.channel.close();
  const second = await join(session);
  expect([second.channel === first.channel, first.isRenewed]).toEqual([false, false]);

  const third = await join(newSession());
  expect(third.channel).not.toBe(second.channel);
  await Promise.all([first.leave(), second.leave(), third.leave()]);
});
