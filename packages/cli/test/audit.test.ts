import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql, submitTasks, type Database } from "@rota/engine";
import { takeTurns } from "@rota/engine/internal";
import { openCliSchema, type CliSchema } from "./cli-schema.ts";
import { runHere } from "./run-here.ts";
import { makeFolder } from "./run-rota.ts";

let folder: Awaited<ReturnType<typeof makeFolder>>;
let schema: CliSchema;
let database: Database;
let taskId: bigint;
beforeAll(async () => {
  folder = await makeFolder();
  schema = await openCliSchema();
  ({ database } = schema);
  const task = { queue: "tally", group: "election-42", type: "tally", chunks: [{}, {}, {}] };
  const [ann] = await submitTasks(database, [
    { ...task, tenant: "ann", taskKey: "tally_e42_1" },
    { ...task, tenant: "bob" },
  ]);
  taskId = ann?.taskId ?? 0n;
  await takeTurns(database, { queue: "tally", limit: 3, owner: "worker-1", leaseMs: 60_000 });
});
afterAll(async () => {
  await schema.dispose();
  await folder.remove();
});

const rota = (...words: string[]) => runHere([...words, ...schema.words], { cwd: folder.path });

describe("rota audit", () => {
  test("confirms an untouched log, reports the largest spread and exits with 0", async () => {
    const { exitCode, out } = await rota("audit");

    expect(exitCode).toBe(0);
    expect(out).toContain("pool tally: 1 entry with 3 dispatches, all as the rule says");
    expect(out).toMatch(/tenant +(ann and bob|bob and ann) were 1 turn apart at most \(promised: 1 turn\)/);
  });

  test("finds changes made after a head was exported, and exits with 1", async () => {
    const head = await rota("audit-head", "tally");
    const file = join(folder.path, "head.json");
    await writeFile(file, head.out);
    const before = await rota("audit", "--head", file);
    await takeTurns(database, { queue: "tally", limit: 1, owner: "worker-1", leaseMs: 60_000 });
    await database.query(sql`update rota.dispatch_log set numbers[1] = 2 where entry = 1`);

    const after = await rota("audit", "--head", file, "--json");
    await database.query(sql`update rota.dispatch_log set numbers[1] = 1 where entry = 1`);

    expect([head.exitCode, before.exitCode, after.exitCode]).toEqual([0, 0, 1]);
    expect(JSON.parse(after.out)).toMatchObject([{ pool: "tally", difference: { kind: "HASH", entry: "1" } }]);
  });

  test("refuses an invalid head, a missing file and a pool without a log", async () => {
    const file = join(folder.path, "none.json");
    await writeFile(file, "{}");

    const results = [
      await rota("audit", "--head", file),
      await rota("audit", "--head", "nowhere.json"),
      await rota("audit-head", "nowhere"),
    ];

    expect(results.map(({ exitCode }) => exitCode)).toEqual([2, 5, 3]);
    const codes = ["AUDIT_HEAD_INVALID", "FILE_UNUSABLE", "QUEUE_NOT_FOUND"];
    for (const [index, code] of codes.entries()) expect(results[index]?.err).toContain(code);
  });
});

describe("rota explain", () => {
  test("explains why a chunk waits and who has leased one, by each form of its name", async () => {
    const running = await rota("explain", `${String(taskId)}/1`);
    const waiting = await rota("explain", "tally_e42_1_chunk_3");
    const json = await rota("explain", "tally_e42_1/3", "--json");

    expect(running.out).toContain("leased by worker-1, turn 1");
    expect(waiting.out).toContain("chunk tally_e42_1/3 of ann > election-42 in queue tally is PENDING");
    expect(JSON.parse(json.out)).toMatchObject({ taskId: String(taskId), standing: { kind: "WAITING" } });
  });

  test("refuses invalid and missing chunks", async () => {
    const [bad, missing] = [await rota("explain", "seventeen"), await rota("explain", "999/1")];

    expect([bad.exitCode, missing.exitCode]).toEqual([2, 3]);
    expect(missing.err).toContain("TASK_NOT_FOUND");
  });
});
