/** Work that continues while RabbitMQ is killed and restarted, alone and as a cluster. Takes minutes: only with ROTA_LONG=1. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startRabbitmqCluster } from "../../../../tools/services/rabbitmq-cluster.ts";
import { startRabbitmq } from "../../../../tools/services/rabbitmq-service.ts";
import { rabbitmqctl } from "../../../../tools/services/rabbitmq/rabbitmqctl.ts";
import type { Service } from "../../../../tools/services/service.ts";
import { migrate } from "../../src/database/migrate.ts";
import { createEngine, type Engine } from "../../src/engine.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { defineTask } from "../../src/tasks/define-task.ts";
import { IS_LONG, WAIT } from "../support/story-support.ts";
import { openTestDatabase } from "../support/test-database.ts";
import { countTickets, expectEachOnce, openDispatchStory, untilReceived } from "./dispatch-support.ts";

const CHUNKS = 100;
const KILLS = 5;
/** As fast without the broker as with it: work must outlast every absence. */
const CONFIG = { brokerConcurrencyMin: 16, brokerConcurrencyMax: 16, workerSlots: 16 };
/** How many tickets come through before the next kill. */
const BETWEEN_KILLS = 150;
const LONG_WAIT = { timeout: 300_000, interval: 50 };
const tasks = Array.from({ length: 50 }, () => ({ chunks: CHUNKS, workMs: 400 }));
const ALL = tasks.length * CHUNKS;

describe.runIf(IS_LONG)("RabbitMQ that is killed", { timeout: 1_800_000 }, () => {
  let rabbitmq: Service;
  beforeAll(async () => {
    rabbitmq = await startRabbitmq();
  });
  afterAll(() => rabbitmq.dispose());

  it("shows four queues with four consumers each, and consumers with a prefetch of 1", async () => {
    const { database, dispose } = await openTestDatabase({ on: "postgres" });
    onTestFinished(dispose);
    await migrate(database);
    const stems = ["tally.creation", "partial.decryption", "compensated.decryption", "combine.decryption"];
    const ofStems = stems.map((queue) => defineTask({ name: `demo.${queue}`, queue, run: () => undefined }));
    const config = { rabbitmqUrl: rabbitmq.url };
    const engine = await createEngine({ tasks: ofStems, database, config, logger: silentLogger });
    onTestFinished(() => engine.stop());
    await engine.start();
    const list = (...words: readonly string[]) => rabbitmqctl(rabbitmq, ...words, "--no-table-headers");
    let consumers: string[][] = [];
    const listConsumers = () => (consumers = list("list_consumers", "queue_name", "prefetch_count"));
    await vi.waitUntil(() => listConsumers().length === 16, WAIT);

    const exchanges = list("list_exchanges", "name", "type", "durable").filter(([name = ""]) =>
      name.startsWith("task."),
    );
    const queues = list("list_queues", "name", "type", "durable");
    const bindings = list("list_bindings", "source_name", "destination_name", "routing_key");
    expect(exchanges.sort()).toEqual([
      ["task.dlx.exchange", "direct", "true"],
      ["task.exchange", "direct", "true"],
    ]);
    expect(queues.sort()).toEqual(
      stems.flatMap((stem) => [`${stem}.dlq.queue`, `${stem}.queue`].map((name) => [name, "quorum", "true"])).sort(),
    );
    for (const stem of stems) expect(bindings).toContainEqual(["task.exchange", `${stem}.queue`, `task.${stem}`]);
    expect(consumers.sort()).toEqual(stems.flatMap((stem) => FOUR.map(() => [`${stem}.queue`, "1"])).sort());
  });

  it("killed and restarted five times under load it loses no work and doubles no effect", async () => {
    const story = await openDispatchStory(rabbitmq.url);
    const engines = [await story.startEngine(CONFIG), await story.startEngine(CONFIG)];
    await story.submit(tasks);
    for (let kill = 1; kill <= KILLS; kill++) {
      const { received } = await countTickets(engines, story);
      await untilReceived(engines, story, received + BETWEEN_KILLS, LONG_WAIT);
      await killAndRestart(rabbitmq, engines);
    }

    await expectEachOnce(story, ALL, LONG_WAIT);
    const { redelivered, resent, ignored, unsent } = await countTickets(engines, story);
    process.stdout.write(
      `tickets: ${String(redelivered)} redelivered, ${String(resent)} sent again, ${String(ignored)} ignored, ${String(unsent)} unsent\n`,
    );
    expect(redelivered + resent + unsent).toBeGreaterThanOrEqual(100);
  });

  it("a cluster of three that loses its nodes one after the other, the leader among them, loses nothing", async () => {
    const cluster = await startRabbitmqCluster({ nodes: 3 });
    onTestFinished(() => cluster.dispose());
    const story = await openDispatchStory(cluster.urls[0]);
    const engines: Engine[] = [];
    for (const rabbitmqUrl of cluster.urls) engines.push(await story.startEngine({ ...CONFIG, rabbitmqUrl }));
    await story.submit(tasks);
    for (const node of cluster.nodes) {
      const { received } = await countTickets(engines, story);
      await untilReceived(engines, story, received + BETWEEN_KILLS, LONG_WAIT);
      await killAndRestart(node, engines);
    }

    await expectEachOnce(story, ALL, LONG_WAIT);
  });
});

const FOUR = [1, 2, 3, 4];

async function killAndRestart(server: Service, engines: readonly Engine[]): Promise<void> {
  await server.kill();
  await server.start();
  const hasAll = async (engine: Engine) => (await engine.status()).missing.length === 0;
  await vi.waitUntil(async () => (await Promise.all(engines.map(hasAll))).every(Boolean), LONG_WAIT);
}
