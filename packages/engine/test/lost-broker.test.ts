/** Work that goes on while RabbitMQ is killed, restarted, or never there: nothing lost, nothing twice, fair all the same. */
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { freePorts } from "../../../tools/services/process/free-port.ts";
import { rabbitmqctl } from "../../../tools/services/rabbitmq/rabbitmqctl.ts";
import { startRabbitmqCluster } from "../../../tools/services/rabbitmq-cluster.ts";
import { startRabbitmq } from "../../../tools/services/rabbitmq-service.ts";
import type { Service } from "../../../tools/services/service.ts";
import { migrate } from "../src/database/migrate.ts";
import { createEngine, type Engine } from "../src/engine.ts";
import { silentLogger } from "../src/runtime/logger.ts";
import { defineTask } from "../src/tasks/definition/define-task.ts";
import { openTestDatabase } from "../src/testing/test-database.ts";
import { openDispatchStory, type DispatchStory } from "./dispatch-support.ts";
import { IS_LONG, WAIT } from "./story-support.ts";

const TASKS = IS_LONG ? 50 : 10;
const CHUNKS = IS_LONG ? 100 : 30;
const KILLS = IS_LONG ? 5 : 1;
const LONG_WAIT = { ...WAIT, timeout: IS_LONG ? 900_000 : WAIT.timeout };
const CONFIG = { brokerConcurrencyMin: 8, brokerConcurrencyMax: 8, workerSlots: 20 };

const FOUR = [1, 2, 3, 4];
const tasks = Array.from({ length: TASKS }, () => ({ chunks: CHUNKS, workMs: 5 }));

let rabbitmq: Service;

beforeAll(async () => {
  rabbitmq = await startRabbitmq();
});
afterAll(() => rabbitmq.dispose());

// Its command takes a second of processor time for each question.
it.runIf(IS_LONG)(
  "RabbitMQ shows the topology of the source documents, and consumers with a prefetch of 1",
  async () => {
    const { database, dispose } = await openTestDatabase({ on: "postgres" });
    onTestFinished(dispose);
    await migrate(database);
    const stems = ["tally.creation", "partial.decryption", "compensated.decryption", "combine.decryption"];
    const tasks = stems.map((queue) => defineTask({ name: `demo.${queue}`, queue, run: () => undefined }));
    const engine = await createEngine({ tasks, database, config: { rabbitmqUrl: rabbitmq.url }, logger: silentLogger });
    onTestFinished(() => engine.stop());
    await engine.start();
    const consumers = () =>
      rabbitmqctl(rabbitmq, "list_consumers", "queue_name", "prefetch_count", "--no-table-headers");
    await vi.waitUntil(() => consumers().length === 16, WAIT);

    const exchanges = rabbitmqctl(rabbitmq, "list_exchanges", "name", "type", "durable", "--no-table-headers");
    const queues = rabbitmqctl(rabbitmq, "list_queues", "name", "type", "durable", "--no-table-headers");
    const bindings = rabbitmqctl(rabbitmq, "list_bindings", "source_name", "destination_name", "routing_key");
    expect(exchanges.filter(([name = ""]) => name.startsWith("task."))).toEqual(
      expect.arrayContaining([
        ["task.exchange", "direct", "true"],
        ["task.dlx.exchange", "direct", "true"],
      ]),
    );
    expect(queues.map(([name]) => name).sort()).toEqual(
      stems.flatMap((stem) => [`${stem}.queue`, `${stem}.dlq.queue`]).sort(),
    );
    expect(new Set(queues.map(([, type, durable]) => `${type ?? ""} ${durable ?? ""}`))).toEqual(
      new Set(["quorum true"]),
    );
    for (const stem of stems) expect(bindings).toContainEqual(["task.exchange", `${stem}.queue`, `task.${stem}`]);
    expect(consumers().sort()).toEqual(stems.flatMap((stem) => FOUR.map(() => [`${stem}.queue`, "1"])).sort());
  },
);

it("a broker that is killed and restarted under load loses no work and doubles no effect", async () => {
  const story = await openDispatchStory(rabbitmq.url);
  const engines = [await story.startEngine(CONFIG), await story.startEngine(CONFIG)];
  await story.submit(tasks);

  for (let kill = 1; kill <= KILLS; kill++) {
    await untilReceived(engines, story, kill);
    await killAndRestart(rabbitmq, engines);
  }
  await expectEachOnce(story);
  const counts = await countsOf(engines, story);
  expect(counts.redelivered + counts.resent + counts.ignored + counts.unsent).toBeGreaterThanOrEqual(IS_LONG ? 100 : 1);
});

it("the whole run completes although the broker was never started", async () => {
  const [port = 0] = await freePorts(1);
  const story = await openDispatchStory(`amqp://rota@127.0.0.1:${String(port)}`);
  const engine = await story.startEngine(CONFIG);
  await story.submit(tasks);

  await expectEachOnce(story);
  expect(await engine.status()).toMatchObject({ isReady: true, missing: ["broker"] });
  expect(await story.mostQueued()).toEqual({ in_all: 0, of_one_task: 0 });
});

it("when the broker returns, dispatch returns to it without a restart", async () => {
  await rabbitmq.stop();
  const story = await openDispatchStory(rabbitmq.url);
  const engine = await story.startEngine(CONFIG);
  await story.submit([{ chunks: 5 }]);
  await story.untilAllEnded();
  await rabbitmq.start();
  await vi.waitUntil(async () => (await engine.status()).missing.length === 0, WAIT);
  await story.submit([{ chunks: 5 }]);
  await story.untilAllEnded();

  expect((await engine.status()).dispatch?.[story.queue]).toMatchObject({ published: 5, received: 5 });
});

it.runIf(IS_LONG)(
  "a cluster of three that loses its nodes one after the other, the leader among them, loses nothing",
  async () => {
    const cluster = await startRabbitmqCluster({ nodes: 3 });
    onTestFinished(() => cluster.dispose());
    const story = await openDispatchStory(cluster.urls[0]);
    const engines: Engine[] = [];
    for (const rabbitmqUrl of cluster.urls) engines.push(await story.startEngine({ ...CONFIG, rabbitmqUrl }));
    await story.submit(tasks);

    for (const [index, node] of cluster.nodes.entries()) {
      await untilReceived(engines, story, index + 1);
      await killAndRestart(node, engines);
    }
    await expectEachOnce(story);
  },
);

/** Some part of the work has gone through the broker. */
async function untilReceived(engines: readonly Engine[], story: DispatchStory, part: number): Promise<void> {
  const wanted = (TASKS * CHUNKS * part) / (2 * KILLS + 4);
  await vi.waitUntil(async () => (await countsOf(engines, story)).received >= wanted, LONG_WAIT);
}

async function killAndRestart(server: Service, engines: readonly Engine[]): Promise<void> {
  await server.kill();
  await server.start();
  const isBack = async () =>
    (await Promise.all(engines.map((engine) => engine.status()))).every(({ missing }) => missing.length === 0);
  await vi.waitUntil(isBack, LONG_WAIT);
}

async function expectEachOnce(story: DispatchStory): Promise<void> {
  await story.untilAllEnded(LONG_WAIT);
  const effects = await story.effects();
  expect(effects.size).toBe(TASKS * CHUNKS);
  expect([...effects.values()].filter((count) => count !== 1)).toEqual([]);
  expect(await story.audit()).toMatchObject({ difference: undefined });
}

async function countsOf(engines: readonly Engine[], { queue }: DispatchStory) {
  const total = { received: 0, redelivered: 0, resent: 0, ignored: 0, unsent: 0 };
  for (const engine of engines) {
    const counts = (await engine.status()).dispatch?.[queue];
    if (counts === undefined) continue;
    total.received += counts.received;
    total.redelivered += counts.redelivered;
    total.resent += counts.resent;
    total.ignored += counts.ignored;
    total.unsent += counts.unsent;
  }
  return total;
}
