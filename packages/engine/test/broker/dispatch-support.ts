/** Shared parts of the stories about dispatch: engines on one database and one broker, and a queue of their own. */
import { randomBytes } from "node:crypto";
import { expect, onTestFinished, vi } from "vitest";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import { startTcpProxy, type TcpProxy } from "../../../../tools/services/tcp-proxy.ts";
import type { Config } from "../../src/config/config.ts";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { createEngine, type Engine } from "../../src/engine.ts";
import { auditQueue, type AuditReport } from "../../src/fairness/audit-queue.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { defineTask } from "../../src/tasks/define-task.ts";
import { planTask } from "../../src/tasks/plan-task.ts";
import { DEFAULT_POOL } from "../../src/tasks/task-options.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { insertEffect, makeEffects, selectEffects, selectOpenChunks } from "../support/story-rows.sql.ts";
import { WAIT } from "../support/story-support.ts";
import { openTestDatabase } from "../support/test-database.ts";
import { selectMostQueued, WATCH_QUEUED } from "./dispatch-rows.sql.ts";

export type DispatchStory = {
  readonly database: Database;
  readonly queue: string;
  /** The chunks in the order in which their handlers began. */
  readonly started: readonly bigint[];
  /** The most handlers that ran at once. */
  readonly mostAtOnce: () => number;
  /** Submits tasks in one call, so that they wait together. */
  submit(
    tasks: readonly {
      readonly chunks: number;
      readonly weight?: number;
      readonly workMs?: number;
      /** No chunk ends before so many have run at once. */
      readonly together?: number;
    }[],
  ): Promise<bigint[]>;
  startEngine(config?: Readonly<Partial<Config>>): Promise<Engine>;
  untilAllEnded(wait?: { timeout: number; interval: number }): Promise<void>;
  /** How many effects there are of each chunk. */
  effects(): Promise<Map<string, number>>;
  mostQueued(): Promise<{ in_all: number; of_one_task: number } | undefined>;
  audit(): Promise<AuditReport>;
};

export async function openDispatchStory(rabbitmqUrl: string | undefined): Promise<DispatchStory> {
  const { database, dispose } = await openTestDatabase({ on: "postgres", poolSize: 20 });
  onTestFinished(dispose);
  await migrate(database);
  await database.query(makeEffects());
  for (const statement of WATCH_QUEUED) await database.query(statement);
  const queue = `story.${randomBytes(4).toString("hex")}`;
  const started: bigint[] = [];
  let running = 0;
  let mostAtOnce = 0;

  const work = defineTask({
    name: "story.dispatched",
    queue,
    split: ({ chunks, ...chunk }: { chunks: number; workMs: number; together: number }) =>
      Array.from({ length: chunks }, () => chunk),
    run: async ({ workMs, together }, { taskId, number, commit }) => {
      started.push(taskId);
      mostAtOnce = Math.max(mostAtOnce, ++running);
      do await systemClock.wait(workMs);
      while (mostAtOnce < together);
      running--;
      await commit((tx) => tx.query(insertEffect({ task_id: taskId, number, worker: "" })).then(() => undefined));
    },
  });

  return {
    database,
    queue,
    started,
    mostAtOnce: () => mostAtOnce,
    async submit(tasks) {
      const plans = tasks.map(({ chunks, workMs = 1, together = 1, weight = 1 }) =>
        planTask(work, { chunks, workMs, together }, { tenant: "ann", group: "stories", weight }),
      );
      return (await submitTasks(database, await Promise.all(plans))).map(({ taskId }) => taskId);
    },
    async startEngine(config = {}) {
      const broker = rabbitmqUrl === undefined ? {} : { rabbitmqUrl };
      const workerId = `worker-${randomBytes(4).toString("hex")}`;
      const engine = await createEngine({
        tasks: [work],
        database,
        config: { workerId, ...broker, ...config },
        logger: silentLogger,
      });
      onTestFinished(() => engine.stop());
      await engine.start();
      return engine;
    },
    async untilAllEnded(wait = WAIT) {
      await vi.waitUntil(async () => (await database.query(selectOpenChunks())).length === 0, wait);
    },
    async effects() {
      const counts = new Map<string, number>();
      for (const { task_id: taskId, number } of await database.query(selectEffects())) {
        const chunk = `${String(taskId)}/${String(number)}`;
        counts.set(chunk, (counts.get(chunk) ?? 0) + 1);
      }
      return counts;
    },
    mostQueued: async () => (await database.query(selectMostQueued()))[0],
    audit: () => auditQueue(database, { queue: DEFAULT_POOL }),
  };
}

/** Returns when so many tickets have come through the broker. */
export async function untilReceived(
  engines: readonly Engine[],
  story: DispatchStory,
  wanted: number,
  wait = WAIT,
): Promise<void> {
  await vi.waitUntil(async () => (await countTickets(engines, story)).received >= wanted, wait);
}

/** That all work ends, each chunk had its effect once, and the audit finds every turn fair. */
export async function expectEachOnce(story: DispatchStory, chunks: number, wait = WAIT): Promise<void> {
  await story.untilAllEnded(wait);
  const effects = await story.effects();
  expect(effects.size).toBe(chunks);
  expect([...effects.values()].filter((count) => count !== 1)).toEqual([]);
  const { difference, unfairness } = await story.audit();
  expect(difference).toBeUndefined();
  expect(unfairness.filter(({ spread, bound }) => spread > bound)).toEqual([]);
}

/** Adds up the outcomes of the tickets of all engines. */
export async function countTickets(engines: readonly Engine[], { queue }: DispatchStory) {
  const total = { received: 0, redelivered: 0, resent: 0, ignored: 0, unsent: 0 };
  for (const engine of engines) {
    const counts = (await engine.status()).dispatch?.[queue];
    for (const name of ["received", "redelivered", "resent", "ignored", "unsent"] as const)
      total[name] += counts?.[name] ?? 0;
  }
  return total;
}

/** Between the engines and the RabbitMQ of the run. */
export async function openBrokerProxy(): Promise<{ proxy: TcpProxy; url: string }> {
  const url = new URL(serviceUrl("rabbitmq"));
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  onTestFinished(() => proxy.close());
  url.port = String(proxy.port);
  return { proxy, url: url.href };
}
