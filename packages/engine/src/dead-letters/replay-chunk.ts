/** Gives dead chunks a new set of attempts, as they were or with a checked edited payload, together with audit entries. */
import { canonicalJson, sha256Hex } from "@rota/proofs";
import { encodeValue } from "../codec/encode-value.ts";
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Transaction } from "../database/database.ts";
import type { JsonValue } from "../database/sql.ts";
import { RotaError } from "../errors.ts";
import { checkedJson } from "../tasks/check-task.ts";
import { createTaskRegistry, type TaskDefinition } from "../tasks/define-task.ts";
import { closedLetter, type LetterDone, recordActs } from "./dead-letter-audit.ts";
import { type ChunkLetterName, letterId } from "./dead-letter.ts";
import { lockChunks, type LockedChunkRow, replayChunkRows, selectChunkDetails } from "./dead-letters.sql.ts";
import { chunkLetter, notDead } from "./show-dead-letter.ts";

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

type PayloadEdit = WithCodec & {
  readonly payload: unknown;
  /** Among them the type of the chunk's task in its version. */
  readonly tasks: readonly TaskDefinition[];
};

export type EditedChunk = {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly has_payload: boolean;
};

type EncodedEdit = { readonly stored: JsonValue; readonly hash: string };

/** Throws DEAD_LETTER_INVALID, TASK_INVALID, INPUT_INVALID or PAYLOAD_NOT_ENCODED. */
async function encodeEdit(chunk: EditedChunk, { payload, tasks, codec }: PayloadEdit): Promise<EncodedEdit> {
  const { id, type } = chunk;
  const definition = definitionFor(chunk, tasks);
  const value: unknown = JSON.parse(checkedJson("payload", payload));
  await definition.checkPayload(value);
  const stored = codec === undefined ? value : await encodeValue(codec, value, { field: "payload", type });
  if (stored === undefined) throw new Error(`the payload of ${id} was checked and is not there`);
  return { stored: { jsonText: checkedJson("payload", stored) }, hash: payloadHash(stored) };
}

/** Of a payload as it stands in the database, so that the hash of an encrypted one tells nothing. */
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
