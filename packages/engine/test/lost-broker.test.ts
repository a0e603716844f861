/** Work that goes on while RabbitMQ is cut off, away or never there: nothing lost, nothing twice, fair all the same. */
import { expect, it, onTestFinished, vi } from "vitest";
import { freePorts } from "../../../tools/services/process/free-port.ts";
import { serviceUrl } from "../../../tools/services/service-urls.ts";
import { startTcpProxy, type TcpProxy } from "../../../tools/services/tcp-proxy.ts";
import { countTickets, expectEachOnce, openDispatchStory, untilReceived } from "./dispatch-support.ts";
import { WAIT } from "./story-support.ts";

/** Enough that most are left when the connections break. */
const CHUNKS = 100;
const CONFIG = { brokerConcurrencyMin: 8, brokerConcurrencyMax: 8, workerSlots: 20 };
const tasks = Array.from({ length: 10 }, () => ({ chunks: CHUNKS, workMs: 5 }));
const ALL = tasks.length * CHUNKS;

it("a broker whose connections break under load loses no work and doubles no effect", async () => {
  const { proxy, url } = await openProxy();
  const story = await openDispatchStory(url);
  const engines = [await story.startEngine(CONFIG), await story.startEngine(CONFIG)];
  await story.submit(tasks);
  await untilReceived(engines, story, ALL / 4);
  proxy.cut();

  await expectEachOnce(story, ALL);
  const { redelivered, resent, ignored, unsent } = await countTickets(engines, story);
  expect(redelivered + resent + ignored + unsent).toBeGreaterThan(0);
});

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
  const { proxy, url } = await openProxy();
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

/** Between the engines and the RabbitMQ of the run. */
async function openProxy(): Promise<{ proxy: TcpProxy; url: string }> {
  const url = new URL(serviceUrl("rabbitmq"));
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  onTestFinished(() => proxy.close());
  url.port = String(proxy.port);
  return { proxy, url: url.href };
}
