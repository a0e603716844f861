/** Tests an engine with a codec: the database contains only encoded payloads, and everything else works as without it. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEncryptingCodec } from "../src/codec/encrypting-codec.ts";
import type { PayloadCodec } from "../src/codec/payload-codec.ts";
import type { Database } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { sql } from "../src/database/sql.ts";
import { createEngine, type Engine } from "../src/engine.ts";
import { redriveChunks } from "../src/tasks/redrive-chunks.ts";
import { silentLogger } from "../src/runtime/logger.ts";
import { listSchedules } from "../src/schedules/list-schedules.ts";
import { runDueSchedules } from "../src/schedules/run-due-schedules.ts";
import { setSchedule } from "../src/schedules/set-schedule.ts";
import { defineTask } from "../src/tasks/define-task.ts";
import { planTask } from "../src/tasks/plan-task.ts";
import { submitTasks } from "../src/tasks/submit-tasks.ts";
import { waitForResult } from "../src/worker/task-result.ts";
import { createTestEngine } from "../src/testing/test-engine.ts";
import { openTestDatabase, type TestDatabase } from "./support/test-database.ts";

const KEYS = { old: randomBytes(32), new: randomBytes(32) };
const oldCodec = createEncryptingCodec({ keys: KEYS, current: "old" });
const newCodec = createEncryptingCodec({ keys: KEYS, current: "new" });
const strangeCodec = createEncryptingCodec({ keys: { old: randomBytes(32) }, current: "old" });
const SECRET = "swordfish";

describe.each(["pglite", "postgres"] as const)("an engine with a codec on %s", (on) => {
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

  const tasks = () => {
    const shout = defineTask({ name: "demo.shout", queue, run: ({ word }: { word: string }) => word.toUpperCase() });
    const save = defineTask({
      name: "demo.save",
      queue,
      run: ({ word }: { word: string }, { commit, submit }) =>
        commit(async (tx) => {
          await submit(tx, [await planTask(shout, { word: SECRET }, { tenant: "ann", group: "next" })]);
          return { saved: word };
        }),
    });
    const join = defineTask({
      name: "demo.join",
      queue,
      split: (input: { words: string[] }) => input.words,
      run: (word) => ({ word }),
      finish: (parts) => parts.map(({ word }) => word).join(" "),
      then: async ({ submit }) => {
        await submit([await planTask(shout, { word: SECRET }, { tenant: "ann", group: "next" })]);
      },
    });
    return { shout, save, join };
  };
  const openEngine = async (codec: PayloadCodec): Promise<Engine & ReturnType<typeof tasks>> => {
    const known = tasks();
    const engine = await createEngine({ tasks: Object.values(known), database, codec, logger: silentLogger });
    engines.push(engine);
    return { ...engine, ...known };
  };
  const storedText = async (): Promise<string> => {
    const rows = await database.query(sql<{ text: string }>`
      select coalesce(string_agg(stored, ' '), '') as text
        from (select tasks::text as stored from rota.tasks union all select chunks::text from rota.chunks
              union all select schedules::text from rota.schedules union all select task_keys::text from rota.task_keys) as rows`);
    return String(rows[0]?.text);
  };

  test("results are the same as without it, and the database contains no plain input, payload or result", async () => {
    const engine = await openEngine(oldCodec);
    await engine.start();

    const joined = await engine.submit(engine.join, { words: [SECRET, "fish"] });
    const saved = await database.transaction((tx) => engine.submit(engine.save, { word: SECRET }, { in: tx }));

    expect(await joined.result()).toBe(`${SECRET} fish`);
    expect(await saved.result()).toEqual({ saved: SECRET });
    const next = await database.query(sql<{ keys: string }>`
      select payload ->> 'key' as keys from rota.tasks join rota.chunks using (task_id) where group_name = 'next' and tasks.queue = ${queue}`);
    expect(next).toEqual([{ keys: "old" }, { keys: "old" }]);
    expect(await storedText()).not.toMatch(/swordfish/i);
  });

  test("the same input under a unique key is recognized, even with a new encryption key, and other input is a conflict", async () => {
    const before = await openEngine(oldCodec);
    const after = await openEngine(newCodec);
    const options = { unique: { key: queue } };

    const first = await before.submit(before.shout, { word: "a" }, options);
    const again = await before.submit(before.shout, { word: "a" }, options);
    const rotated = await after.submit(after.shout, { word: "a" }, options);
    const other = after.submit(after.shout, { word: "b" }, options);

    expect([again, rotated]).toMatchObject([
      { taskId: first.taskId, isNew: false },
      { taskId: first.taskId, isNew: false },
    ]);
    await expect(other).rejects.toMatchObject({
      code: "IDEMPOTENCY_CONFLICT",
      details: { heldBy: String(first.taskId) },
    });
  });

  test("in a submission of several tasks, input that was marked with an earlier encryption key is recognized", async () => {
    const task = (key: string) => ({
      ...{ queue, tenant: "ann", group: "g", type: "demo.shout", unique: { key: `${queue}-${key}` } },
      chunks: [{ payload: { word: key, length: 1 } }],
    });
    const [held] = await submitTasks(database, [task("a")], { codec: oldCodec });

    const submitted = await submitTasks(database, [task("a"), task("b")], { codec: newCodec });

    expect(submitted).toMatchObject([{ taskId: held?.taskId, isNew: false }, { isNew: true }]);
  });

  test("a payload that cannot be decrypted fails at once with a code, and runs after a redrive with the right key", async () => {
    const stranger = await openEngine(strangeCodec);
    await stranger.start();
    const mine = await openEngine(oldCodec);
    const task = await mine.submit(mine.shout, { word: SECRET });

    const failure: unknown = await task.result().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "TASK_FAILED", details: { code: "PAYLOAD_UNREADABLE" } });
    await stranger.stop();
    await mine.start();
    await redriveChunks(database, { taskId: task.taskId, errorCode: "PAYLOAD_UNREADABLE" });

    expect(await task.result()).toBe(SECRET.toUpperCase());
    const attempts = await database.query(sql`select from rota.attempts where task_id = ${task.taskId}`);
    expect(attempts).toHaveLength(1);
  });

  test("a schedule is stored encrypted, does not change when it is set again, and runs with its payload", async () => {
    const task = { queue, tenant: "ann", group: "g", type: "demo.shout", chunks: [{ payload: { word: SECRET } }] };
    const schedule = { name: `nightly ${queue}`, cron: "0 3 * * *", task };
    const at = (time: string) => ({ codec: oldCodec, now: new Date(time) });
    await setSchedule(database, schedule, at("2030-01-01T00:00:00Z"));

    const again = await setSchedule(database, schedule, { ...at("2030-01-01T03:00:10Z"), codec: newCodec });
    const { submitted } = await runDueSchedules(database, at("2030-01-01T03:00:20Z"));

    expect(again).toMatchObject({ task, nextRunAt: new Date("2030-01-01T03:00:00Z"), lastTaskId: undefined });
    expect(await storedText()).not.toContain(SECRET);
    const listed = await listSchedules(database, { codec: oldCodec });
    expect(listed.find(({ name }) => name === schedule.name)?.task.chunks).toEqual(task.chunks);
    const engine = await openEngine(newCodec);
    await engine.start();
    expect(submitted).toHaveLength(1);
    expect(await waitForResult(database, { taskId: submitted[0]?.taskId ?? 0n, codec: oldCodec })).toBe(
      SECRET.toUpperCase(),
    );
  });

  test("a schedule that cannot be decrypted is reported and does not block others", async () => {
    const task = { queue, tenant: "ann", group: "g", type: "demo.shout", chunks: [{ payload: { word: "a" } }] };
    const now = { now: new Date("2031-01-01T00:00:00Z") };
    const later = { now: new Date("2031-01-01T03:00:00Z") };
    await setSchedule(database, { name: `a ${queue}`, cron: "0 3 * * *", task }, { codec: strangeCodec, ...now });
    await setSchedule(database, { name: `b ${queue}`, cron: "0 3 * * *", task }, { codec: oldCodec, ...now });

    const { submitted, failed } = await runDueSchedules(database, { codec: oldCodec, ...later });

    expect(submitted.map(({ schedule }) => schedule)).toContain(`b ${queue}`);
    expect(failed).toMatchObject([{ schedule: `a ${queue}`, error: { code: "PAYLOAD_UNREADABLE" } }]);
  });

  test.each(["encode", "fingerprints"])("an error of %s of a codec is reported by its name only", async (method) => {
    const broken = (value: unknown) => {
      throw new RangeError(`cannot encode ${JSON.stringify(value)}`);
    };
    const engine = await openEngine({ encode: (value) => value, decode: (stored) => stored, [method]: broken });

    const refused: unknown = await engine
      .submit(engine.shout, { word: SECRET }, { unique: { key: queue } })
      .catch((error: unknown) => error);

    expect(refused).toMatchObject({ code: "PAYLOAD_NOT_ENCODED" });
    expect(String(refused)).toContain(`codec.${method} threw RangeError`);
    expect(String(refused)).not.toContain(SECRET);
  });

  test("a result that a codec cannot encode fails the chunk for good", async () => {
    const half: PayloadCodec = {
      encode: (value, { field }) => (field === "result" ? undefined : value),
      decode: (stored) => stored,
    };
    const engine = await openEngine(half);
    await engine.start();

    const task = await engine.submit(engine.shout, { word: "a" });

    await expect(task.result()).rejects.toMatchObject({ details: { code: "PAYLOAD_NOT_ENCODED" } });
  });
});

test("the testing kit with a codec shows submitted input and results as without it", async () => {
  const shout = defineTask({ name: "demo.shout", run: ({ word }: { word: string }) => word.toUpperCase() });
  const engine = await createTestEngine({ tasks: [shout], codec: oldCodec });

  const task = await engine.submit(shout, { word: SECRET });

  await engine.expectSubmitted(shout, { word: SECRET });
  expect(await task.result()).toBe(SECRET.toUpperCase());
  await engine.close();
});
