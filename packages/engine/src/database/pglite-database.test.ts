/** Tests that PGlite passes the conformance tests, and that one process only uses its folder. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { silentLogger } from "../runtime/logger.ts";
import { pgliteSnapshot } from "../testing/held-database.ts";
import { openEmptyDatabase } from "../../test/support/test-database.ts";
import { databaseConformance } from "../../test/database/database.conformance.ts";
import { openPglite } from "./pglite-database.ts";
import { sql, sqlScript } from "./sql.ts";

const oneConnection = "PGlite has one connection, so other statements wait until the transaction has ended";
const oneThread = "PGlite runs a statement to its end in the same thread";

databaseConformance({
  name: "PGlite",
  open: () => openEmptyDatabase({ on: "pglite" }),
  skip: [
    { test: "a read-only snapshot reads the same rows while other connections write", reason: oneConnection },
    {
      test: "a transaction reads concurrent commits, and its own writes are invisible to others before its commit",
      reason: oneConnection,
    },
    {
      test: "two serializable transactions that change what the other has read cannot both commit: 40001",
      reason: oneConnection,
    },
    { test: "a signal cancels the statement on the server", reason: oneThread },
    { test: "a cancelled statement inside a transaction rolls it back and frees the connection", reason: oneThread },
    { test: "a statement that takes too long is stopped", reason: oneThread },
  ],
});

const folder = await mkdtemp(join(tmpdir(), "rota-pglite-test-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const open = (startFrom?: Blob) =>
  openPglite({ folder, schema: "public", logger: silentLogger, ...(startFrom === undefined ? {} : { startFrom }) });

test("a folder keeps its rows, and is refused while another database holds it", async () => {
  const first = await open(await pgliteSnapshot());
  await first.query(sqlScript("create table kept (id int); insert into kept values (1)"));

  await expect(open()).rejects.toMatchObject({ code: "DATABASE_FOLDER_LOCKED" });

  await first.close();
  const second = await open();
  expect(await second.query(sql`select id from kept`)).toEqual([{ id: 1 }]);
  await second.close();
});

test("a folder held by a living process is refused by its number; one left by a dead process is taken over", async () => {
  const holder = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const lockFile = join(folder, "pglite.lock.1");
  await writeFile(lockFile, JSON.stringify({ pid: holder.pid, startedAt: "" }));

  await expect(open()).rejects.toMatchObject({ code: "DATABASE_FOLDER_LOCKED", details: { pid: holder.pid } });

  const exited = new Promise((resolve) => holder.once("exit", resolve));
  holder.kill("SIGKILL");
  await exited;
  const database = await open();
  await database.close();
});

test("a statement that waits for a transaction can be cancelled", async () => {
  const { database, dispose } = await openEmptyDatabase({ on: "pglite" });
  const abort = new AbortController();
  await database.transaction(async () => {
    const waiting = database.query(sql`select 1`, { signal: abort.signal });
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: "QUERY_CANCELLED" });
  });
  await dispose();
});
