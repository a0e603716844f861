/** Gives dead chunks another set of attempts, in one transaction with the audit log of their tenants. */
import type { Transaction } from "../../database/database.ts";
import type { JsonValue } from "../../database/sql.ts";
import { letterId, type ChunkLetterName } from "../dead-letter.ts";
import { selectChunkDetails } from "../listing/listing.sql.ts";
import { chunkLetter, notDead } from "../listing/show-dead-letter.ts";
import { lockChunks, replayChunkRows, type LockedChunkRow } from "./acts.sql.ts";
import { closedLetter } from "./closed-letter.ts";
import { encodeEdit, payloadHash, type EncodedEdit, type PayloadEdit } from "./edit-payload.ts";
import { recordActs, type LetterDone } from "../record-acts.ts";

export type ChunkReplay = { readonly actor: string; readonly reason?: string | undefined; readonly isForced: boolean };

export async function replayChunk(
  on: Transaction,
  name: ChunkLetterName,
  { edit, ...replay }: ChunkReplay & { readonly edit: PayloadEdit | undefined },
): Promise<void> {
  // Before the transaction: a codec may ask elsewhere for its keys.
  const encoded = edit && (await encodeFor(on, name, edit));
  await on.transaction(async (tx) => {
    const row = await lockChunk(tx, name);
    if (row.is_discarded && !replay.isForced) throw await closedLetter(tx, name, "discarded");
    await replayLocked(tx, [row], { ...replay, encoded });
  });
}

/** Those of many that are still open. The others are passed by. @returns which they were. */
export async function replayOpenChunks(
  on: Transaction,
  names: readonly ChunkLetterName[],
  replay: Omit<ChunkReplay, "isForced">,
): Promise<ChunkLetterName[]> {
  return on.transaction(async (tx) => {
    const rows = (await tx.query(lockChunks(namesOf(names)))).filter((row) => !row.is_discarded);
    if (rows.length > 0) await replayLocked(tx, rows, { ...replay, isForced: false, encoded: undefined });
    return rows.map(nameOf);
  });
}

/** Rejects with DEAD_LETTER_NOT_FOUND or DEAD_LETTER_CLOSED when it is not dead. */
export async function lockChunk(tx: Transaction, name: ChunkLetterName): Promise<LockedChunkRow> {
  const [row] = await tx.query(lockChunks(namesOf([name])));
  if (row !== undefined) return row;
  const [chunk] = await tx.query(selectChunkDetails(name));
  if (chunk?.state === "REPLAYED") throw await closedLetter(tx, name, "replayed");
  throw notDead(name, chunk);
}

async function encodeFor(on: Transaction, name: ChunkLetterName, edit: PayloadEdit): Promise<EncodedEdit> {
  const [chunk] = await on.query(selectChunkDetails(name));
  if (chunk === undefined || chunkLetter(chunk) === undefined) throw notDead(name, chunk);
  return encodeEdit({ ...chunk, id: letterId(name) }, edit);
}

type LockedReplay = ChunkReplay & { readonly encoded: EncodedEdit | undefined };

/** The audit log comes before what settlers may have to wait for, which is thus held for one statement. */
async function replayLocked(tx: Transaction, rows: readonly LockedChunkRow[], replay: LockedReplay): Promise<void> {
  const { actor, reason = null, encoded } = replay;
  await recordActs(
    tx,
    rows.flatMap((row) => actsOn(row, replay)),
  );
  const payload: JsonValue | null = encoded?.stored ?? null;
  const [answer] = await tx.query(replayChunkRows({ ...namesOf(rows.map(nameOf)), payload, actor, reason }));
  if (answer?.replayed !== rows.length) throw new Error("chunks that were locked could not be replayed");
}

function actsOn(row: LockedChunkRow, { actor, reason, isForced, encoded }: LockedReplay): LetterDone[] {
  const act = { id: letterId(nameOf(row)), tenant: row.tenant, actor };
  const before = payloadHash(row.payload);
  const details = {
    code: row.code,
    ...(reason === undefined ? {} : { reason }),
    ...(isForced && row.is_discarded ? { force: true } : {}),
  };
  return [
    ...(encoded === undefined ? [] : [{ ...act, action: "edited" as const, details: { before, after: encoded.hash } }]),
    { ...act, action: "replayed", details },
  ];
}

function nameOf({ task_id: taskId, number }: LockedChunkRow): ChunkLetterName {
  return { kind: "chunk", taskId, number };
}

export function namesOf(names: readonly ChunkLetterName[]) {
  return { taskIds: names.map(({ taskId }) => taskId), numbers: names.map(({ number }) => number) };
}
