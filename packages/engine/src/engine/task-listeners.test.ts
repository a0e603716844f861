/** Tests what listeners to the events of tasks rely on. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { createEngine, type Engine } from "../engine.ts";
import { appendEvent } from "../outbox/append-event.ts";
import { type Logger, silentLogger } from "../runtime/logger.ts";
import { defineTask } from "../tasks/define-task.ts";
import type { TaskEvent } from "../tasks/task-event.ts";

const WAIT = { timeout: 30_000, interval: 10 };
const double = defineTask({
  name: "demo.double",
  announce: ["completed", "failed"],
  run: (input: { value: number }) => input.value * 2,
});
const other = defineTask({ name: "demo.other", run: () => "other" });

describe.each(["pglite", "postgres"] as const)("listeners on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  const engines: Engine[] = [];
  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.stop();
  });
  afterAll(() => opened.dispose());

  const newEngine = async (logger: Logger = silentLogger): Promise<Engine> => {
    const engine = await createEngine({ tasks: [double, other], database, logger });
    engines.push(engine);
    return engine;
  };

  test("each process that listens receives each event once, in order and with its result, while another one works", async () => {
    const [listening, working] = [await newEngine(), await newEngine()];
    const received: number[][] = [[], []];
    for (const [nth, engine] of [listening, working].entries())
      await engine.on("task.completed", ({ data }) => received[nth]?.push(data.result ?? 0), { task: double });
    await working.start();

    const values = Array.from({ length: 20 }, (_, value) => value);
    for (const value of values) await (await working.submit(double, { value })).result();
    await appendEvent(database, { tenant: "ann", type: "demo.else", aggregate: { type: "ELSE", id: "x" }, payload: 1 });
    await (await working.submit(double, { value: 21 })).result();

    const expected = [...values.map((value) => value * 2), 42];
    await vi.waitUntil(() => received.every(({ length }) => length >= expected.length), WAIT);
    expect(received).toEqual([expected, expected]);
  });

  test("a listener receives events of its type, task and tenant only, and none after it has left", async () => {
    const engine = await newEngine();
    const received: string[] = [];
    const note = ({ type, tenant, data }: TaskEvent) => received.push(`${type} ${data.type} ${tenant}`);
    const leave = await engine.on("task.completed", note, { tenant: "ann" });
    await engine.on("task.submitted", note, { task: other });
    await engine.start();
    const announce = ["submitted", "completed"] as const;
    for (const tenant of ["bob", "ann"]) {
      await (await engine.submit(double, { value: 1 }, { tenant, announce })).result();
      await (await engine.submit(other, {}, { tenant, announce })).result();
    }
    await vi.waitUntil(() => received.length === 4, WAIT);
    leave();
    await (await engine.submit(other, {}, { tenant: "ann", announce })).result();
    await vi.waitUntil(() => received.length === 5, WAIT);

    expect(received).toEqual([
      "task.submitted demo.other bob",
      "task.completed demo.double ann",
      "task.submitted demo.other ann",
      "task.completed demo.other ann",
      "task.submitted demo.other ann",
    ]);
  });

  test("what a listener throws is logged and disturbs neither other listeners nor the work", async () => {
    const error = vi.fn();
    const engine = await newEngine({ ...silentLogger, error });
    const received: unknown[] = [];
    const of = { tenant: "zoe" }; // a listener may receive what was committed just before, such as events of the test above
    await engine.on("task.completed", () => Promise.reject(new Error("mine")), of);
    const throwing = (): never => {
      throw new Error("yours");
    };
    await engine.on("task.completed", throwing, of);
    await engine.on("task.completed", ({ taskId }) => received.push(taskId), of);
    await engine.start();
    const submitted = await engine.submit(double, { value: 1 }, of);

    expect(await submitted.result()).toBe(2);
    await vi.waitUntil(() => received.length === 1 && error.mock.calls.length === 2, WAIT);
    expect(received).toEqual([submitted.taskId]);
  });

  test("without listeners nothing is read, and an engine that was stopped takes none", async () => {
    const engine = await newEngine();
    const queries = vi.spyOn(database, "query");
    const listens = vi.spyOn(database, "listen");
    const leave = await engine.on("task.completed", () => undefined);
    const listening = [queries.mock.calls.length > 0, listens.mock.calls.length];
    leave();
    await engine.stop();
    queries.mockRestore();
    listens.mockRestore();

    expect(listening).toEqual([true, 2]);
    await expect(engine.on("task.completed", () => undefined)).rejects.toMatchObject({ code: "ENGINE_STOPPED" });
  });
});
