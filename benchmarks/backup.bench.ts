/** Measures how many rows a second a backup writes and a restore reads, on a PostgreSQL server. */
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, openPostgres, silentLogger } from "@rota/engine";
import { backupTo, copyDatabase, restoreFrom, sqlScript } from "@rota/engine/internal";
import type { MigrationSet } from "@rota/engine";
import { runningOrOwnServer } from "./harness/bench-server.ts";
import { writeReport } from "./harness/results.ts";
import { DROP_SCHEMA, SAMPLE_ROWS, SAMPLE_TABLE } from "./backup.sql.ts";

const isQuick = process.argv.includes("--quick");
const rowCount = isQuick ? 2_000 : 500_000;
const sets: MigrationSet[] = [
  { name: "bench", migrations: [{ number: 1, name: "0001_bench.sql", text: SAMPLE_TABLE, checksum: "0".repeat(64) }] },
];
const server = await runningOrOwnServer();
const open = (schema: string) =>
  openPostgres({
    url: server.url,
    schema,
    poolSize: 2,
    statementTimeoutMs: 600_000,
    connectTimeoutMs: 10_000,
    logger: silentLogger,
  });

const folder = mkdtempSync(join(tmpdir(), "rota-backup-bench-"));
const file = join(folder, "backup.gz");
const names = ["bench_from", "bench_to", "bench_copy"] as const;
const [from, to, copy] = await Promise.all([open(names[0]), open(names[1]), open(names[2])]);
for (const migrations of sets) await migrate(from, { migrations });
await from.query(sqlScript(SAMPLE_ROWS(rowCount)));

const measured = {
  backup: await perSecond(() => backupTo(from, createWriteStream(file))),
  restore: await perSecond(() => restoreFrom(to, createReadStream(file), { migrations: sets })),
  copy: await perSecond(() => copyDatabase(from, copy, { migrations: sets })),
};
const megabytes = (statSync(file).size / 1e6).toFixed(1);
await writeReport({
  name: "backup",
  title: "Backup and restore",
  tables: [
    {
      head: ["rows", "file", "backup rows/s", "restore rows/s", "copy rows/s"],
      rows: [[String(rowCount), `${megabytes} MB`, measured.backup, measured.restore, measured.copy]],
    },
  ],
  findings: ["rows of about 200 bytes, a server on the same machine"],
  isKept: !isQuick,
});
for (const database of [from, to, copy]) {
  await database.query(sqlScript(DROP_SCHEMA(database.schema)));
  await database.close();
}
await server.stop();
rmSync(folder, { recursive: true });

async function perSecond(work: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now();
  await work();
  return String(Math.round((rowCount / (performance.now() - startedAt)) * 1_000));
}
