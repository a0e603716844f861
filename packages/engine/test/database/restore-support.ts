/** Makes backups in memory and restores them into another schema, for stories about restored databases. */
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { onTestFinished, vi } from "vitest";
import { backupTo } from "../../src/database/backup.ts";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { restoreFrom } from "../../src/database/restore.ts";
import { selectOpenChunks } from "../support/story-rows.sql.ts";
import { WAIT } from "../support/story-support.ts";
import { openEmptyDatabase, openTestDatabase } from "../support/test-database.ts";

export const PLACE = { tenant: "ann", group: "stories" };

export async function openMigrated(): Promise<Database> {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrate(database);
  return database;
}

export async function backUp(database: Database): Promise<Buffer> {
  const target = new PassThrough();
  const [content] = await Promise.all([buffer(target), backupTo(database, target)]);
  return content;
}

/** Restores a backup into an empty schema. */
export async function restore(backup: Buffer): Promise<Database> {
  const { database, dispose } = await openEmptyDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await restoreFrom(database, Readable.from([backup]));
  return database;
}

/** Waits until no chunk waits or runs any more. */
export async function untilAllEnded(database: Database): Promise<void> {
  await vi.waitUntil(async () => (await database.query(selectOpenChunks())).length === 0, WAIT);
}
