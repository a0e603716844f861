/** Finds where the replay of a log begins: before its first entry, or at the checkpoint before which it was pruned. */
import type { Queryable } from "../../database/database.ts";
import * as rows from "./audit.sql.ts";
import { readCheckpoint, type Checkpoint } from "./retention/checkpoint.ts";
import type { Difference } from "./difference.ts";
import { hashEntry, readEntry, toHex, type LogEntry } from "./entry/log-entry.ts";
import { differs, type ReplayStart } from "./replay.ts";

export async function findStart(on: Queryable, queue: string, root: bigint): Promise<ReplayStart | Difference> {
  const [oldest] = await on.query(rows.selectStart(queue));
  const first = oldest?.first_entry ?? 1n;
  if (first === 1n) return { root, entry: 0n, hash: "", atUs: 0n, turnCount: 0n, moment: 0n, clock: 0n, lanes: [] };
  const entry = oldest?.checkpoint ?? undefined;
  if (entry === undefined) return differs("START_MISSING", first, "entry 1 or a checkpoint", first);
  const checkpoint = await readCheckpoint(on, { queue, entry });
  const [row] = await on.query(rows.selectEntries({ queue, after: entry - 1n, upTo: entry, limit: 1 }));
  if (row === undefined) return differs("START_MISSING", entry, "the entry of the checkpoint", "nothing");
  return checkStart({ row, checkpoint, root });
}

/** The entry of the checkpoint is as it was written, and so are the lanes that it vouches for. */
function checkStart({ row, checkpoint, root }: { row: rows.LogRow; checkpoint: Checkpoint; root: bigint }) {
  const entry = readEntry(row);
  const hash = toHex(row.hash);
  const expected = hashEntry(row, checkpoint.previousHash ?? "");
  if (hash !== expected) return differs("HASH", entry.entry, expected, hash);
  const sha256 = checkpointHash(entry);
  if (sha256 !== checkpoint.sha256) return differs("CHECKPOINT", entry.entry, sha256 ?? "none", checkpoint.sha256);
  const { atUs, turnCount, moment, clock } = entry;
  return { root, entry: entry.entry, hash, atUs, turnCount, moment, clock, lanes: checkpoint.lanes };
}

function checkpointHash({ changes }: LogEntry): string | undefined {
  const [only] = changes;
  return only?.change.kind === "CHECKPOINT" ? only.change.sha256 : undefined;
}
