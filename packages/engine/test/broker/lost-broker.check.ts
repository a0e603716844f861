/** Work that continues while RabbitMQ is unavailable or never started: nothing lost, nothing twice, fair all the same. */
import { expect, it, vi } from "vitest";
import { freePorts } from "../../../../tools/services/process/free-port.ts";
import { IS_LONG, WAIT } from "../support/story-support.ts";
import { expectEachOnce, openBrokerProxy, openDispatchStory } from "./dispatch-support.ts";

const CHUNKS = IS_LONG ? 100 : 30;
const CONFIG = { brokerConcurrencyMin: 8, brokerConcurrencyMax: 8, workerSlots: 20 };
const tasks = Array.from({ length: 10 }, () => ({ chunks: CHUNKS, workMs: 5 }));
const ALL = tasks.length * CHUNKS;

it("the whole run completes although the broker was never started", async () => {
  const [port = 0] = await freePorts(1);
  const story = await openDispatchStory(`amqp://rota@127.0.0.1:${String(port)}`);
  const engine = await story.startEngine(CONFIG);
  await story.submit(tasks);

  await expectEachOnce(story, ALL);
  expect(await engine.status()).toMatchObject({ isReady: true, missing: ["broker"] });
  expect(await story.mostQueued()).toEqual({ in_all: 0, of_one_task: 0 });
});

it("when the broker returns, dispatch returns to it without a restart", async () => {
  const { proxy, url } = await openBrokerProxy();
  proxy.refuse();
  const story = await openDispatchStory(url);
  const engine = await story.startEngine(CONFIG);
  await story.submit([{ chunks: 5 }]);
  await story.untilAllEnded();
  proxy.allow();
  await vi.waitUntil(async () => (await engine.status()).missing.length === 0, WAIT);
  await story.submit([{ chunks: 5 }]);
  await story.untilAllEnded();

  expect((await engine.status()).dispatch?.[story.queue]).toMatchObject({ published: 5, received: 5 });
});
