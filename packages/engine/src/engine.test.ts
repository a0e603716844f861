/** Tests what users rely on when they submit tasks to an engine and wait for their results. */
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Config } from "./config/config.ts";
import type { Database } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import { sql } from "./database/sql.ts";
import { createEngine, type Engine } from "./engine.ts";
import { createEngineCompute } from "./engine/open-parts.ts";
import { silentLogger } from "./runtime/logger.ts";
import { removeSchedule, setSchedule } from "./schedules/set-schedule.ts";
import { cancelTask } from "./tasks/change-task.ts";
import { defineTask, type TaskDefinition } from "./tasks/define-task.ts";
import { NO_RETRY } from "./tasks/retry-policy.ts";
import { openTestDatabase, type TestDatabase } from "../test/support/test-database.ts";

/** Longer than any test: work that starts before it was notified. */
const NEVER_POLLED = { pollIntervalMs: 600_000 };

describe.each(["pglite", "postgres"] as const)("an engine on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let queue = "";
  let queueCount = 0;
  const engines: Engine[] = [];

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  beforeEach(() => {
    queue = `queue-${String(++queueCount)}`;
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.stop();
  });
  afterAll(() => opened.dispose());

  const newEngine = async (tasks: readonly TaskDefinition[], config: Partial<Config> = {}): Promise<Engine> => {
    const engine = await createEngine({ tasks, database, config, logger: silentLogger });
    engines.push(engine);
    return engine;
  };
  const startedEngine = async (tasks: readonly TaskDefinition[], config: Partial<Config> = {}): Promise<Engine> => {
    const engine = await newEngine(tasks, config);
    await engine.start();
    return engine;
  };
  const countTasks = async (): Promise<number> =>
    (await database.query(sql`select from rota.tasks where queue = ${queue}`)).length;
  const double = () => defineTask({ name: "demo.double", queue, run: (input: { value: number }) => input.value * 2 });
  /** Says when it began, and ends when it is asked to. */
  const patient = (began: Signal) =>
    defineTask({
      name: "demo.patient",
      queue,
      run: async (_: object, { signal }): Promise<string> => {
        began.give();
        if (!signal.aborted) await once(signal, "abort");
        throw signal.reason;
      },
    });

  test("a task that is submitted is run and gives its result", async () => {
    const task = double();
    const engine = await startedEngine([task]);

    const submitted = await engine.submit(task, { value: 21 });

    expect(await submitted.result()).toBe(42);
    expect(submitted.isNew).toBe(true);
  });

  test("a caller that waits for a bounded time gets the result, or undefined when the task takes longer", async () => {
    const task = double();
    const engine = await newEngine([task]);
    const submitted = await engine.submit(task, { value: 21 });

    expect(await submitted.resultWithin({ waitMs: 0 })).toBeUndefined();
    await engine.start();
    expect(await submitted.resultWithin({ waitMs: 60_000 })).toBe(42);
  });

  test("a bounded wait ends with the reason of its signal, and with the refusal of a task that failed", async () => {
    const failing = defineTask({
      name: "demo.failing",
      queue,
      retry: NO_RETRY,
      run: () => Promise.reject(new Error("no")),
    });
    const engine = await newEngine([failing]);
    const submitted = await engine.submit(failing, {});
    const reason = new Error("the caller disconnected");

    await expect(submitted.resultWithin({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await engine.start();
    await expect(submitted.resultWithin()).rejects.toMatchObject({ code: "TASK_FAILED" });
  });

  test("a task is followed, stopped and taken up again from another engine, by its id", async () => {
    const task = defineTask({
      name: "demo.sum",
      split: (n: number) => [n, n],
      run: (n) => n,
      finish: ([a, b]) => Number(a) + Number(b),
    });
    const [here, there] = [await newEngine([task]), await newEngine([])];
    const { taskId } = await here.submit(task, 4);
    const followed = there.task<number>(taskId);

    expect((await followed.progress()).state).toBe("ACTIVE");
    expect([await followed.pause(), await followed.resume(), await followed.resume()]).toEqual([true, true, false]);
    await here.start();
    expect(await followed.result()).toBe(8);
    await expect(followed.cancel()).rejects.toMatchObject({ code: "TASK_FINISHED" });
    await expect(there.task(taskId + 1_000n).result()).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  });

  test("a task that is cancelled ends without a result", async () => {
    const task = double();
    const engine = await newEngine([task]);
    const submitted = await engine.submit(task, { value: 4 });

    expect(await submitted.cancel()).toBe(true);
    await expect(submitted.result()).rejects.toMatchObject({ code: "TASK_CANCELLED" });
  });

  test("what was submitted before the start is run after it", async () => {
    const task = double();
    const engine = await newEngine([task]);
    const submitted = await engine.submit(task, { value: 1 });

    await engine.start();

    expect(await submitted.result()).toBe(2);
  });

  test("a task that is submitted in a transaction runs when it commits, and never when it is rolled back", async () => {
    const ran: number[] = [];
    const task = defineTask({ name: "demo.note", queue, run: (input: { n: number }) => void ran.push(input.n) });
    const engine = await startedEngine([task], NEVER_POLLED);
    const rolledBack = database.transaction(async (tx) => {
      await engine.submit(task, { n: 1 }, { in: tx });
      throw new Error("changed my mind");
    });

    await expect(rolledBack).rejects.toThrow("changed my mind");
    const kept = await database.transaction((tx) => engine.submit(task, { n: 2 }, { in: tx }));
    await kept.result();

    expect(ran).toEqual([2]);
    expect(await countTasks()).toBe(1);
  });

  test("work of another submitter starts at once, however rarely the worker polls", async () => {
    const task = double();
    await startedEngine([task], NEVER_POLLED);
    const submitter = await newEngine([], NEVER_POLLED);

    const submitted = await submitter.submit(task, { value: 4 });

    expect(await submitted.result()).toBe(8);
  });

  test("an engine that stops gives back what runs, without costing an attempt, and another one finishes it", async () => {
    const began = signal();
    const first = await startedEngine([patient(began)]);
    const submitted = await first.submit(patient(began), {});
    await began.given;

    await first.stop();
    const [given] = await database.query(
      sql<{ state: string; attempt: number }>`
        select state, attempt from rota.chunks where task_id = ${submitted.taskId}`,
    );
    const quick = defineTask({ name: "demo.patient", queue, run: () => "done" });
    const second = await startedEngine([quick]);
    const again = await second.submit(quick, {});
    await again.result();

    expect(given).toEqual({ state: "PENDING", attempt: 0 });
    await expect.poll(() => stateOf(database, submitted.taskId)).toBe("COMPLETED");
  });

  test("two engines share the work, and each chunk runs once", async () => {
    const ranBy = new Map<number, string[]>();
    const bothBegan = signal();
    const share = (name: string) =>
      defineTask({
        name: "demo.share",
        queue,
        split: (input: { chunks: number }) => Array.from({ length: input.chunks }, (_, index) => index),
        run: async (index) => {
          ranBy.set(index, [...(ranBy.get(index) ?? []), name]);
          if (new Set([...ranBy.values()].flat()).size === 2) bothBegan.give();
          await bothBegan.given;
        },
      });
    const ann = await startedEngine([share("ann")], { workerSlots: 2 });
    await startedEngine([share("bob")], { workerSlots: 2 });

    await (await ann.submit(share("ann"), { chunks: 20 })).result();

    expect([...ranBy.values()].map((names) => names.length)).toEqual(Array.from({ length: 20 }, () => 1));
    expect(new Set([...ranBy.values()].flat())).toEqual(new Set(["ann", "bob"]));
  });

  test("the result of a cancelled task is a refusal that says so", async () => {
    const task = double();
    const engine = await newEngine([task]);
    const submitted = await engine.submit(task, { value: 1 });

    await cancelTask(database, submitted.taskId);

    await expect(submitted.result()).rejects.toMatchObject({ code: "TASK_CANCELLED" });
  });

  test("a caller that waits for a result may give up, and the task continues", async () => {
    const task = double();
    const engine = await newEngine([task]);
    const submitted = await engine.submit(task, { value: 5 });
    const giveUp = new AbortController();

    const waiting = submitted.result({ signal: giveUp.signal });
    giveUp.abort(new Error("too long"));
    await expect(waiting).rejects.toThrow("too long");
    await engine.start();

    expect(await submitted.result()).toBe(10);
  });

  test("input that does not fit is refused before anything is written", async () => {
    const task = defineTask({
      name: "demo.checked",
      queue,
      input: (value: unknown) => {
        if (typeof value !== "string" || value === "") throw new Error("give a text");
        return value;
      },
      run: (text) => text.length,
    });
    const engine = await newEngine([task]);

    const refused = engine.submit(task, "");

    await expect(refused).rejects.toMatchObject({ code: "INPUT_INVALID" });
    expect(await countTasks()).toBe(0);
  });

  test("an engine is started and stopped once, however often it is asked to", async () => {
    const runs: number[] = [];
    const task = defineTask({ name: "demo.count", queue, run: () => void runs.push(1) });
    const engine = await newEngine([task]);

    await Promise.all([engine.start(), engine.start()]);
    await engine.start();
    await (await engine.submit(task, {})).result();
    await Promise.all([engine.stop(), engine.stop()]);

    expect(runs).toEqual([1]);
  });

  test.skipIf(on === "pglite")(
    "a start that was refused can be tried again (a database of one process refuses none)",
    async () => {
      const task = double();
      const first = await startedEngine([task], { workerId: "worker-1" });
      const second = await newEngine([task], { workerId: "worker-1" });

      await expect(second.start()).rejects.toMatchObject({ code: "WORKER_ID_TAKEN" });
      await first.stop();
      await second.start();

      expect(await (await second.submit(task, { value: 3 })).result()).toBe(6);
    },
  );

  test("an engine that was stopped refuses calls that submit, start or wait", async () => {
    const task = double();
    const engine = await newEngine([task]);
    const submitted = await engine.submit(task, { value: 1 });
    const waiting = expect(submitted.result()).rejects.toMatchObject({ code: "ENGINE_STOPPED" });

    await engine.stop();

    await waiting;
    await expect(engine.submit(task, { value: 1 })).rejects.toMatchObject({ code: "ENGINE_STOPPED" });
    await expect(engine.start()).rejects.toMatchObject({ code: "ENGINE_STOPPED" });
    await expect(submitted.result()).rejects.toMatchObject({ code: "ENGINE_STOPPED" });
  });

  test("a started engine runs schedules", async () => {
    const ran = signal();
    const tick = defineTask({ name: "demo.tick", queue, run: () => ran.give() });
    const name = `every second of ${queue}`;
    await setSchedule(database, {
      name,
      cron: "* * * * * *",
      task: { queue, tenant: "ann", group: "clock", type: tick.name, isJob: true, chunks: [{ payload: {} }] },
    });

    await startedEngine([tick]);

    await ran.given;
    await removeSchedule(database, name);
  });

  test("whatever a handler does has a documented end, and the others continue", async () => {
    const bad = BAD_HANDLERS.map(({ does, run }, index) => {
      const settings = { name: `demo.bad-${String(index)}`, queue, retry: NO_RETRY };
      return defineTask({ ...settings, timeoutMs: does === "never returns" ? 20 : 60_000, run });
    });
    const good = double();
    const engine = await startedEngine([...bad, good], { handlerGraceMs: 500 });

    const submitted = await Promise.all(bad.map((task) => engine.submit(task, {})));
    const after = await engine.submit(good, { value: 1 });
    const ends = await Promise.all(
      submitted.map(async ({ taskId, result }, index) => ({
        does: BAD_HANDLERS[index]?.does,
        ...(await chunkOf(database, taskId, result())),
      })),
    );

    expect(ends).toEqual(BAD_HANDLERS.map(({ does, state, code }) => ({ does, state, code, error_fits: true })));
    expect(await after.result()).toBe(2);
  });
});

const TEN_MB = "x".repeat(10_000_000);
const BAD_HANDLERS: readonly { does: string; run: () => unknown; state: string; code: string }[] = [
  { does: "throws nothing", run: throwNothing, state: "DEAD_LETTER", code: "NOT_AN_ERROR" },
  { does: "throws before it returns a promise", run: throwAtOnce, state: "DEAD_LETTER", code: "E_AT_ONCE" },
  { does: "throws 10 MB", run: () => Promise.reject(new Error(TEN_MB)), state: "DEAD_LETTER", code: "Error" },
  { does: "returns a BigInt", run: () => 1n, state: "FAILED", code: "RESULT_NOT_JSON" },
  { does: "returns 10 MB", run: () => TEN_MB, state: "FAILED", code: "RESULT_TOO_LARGE" },
  { does: "never returns", run: () => new Promise(() => undefined), state: "DEAD_LETTER", code: "CHUNK_TIMEOUT" },
];

async function stateOf(database: Database, taskId: bigint): Promise<string | undefined> {
  const [row] = await database.query(
    sql<{ state: string }>`select rota.task_state(tasks) as state from rota.tasks where task_id = ${taskId}`,
  );
  return row?.state;
}

/** After its task has failed. An error record has at most 40 KiB. */
async function chunkOf(database: Database, taskId: bigint, result: Promise<unknown>): Promise<object> {
  await expect(result).rejects.toMatchObject({ code: "TASK_FAILED" });
  const [row] = await database.query(
    sql<{ state: string; code: string; error_fits: boolean }>`
      select state, last_error ->> 'code' as code, length(last_error::text) <= 40960 as error_fits
        from rota.chunks where task_id = ${taskId}`,
  );
  return row ?? {};
}

function throwAtOnce(): never {
  throw Object.assign(new Error("no"), { code: "E_AT_ONCE" });
}

function throwNothing(): never {
  const nothing: unknown = undefined;
  throw nothing;
}

type Signal = { readonly given: Promise<void>; give(): void };

function signal(): Signal {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}

test("a function runs in another process until the engine is stopped, and is refused afterwards", async () => {
  const { run, close } = createEngineCompute(silentLogger);
  const elsewhere = () => process.pid;

  const pid = await run(elsewhere, undefined);
  await close();

  expect(pid).not.toBe(process.pid);
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  await expect(run(elsewhere, undefined)).rejects.toMatchObject({ code: "ENGINE_STOPPED" });
});

test("an engine that computed nothing closes at once", async () => {
  const { close } = createEngineCompute(silentLogger);

  await expect(close()).resolves.toBeUndefined();
});
