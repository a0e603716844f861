/** Copies everything from one database to an empty other one, whatever drivers they use. Opens a transaction on both. */
import type { Database } from "../database.ts";
import { backupLines, type BackupResult } from "./backup.ts";
import { restoreLines, type RestoreOptions } from "./restore.ts";

export async function copyDatabase(from: Database, to: Database, options: RestoreOptions = {}): Promise<BackupResult> {
  return from.transaction((tx) => restoreLines(to, separateLines(backupLines(tx, from.schema, {}, {})), options), {
    readOnlySnapshot: true,
  });
}

/** Rows come in batches, joined as they would be in a file. */
async function* separateLines(batches: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const batch of batches) yield* batch.split("\n");
}
