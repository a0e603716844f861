/** Tests what users rely on when a worker runs their tasks. */
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createComputePool } from "../compute/compute-pool.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openPostgres } from "../database/postgres-database.ts";
import { sql } from "../database/sql.ts";
import { list, NO_RETRY } from "../tasks/retry-policy.ts";
import { silentLogger } from "../runtime/logger.ts";
import { cancelTask } from "../tasks/change-task.ts";
import { defineTask, type TaskDefinition } from "../tasks/define-task.ts";
import { fail, retryIn, snooze } from "../tasks/outcome.ts";
import { planTask } from "../tasks/plan-task.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { startTcpProxy, type TcpProxy } from "../../../../tools/services/tcp-proxy.ts";
import { openTestDatabase, testPostgresUrl, type TestDatabase } from "../../test/support/test-database.ts";
import { waitForResult } from "./task-result.ts";
import { createWorker, type Worker } from "./worker.ts";

const PLACE = { tenant: "ann", group: "books" };

describe.each(["pglite", "postgres"] as const)("a worker on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  const compute = createComputePool({ logger: silentLogger });
  let queue = "";
  let queueCount = 0;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  beforeEach(() => {
    queue = `queue-${String(++queueCount)}`;
  });
  afterAll(async () => {
    await compute.close();
    await opened.dispose();
  });

  const newWorker = (definitions: readonly TaskDefinition[], slots = 10, through: Database = database): Worker =>
    createWorker({
      database: through,
      definitions,
      queues: [queue],
      slots,
      owner: "worker-1",
      leases: { isWatched: false, hold: () => undefined, drop: () => undefined },
      compute,
      leaseMs: 60_000,
      pollIntervalMs: 1_000,
      graceMs: 100,
      logger: silentLogger,
    });

  const submit = async <Given>(definition: TaskDefinition<Given>, input: NoInfer<Given>): Promise<bigint> => {
    const [task] = await submitTasks(database, [await planTask(definition, input, { ...PLACE, queue })]);
    return task?.taskId ?? 0n;
  };

  const readChunk = async (taskId: bigint, number = 1) => {
    const [row] = await database.query(
      sql<{ state: string; attempt: number; last_error: { code: string } | null }>`
        select state, attempt, last_error from rota.chunks where task_id = ${taskId} and number = ${number}`,
    );
    return { state: row?.state, attempt: row?.attempt, code: row?.last_error?.code };
  };

  const makeDue = (taskId: bigint) =>
    database.query(
      sql`update rota.chunks set due_at = clock_timestamp() where task_id = ${taskId} and state = 'SCHEDULED'`,
    );

  test("a job is run with its input and gives its result", async () => {
    const double = defineTask({ name: "demo.double", run: (input: { value: number }) => input.value * 2 });
    const taskId = await submit(double, { value: 21 });

    await newWorker([double]).drain();

    expect(await waitForResult(database, { taskId })).toBe(42);
  });

  test("a task is cut, run in order and finished with one result", async () => {
    const order: string[] = [];
    const count = defineTask({
      name: "demo.count",
      split: (input: { pages: string[] }) => input.pages,
      run: (page) => {
        order.push(page);
        return page.length;
      },
      finish: (lengths) => lengths.reduce((sum, length) => sum + length, 0),
    });
    const taskId = await submit(count, { pages: ["a", "bb", "ccc"] });

    await newWorker([count]).drain();

    expect(order).toEqual(["a", "bb", "ccc"]);
    expect(await waitForResult(database, { taskId })).toBe(6);
  });

  test("what follows is submitted once, in the transaction that ends the task", async () => {
    const ran: number[] = [];
    const second = defineTask({ name: "demo.second", run: (input: { of: string }) => void ran.push(input.of.length) });
    const first = defineTask({
      name: "demo.first",
      run: () => ({ made: 1 }),
      then: async ({ taskId, submit: submitNext }) => {
        await submitNext([await planTask(second, { of: String(taskId) }, { ...PLACE, queue })]);
      },
    });
    const taskId = await submit(first, {});

    await newWorker([first, second]).drain();

    expect(ran).toEqual([String(taskId).length]);
    expect(await waitForResult(database, { taskId })).toEqual({ made: 1 }); // that of the job, as its type says
  });

  test("a handler that throws is tried again as its policy says, and ends as a dead letter", async () => {
    const broken = defineTask({
      name: "demo.broken",
      retry: list([0]),
      run: (): number => {
        throw Object.assign(new Error("no"), { code: "E_NO" });
      },
    });
    const taskId = await submit(broken, {});
    const worker = newWorker([broken]);

    await worker.drain();
    await makeDue(taskId);
    await worker.drain();

    expect(await readChunk(taskId)).toEqual({ state: "DEAD_LETTER", attempt: 2, code: "E_NO" });
    await expect(waitForResult(database, { taskId })).rejects.toThrow("E_NO: no");
  });

  test("outcomes are values: retry, snooze and fail", async () => {
    const ask = defineTask({
      name: "demo.ask",
      run: (input: { kind: string }) =>
        input.kind === "retry"
          ? retryIn(60_000, "busy")
          : input.kind === "snooze"
            ? snooze(60_000, "early")
            : fail("bad"),
    });
    const ids = await Promise.all(["retry", "snooze", "fail"].map((kind) => submit(ask, { kind })));

    await newWorker([ask]).drain();

    expect(await Promise.all(ids.map((id) => readChunk(id)))).toEqual([
      { state: "SCHEDULED", attempt: 1, code: "RETRY_ASKED" },
      { state: "SCHEDULED", attempt: 0, code: "SNOOZED" },
      { state: "FAILED", attempt: 1, code: "FAILED" },
    ]);
  });

  test("a handler that does not end in time is given up and tried again later", async () => {
    const endless = defineTask({
      name: "demo.endless",
      timeoutMs: 20,
      run: () => new Promise<number>(() => undefined),
    });
    const taskId = await submit(endless, {});

    await newWorker([endless]).drain();

    expect(await readChunk(taskId)).toEqual({ state: "SCHEDULED", attempt: 1, code: "CHUNK_TIMEOUT" });
  });

  test("types that a worker does not know are left to others without costing an attempt", async () => {
    const known = defineTask({ name: "demo.known", run: () => 1 });
    const unknown = defineTask({ name: "demo.unknown", run: () => 1 });
    const taskId = await submit(unknown, {});

    await newWorker([known]).drain();

    expect(await readChunk(taskId)).toEqual({ state: "SCHEDULED", attempt: 0, code: "TASK_TYPE_UNKNOWN" });
  });

  test("what a handler commits is there with the completion, or not at all", async () => {
    await database.query(sql`create table if not exists rota.effects (task_id bigint)`);
    const write = defineTask({
      name: "demo.write",
      retry: NO_RETRY,
      run: async (input: { losesLease: boolean }, { taskId, commit }) => {
        if (input.losesLease)
          await database.query(sql`update rota.chunks set lease_token = 1 where task_id = ${taskId}`);
        return commit(async (tx) => {
          await tx.query(sql`insert into rota.effects values (${taskId})`);
          return { written: true };
        });
      },
    });
    const kept = await submit(write, { losesLease: false });
    const lost = await submit(write, { losesLease: true });

    await newWorker([write]).drain();

    expect(await waitForResult(database, { taskId: kept })).toEqual({ written: true });
    expect(await database.query(sql`select task_id from rota.effects`)).toEqual([{ task_id: kept }]);
    expect(await readChunk(lost)).toMatchObject({ state: "PROCESSING" });
  });

  test("heavy work runs in a process of its own", async () => {
    const sum = defineTask({
      name: "demo.sum",
      run: (input: { values: number[] }, { compute: computeElsewhere }) =>
        computeElsewhere(
          (values: number[]) => ({ sum: values.reduce((a, b) => a + b, 0), pid: process.pid }),
          input.values,
        ),
    });
    const taskId = await submit(sum, { values: [1, 2, 3] });

    await newWorker([sum]).drain();

    const result = await waitForResult<{ sum: number; pid: number }>(database, { taskId });
    expect(result.sum).toBe(6);
    expect(result.pid).not.toBe(process.pid);
  });

  test("a worker that stops gives back what does not end, without costing an attempt", async () => {
    const started = signalled();
    const stubborn = defineTask({
      name: "demo.stubborn",
      run: (): Promise<number> => {
        started.give();
        return new Promise(() => undefined);
      },
    });
    const taskId = await submit(stubborn, {});
    const worker = newWorker([stubborn]);
    worker.start();
    await started.given;

    await worker.stop();

    expect(await readChunk(taskId)).toEqual({ state: "PENDING", attempt: 0, code: undefined });
  });

  test.skipIf(on === "pglite")(
    "a worker that stops while the database is unavailable does not wait for it for ever",
    async () => {
      const { proxy, away } = await openThroughProxy(database.schema);
      const started = signalled();
      const patient = defineTask({
        name: "demo.patient",
        run: async (_: object, { signal }): Promise<number> => {
          started.give();
          await once(signal, "abort");
          return 1;
        },
      });
      const taskId = await submit(patient, {});
      const worker = newWorker([patient], 10, away);
      worker.start();
      await started.given;

      proxy.refuse();
      await worker.stop();

      expect(await readChunk(taskId)).toMatchObject({ state: "PROCESSING" });
    },
  );

  test("a handler of a cancelled task is asked to end, and its chunk is cancelled", async () => {
    const started = signalled();
    const patient = defineTask({
      name: "demo.patient",
      run: async (_: object, { signal }): Promise<number> => {
        started.give();
        await once(signal, "abort");
        throw new Error("the task is not wanted any more");
      },
    });
    const taskId = await submit(patient, {});
    const worker = newWorker([patient]);
    worker.start();
    await started.given;
    await cancelTask(database, taskId);

    worker.cancelTasks([taskId]);
    await worker.stop();

    expect(await readChunk(taskId)).toMatchObject({ state: "CANCELLED" });
  });

  test("more chunks than slots all run, never more at once than there are slots", async () => {
    let running = 0;
    let most = 0;
    const busy = defineTask({
      name: "demo.busy",
      split: (input: { chunks: number }) => Array.from({ length: input.chunks }, (_, index) => index),
      run: async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
      },
    });
    const taskId = await submit(busy, { chunks: 100 });
    const worker = newWorker([busy], 7);

    worker.start();
    await waitForResult(database, { taskId });
    await worker.stop();

    expect(most).toBe(7);
  });
});

function signalled(): { readonly given: Promise<unknown>; give(): void } {
  const emitter = new EventTarget();
  return { given: once(emitter, "given"), give: () => void emitter.dispatchEvent(new Event("given")) };
}

async function openThroughProxy(schema: string): Promise<{ proxy: TcpProxy; away: Database }> {
  const url = new URL(testPostgresUrl());
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${String(proxy.port)}`;
  const limits = { connectTimeoutMs: 10_000, statementTimeoutMs: 5_000 };
  const away = await openPostgres({ url: url.href, schema, poolSize: 2, logger: silentLogger, ...limits });
  onTestFinished(async () => {
    await away.close();
    await proxy.close();
  });
  return { proxy, away };
}
