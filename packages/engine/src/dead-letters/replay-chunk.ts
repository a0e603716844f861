/** Replays dead chunks with a new set of attempts, unchanged or with an edited payload, together with audit entries. */
import { canonicalJson, sha256Hex } from "@rota/proofs";
import { encodeValue } from "../codec/encode-value.ts";
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Transaction } from "../database/database.ts";
import type { JsonValue } from "../database/sql.ts";
import { RotaError } from "../errors.ts";
import { checkedJson } from "../tasks/check-task.ts";
import { createTaskRegistry, type TaskDefinition } from "../tasks/define-task.ts";
import { deadLetterClosed, type DeadLetterEntry, recordActions } from "./dead-letter-audit.ts";
import { type DeadChunkName, deadLetterId } from "./dead-letter.ts";
import { lockChunks, type LockedChunkRow, replayChunkRows, selectChunkDetails } from "./dead-letters.sql.ts";
import { deadChunkOf, notDead } from "./show-dead-letter.ts";

export type ChunkReplay = { readonly actor: string; readonly reason?: string | undefined; readonly isForced: boolean };

export async function replayChunk(
  on: Transaction,
  name: DeadChunkName,
  { edit, ...replay }: ChunkReplay & { readonly edit: PayloadEdit | undefined },
): Promise<void> {
  // Encoded before the transaction, because a codec may fetch its keys from elsewhere.
  const encoded = edit && (await encodeFor(on, name, edit));
  await on.transaction(async (tx) => {
    const row = await lockChunk(tx, name);
    if (row.is_discarded && !replay.isForced) throw await deadLetterClosed(tx, name, "discarded");
    await replayLocked(tx, [row], { ...replay, encoded });
  });
}

/** Replays those of the chunks that are still open, and skips the others. @returns the names of the replayed ones. */
export async function replayOpenChunks(
  on: Transaction,
  names: readonly DeadChunkName[],
  replay: Omit<ChunkReplay, "isForced">,
): Promise<DeadChunkName[]> {
  return on.transaction(async (tx) => {
    const rows = (await tx.query(lockChunks(namesOf(names)))).filter((row) => !row.is_discarded);
    if (rows.length > 0) await replayLocked(tx, rows, { ...replay, isForced: false, encoded: undefined });
    return rows.map(nameOf);
  });
}

/** Locks a dead chunk. Rejects with DEAD_LETTER_NOT_FOUND or DEAD_LETTER_CLOSED if it is not one. */
export async function lockChunk(tx: Transaction, name: DeadChunkName): Promise<LockedChunkRow> {
  const [row] = await tx.query(lockChunks(namesOf([name])));
  if (row !== undefined) return row;
  const [chunk] = await tx.query(selectChunkDetails(name));
  if (chunk?.state === "REPLAYED") throw await deadLetterClosed(tx, name, "replayed");
  throw notDead(name, chunk);
}

async function encodeFor(on: Transaction, name: DeadChunkName, edit: PayloadEdit): Promise<EncodedEdit> {
  const [chunk] = await on.query(selectChunkDetails(name));
  if (chunk === undefined || deadChunkOf(chunk) === undefined) throw notDead(name, chunk);
  return encodeEdit({ ...chunk, id: deadLetterId(name) }, edit);
}

type LockedReplay = ChunkReplay & { readonly encoded: EncodedEdit | undefined };

/** Replays locked chunks. The audit entries come first, so that the locks that settlers wait for are held for one statement. */
async function replayLocked(tx: Transaction, rows: readonly LockedChunkRow[], replay: LockedReplay): Promise<void> {
  const { actor, reason = null, encoded } = replay;
  await recordActions(
    tx,
    rows.flatMap((row) => entriesFor(row, replay)),
  );
  const payload: JsonValue | null = encoded?.stored ?? null;
  const [answer] = await tx.query(replayChunkRows({ ...namesOf(rows.map(nameOf)), payload, actor, reason }));
  if (answer?.replayed !== rows.length) throw new Error("chunks that were locked could not be replayed");
}

function entriesFor(row: LockedChunkRow, { actor, reason, isForced, encoded }: LockedReplay): DeadLetterEntry[] {
  const entry = { id: deadLetterId(nameOf(row)), tenant: row.tenant, actor };
  const before = payloadHash(row.payload);
  const details = {
    code: row.code,
    ...(reason === undefined ? {} : { reason }),
    ...(isForced && row.is_discarded ? { force: true } : {}),
  };
  return [
    ...(encoded === undefined
      ? []
      : [{ ...entry, action: "edited" as const, details: { before, after: encoded.hash } }]),
    { ...entry, action: "replayed", details },
  ];
}

function nameOf({ task_id: taskId, number }: LockedChunkRow): DeadChunkName {
  return { kind: "chunk", taskId, number };
}

export function namesOf(names: readonly DeadChunkName[]) {
  return { taskIds: names.map(({ taskId }) => taskId), numbers: names.map(({ number }) => number) };
}

type PayloadEdit = WithCodec & {
  readonly payload: unknown;
  /** Task definitions, which must include the type and version of the chunk's task. */
  readonly tasks: readonly TaskDefinition[];
};

export type EditedChunk = {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly has_payload: boolean;
};

type EncodedEdit = { readonly stored: JsonValue; readonly hash: string };

/** Checks and encodes an edited payload. Throws DEAD_LETTER_INVALID, TASK_INVALID, INPUT_INVALID or PAYLOAD_NOT_ENCODED. */
async function encodeEdit(chunk: EditedChunk, { payload, tasks, codec }: PayloadEdit): Promise<EncodedEdit> {
  const { id, type } = chunk;
  const definition = definitionFor(chunk, tasks);
  const value: unknown = JSON.parse(checkedJson("payload", payload));
  await definition.checkPayload(value);
  const stored = codec === undefined ? value : await encodeValue(codec, value, { field: "payload", type });
  if (stored === undefined) throw new Error(`the payload of ${id} was checked and is not there`);
  return { stored: { jsonText: checkedJson("payload", stored) }, hash: payloadHash(stored) };
}

/** Hashes a payload as it is stored, so that the hash of an encrypted one reveals nothing. */
function payloadHash(stored: unknown): string {
  return sha256Hex(canonicalJson(JSON.parse(JSON.stringify(stored ?? null))));
}

function definitionFor({ id, type, version, has_payload: hasPayload }: EditedChunk, tasks: readonly TaskDefinition[]) {
  if (!hasPayload)
    throw new RotaError(
      "DEAD_LETTER_INVALID",
      `refused: ${id} has no payload, since it ends its task: replay it as it is`,
      { id },
    );
  const found = createTaskRegistry(tasks).find(type, version);
  if (found.kind === "found") return found.definition;
  const message = `refused: another payload of ${id} cannot be checked: give the definition of task "${type}" in version ${String(version)} among tasks`;
  throw new RotaError("DEAD_LETTER_INVALID", message, { id, type, version });
}
