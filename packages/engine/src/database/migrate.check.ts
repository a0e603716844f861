/** Processes that start at the same moment migrate one database. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { compiledPath } from "../../../../tools/compiled/compiled-url.ts";
import { openEmptyDatabase, testPostgresUrl } from "../../test/support/test-database.ts";
import { engineMigrations } from "./migrate.ts";
import { selectInstance } from "./database.sql.ts";
import { sql } from "./sql.ts";

test("ten processes that migrate an empty database at once all succeed and apply each migration once", async () => {
  const { database, dispose } = await openEmptyDatabase({ on: "postgres" });
  const script = compiledPath(new URL("../../test/support/migrate-in-a-process.ts", import.meta.url));
  const start = () => {
    const options = { execArgv: [], env: { ...process.env, ROTA_TEST_POSTGRES_URL: testPostgresUrl() } };
    return fork(script, [database.schema], options);
  };

  const processes = Array.from({ length: 10 }, start);
  await Promise.all(processes.map((child) => once(child, "message")));
  for (const child of processes) child.send("go");
  const exits = await Promise.all(processes.map((child) => once(child, "exit")));

  expect(exits.map(([code]: (number | null)[]) => code)).toEqual(Array(10).fill(0));
  const rows = await database.query(sql<{ name: string }>`select name from rota.migrations order by number`);
  expect(rows.map((row) => row.name)).toEqual((await engineMigrations()).migrations.map((migration) => migration.name));
  expect(await database.query(selectInstance())).toHaveLength(1);
  await dispose();
});
