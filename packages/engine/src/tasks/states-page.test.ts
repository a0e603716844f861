/** docs/reference/states.md and the constraints of the tables say what the code says. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { CHUNK_TRANSITIONS, mayChunkBecome, mayTaskBecome, TASK_TRANSITIONS } from "./task-states.ts";

type Transitions = Readonly<Record<string, Readonly<Record<string, string>>>>;

const PAGE = new URL("../../../../docs/reference/states.md", import.meta.url);

describe.each<[string, Transitions, string, string]>([
  ["Chunk", CHUNK_TRANSITIONS, "chunks", "chunks_state_is_known"],
  ["Task", TASK_TRANSITIONS, "tasks", "tasks_state_is_known"],
])("the states of a %s", (heading, transitions, table, constraint) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await openTestDatabase({ on: "pglite" });
    await migrate(opened.database);
  });
  afterAll(() => opened.dispose());

  const all = Object.entries(transitions).flatMap(([from, ways]) =>
    Object.entries(ways).map(([to, when]) => ({ from, to, when })),
  );
  const section = async () => {
    const page = await readFile(PAGE, "utf8");
    return page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  };

  test("are listed with every transition and no other", async () => {
    const rows = [...(await section()).matchAll(/^\| `(\w+)` +\| `(\w+)` +\| (.+?) +\|$/gm)];

    expect(rows.map(([, from, to, when]) => ({ from, to, when }))).toEqual(all);
  });

  test("are drawn with every transition and no other", async () => {
    const arrows = [...(await section()).matchAll(/^ +([A-Z_]+) --> ([A-Z_]+)$/gm)];

    expect(arrows.map(([, from, to]) => `${from ?? ""} ${to ?? ""}`)).toEqual(
      all.map(({ from, to }) => `${from} ${to}`),
    );
  });

  test("are those that the table allows", async () => {
    const [row] = await opened.database.query(
      sql<{
        definition: string;
      }>`select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${constraint} and conrelid = ('rota.' || ${table})::regclass`,
    );

    const allowed = [...(row?.definition ?? "").matchAll(/'([A-Z_]+)'/g)].map(([, state]) => state);
    expect(allowed.sort()).toEqual(Object.keys(transitions).sort());
  });
});

test("a chunk that is completed stays so, and a retry goes by way of SCHEDULED", () => {
  expect(mayChunkBecome("COMPLETED", "PENDING")).toBe(false);
  expect(mayChunkBecome("PROCESSING", "SCHEDULED")).toBe(true);
  expect(mayTaskBecome("CANCELLED", "ACTIVE")).toBe(false);
  expect(mayTaskBecome("PAUSED", "ACTIVE")).toBe(true);
});
