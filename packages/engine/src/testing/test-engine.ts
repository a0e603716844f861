/** Creates an engine for tests that runs in memory, step by step, with a clock that only the test moves. */
import { AssertionError } from "node:assert";
import type { PayloadCodec, WithCodec } from "../codec/payload-codec.ts";
import { createComputePool } from "../compute/compute-pool.ts";
import type { Database } from "../database/database.ts";
import type { Engine } from "../engine.ts";
import { taskHandle } from "../engine/task-handle.ts";
import { createProgressReads } from "../progress/task-progress.ts";
import { type Logger, silentLogger } from "../runtime/logger.ts";
import { scheduleTask } from "../schedules/schedule-task.ts";
import { runDueSchedules } from "../schedules/run-due-schedules.ts";
import { sweepCancelled } from "../tasks/change-task.ts";
import { createTaskRegistry, type TaskDefinition } from "../tasks/define-task.ts";
import { type SubmitOptions, submitTask } from "../tasks/submit-tasks.ts";
import { createEndWatch, readResult } from "../worker/task-result.ts";
import { createWorker } from "../worker/worker.ts";
import { openHeldDatabase } from "./held-database.ts";
import { createSubmissions, type Submissions } from "./submissions.ts";
import { selectOpenChunk } from "./testing.sql.ts";

/** Tasks and start time of a test engine. */
export type TestEngineOptions = {
  readonly tasks: readonly TaskDefinition[];
  /** Time at the beginning. Default: the system's. */
  readonly now?: Date;
  /** Queues whose work is run. Default: the queues of the tasks. */
  readonly queues?: readonly string[];
  /** Number of chunks that run at once. Default 10. */
  readonly slots?: number;
  /** As an engine's. */
  readonly codec?: PayloadCodec;
  /** Default: none. */
  readonly logger?: Logger;
};

/** Engine for tests, with a clock that the test advances. */
export type TestEngine = Submissions & {
  /** PGlite, for the test's own rows. */
  readonly database: Database;
  /** Submits a task as an engine does; `result()` drains first, and throws when the task has not ended after that. */
  readonly submit: Engine["submit"];
  /** Sets a schedule as an engine does. */
  readonly schedule: Engine["schedule"];
  /** Runs all due work, including schedules and work that follows from it; resolves when nothing is left that may run now. */
  readonly drain: () => Promise<void>;
  /** Time of the database. */
  readonly now: () => Date;
  /** Advances the time: retries, delays, schedules and rates become due. Nothing runs before the next `drain()`. */
  readonly advance: (ms: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

const NEVER = new AbortController().signal;
const DEFAULT_SLOTS = 10;
/** Length of a lease. The clock is stopped while chunks run, so that no lease expires. */
const LEASE_MS = 60_000;
const GRACE_MS = 100;
const UNWATCHED = { isWatched: false, hold: () => undefined, drop: () => undefined };

/**
 * Creates an engine on a database in memory, with a clock that the test advances.
 *
 * @example
 * const engine = await createTestEngine({ tasks: [greet] });
 * const task = await engine.submit(greet, { name: "ann" });
 * assert.equal(await task.result(), "hello ann");
 * await engine.close();
 */
export async function createTestEngine(options: TestEngineOptions): Promise<TestEngine> {
  const { now = new Date(), slots = DEFAULT_SLOTS, logger = silentLogger, codec } = options;
  const { definitions } = createTaskRegistry(options.tasks);
  const queues = options.queues ?? [...new Set(definitions.map(({ queue }) => queue))];
  const { database, clock, advance } = await openHeldDatabase({ now, logger });
  const compute = createComputePool({ logger });
  const times = { leaseMs: LEASE_MS, graceMs: GRACE_MS, pollIntervalMs: LEASE_MS };
  const setting = { owner: "test-engine", slots, leases: UNWATCHED, ...times };
  const worker = createWorker({ database, definitions, queues, compute, clock, logger, codec, ...setting });

  const reads = { watch: createEndWatch(database), readProgress: createProgressReads(database) };
  const handleParts = { database, codec, ...reads, over: NEVER, wake: () => worker.wake() };

  const drain = async (): Promise<void> => {
    await runSchedules(database, { logger, codec });
    await worker.drain();
    while ((await sweepCancelled(database)) > 0);
  };

  return {
    ...createSubmissions(database, { codec }),
    database,
    drain,
    advance,
    now: () => clock.now(),
    schedule: (definition, schedule) => scheduleTask({ database, codec }, definition, schedule),
    async submit<Given, Result>(definition: TaskDefinition<Given, Result>, input: Given, placement?: SubmitOptions) {
      const submitted = await submitTask(database, { definition, input, options: placement, codec });
      const result = async (): Promise<Result> => {
        await drain();
        const end = await readResult<Result>(database, { ...submitted, codec });
        if (end === undefined) throw await notEnded(database, submitted.taskId);
        return end.result;
      };
      return { ...submitted, ...taskHandle<Result>(submitted.taskId, handleParts), result };
    },
    async close() {
      await worker.stop();
      await compute.close();
      await database.close();
    },
  };
}

async function runSchedules(
  database: Database,
  { logger, codec }: WithCodec & { readonly logger: Logger },
): Promise<void> {
  for (;;) {
    const { failed, next } = await runDueSchedules(database, { codec });
    for (const each of failed) logger.warn(each, "a schedule cannot be run");
    if (next !== "again") return;
  }
}

async function notEnded(database: Database, taskId: bigint): Promise<AssertionError> {
  const [chunk] = await database.query(selectOpenChunk(taskId));
  const name = `task ${String(taskId)} has not ended`;
  if (chunk === undefined) return new AssertionError({ message: `${name}: it waits for other tasks` });
  const wayOut =
    chunk.state === "SCHEDULED"
      ? `until ${chunk.due_at?.toISOString() ?? ""}: advance the time, then ask again`
      : "and nothing here runs it: give its definition in tasks and its queue in queues, or see what is paused";
  return new AssertionError({ message: `${name}: chunk ${String(chunk.number)} is ${chunk.state} ${wayOut}` });
}
