/** What an audit may find: where the log departs from itself, from the rule, or from what was exported of it. */

export type DifferenceKind =
  | "ENTRY_MISSING"
  | "ENTRY_UNREADABLE"
  | "HASH"
  | "HEAD_MISSING"
  | "HEAD_HASH"
  | "HEAD_PRUNED"
  | "START_MISSING"
  | "CHECKPOINT"
  | "TIME"
  | "TURN_COUNT"
  | "LEAF"
  | "EMPTIED"
  | "CHUNK_ORDER"
  | "CHUNK_ROW"
  | "MOMENT"
  | "CLOCK";

export type Difference = {
  readonly kind: DifferenceKind;
  readonly entry: bigint;
  /** Number of the dispatch, where it is about one. */
  readonly turn?: bigint;
  readonly expected: string;
  readonly found: string;
};

const MEANINGS: Readonly<Record<DifferenceKind, string>> = {
  ENTRY_MISSING: "an entry is missing",
  ENTRY_UNREADABLE: "an entry cannot be read",
  HASH: "an entry, or one before it, was changed after it was written",
  HEAD_MISSING: "the log ends before the exported head: its tail was cut off",
  HEAD_HASH: "the log is another one than the exported head is of: it was written anew",
  HEAD_PRUNED:
    "the entry of the exported head was pruned, so nothing ties the log to it: keep a head exported after the checkpoint",
  START_MISSING: "the log does not begin with its first entry, nor with a checkpoint",
  CHECKPOINT: "a checkpoint is not as the log says",
  TIME: "time goes back",
  TURN_COUNT: "the count of turns is wrong",
  LEAF: "the turn was given to another lane than the rule says",
  EMPTIED: "a lane was found without work out of turn",
  CHUNK_ORDER: "the chunks of a lane were given out of order",
  CHUNK_ROW: "a chunk knows nothing of its dispatch",
  MOMENT: "the count of turns and wakings is wrong",
  CLOCK: "the virtual time of the queue is wrong",
};

export function describeDifference({ kind, entry, turn, expected, found }: Difference): string {
  const place = turn === undefined ? `entry ${String(entry)}` : `entry ${String(entry)}, turn ${String(turn)}`;
  return `${place}: ${MEANINGS[kind]} (expected ${expected}, found ${found})`;
}
