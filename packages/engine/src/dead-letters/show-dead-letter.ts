/** Shows one dead letter with its payload, its attempts and the actions taken on it. */
import { listAudit } from "../audit-log/list-audit.ts";
import { decodeValue } from "../codec/encode-value.ts";
import type { PayloadCodec, WithCodec } from "../codec/payload-codec.ts";
import type { Queryable } from "../database/database.ts";
import { isRotaError } from "../errors.ts";
import type { EventOrigin } from "../intake/define-intake.ts";
import { type RejectedDetails, showRejected } from "../intake/rejected-events.ts";
import { listAttempts, type PastAttempt } from "../progress/task-progress.ts";
import { LETTER_SUBJECT } from "./dead-letter-audit.ts";
import {
  type ChunkLetterName,
  type DeadChunk,
  type DeadEvent,
  type EventLetterName,
  letterId,
  letterNotFound,
  type ParkedLetter,
  type ParkedLetterName,
  readLetterId,
} from "./dead-letter.ts";
import { type ChunkDetailsRow, selectChunkDetails, selectParkedLetter } from "./dead-letters.sql.ts";
import { toDeadChunk, toDeadEvent, toParkedLetter } from "./list-dead-letters.ts";

/** Of the newest. */
export const SHOWN_ACTS_MAX = 100;

export type LetterAct = {
  readonly action: "replayed" | "edited" | "discarded";
  readonly actor: string | undefined;
  /** The reason and, of an edit, the hashes of both payloads. */
  readonly details: unknown;
  readonly at: Date;
};

/** Dead chunk with its payload, attempts and recorded actions. */
export type DeadChunkDetails = DeadChunk & {
  /** As its handler gets it; undefined where it has none or it was erased. */
  readonly payload: unknown;
  /** Why the payload is as it is stored, and not as its handler gets it. */
  readonly payloadProblem: string | undefined;
  /** The record of the last error. */
  readonly error: unknown;
  /** The oldest first. */
  readonly pastAttempts: readonly PastAttempt[];
  readonly acts: readonly LetterAct[];
};

/** Rejected event with its payload and recorded actions. */
export type DeadEventDetails = DeadEvent &
  Pick<RejectedDetails, "payload" | "payloadHash" | "raw" | "held" | "error" | "replayedAs"> & {
    /** With the original routing key and headers. */
    readonly origin: EventOrigin;
    readonly lastAt: Date;
    readonly acts: readonly LetterAct[];
  };

/** Parked event of the outbox with its payload and recorded actions. */
export type ParkedLetterDetails = ParkedLetter & {
  readonly payload: unknown;
  readonly headers: unknown;
  readonly routingKey: string;
  readonly acts: readonly LetterAct[];
};

/** Dead letter of any kind with its payload and recorded actions. */
export type DeadLetterDetails = DeadChunkDetails | DeadEventDetails | ParkedLetterDetails;

/**
 * Reads one dead letter with its payload, its errors and the recorded actions. Rejects with DEAD_LETTER_NOT_FOUND. Without the
 * codec that encoded it a payload is shown as it is stored.
 *
 * @example const letter = await showDeadLetter(database, "chunk-17-3");
 */
export async function showDeadLetter(on: Queryable, id: string, { codec }: WithCodec = {}): Promise<DeadLetterDetails> {
  const name = readLetterId(id);
  if (name.kind === "parked") return showParked(on, name);
  return name.kind === "chunk" ? showChunk(on, name, codec) : showEvent(on, name);
}

async function showChunk(
  on: Queryable,
  name: ChunkLetterName,
  codec: PayloadCodec | undefined,
): Promise<DeadChunkDetails> {
  const [row] = await on.query(selectChunkDetails(name));
  const letter = row && chunkLetter(row);
  if (row === undefined || letter === undefined) throw notDead(name, row);
  const pastAttempts = await listAttempts(on, name);
  return {
    ...letter,
    ...(await readPayload(row, codec)),
    error: row.last_error ?? undefined,
    pastAttempts,
    acts: await letterActs(on, letter),
  };
}

/** Undefined: the chunk is no dead letter. */
export function chunkLetter(row: ChunkDetailsRow): DeadChunk | undefined {
  const { state, at } = row;
  return state === null || at === null ? undefined : toDeadChunk({ ...row, state, at });
}

/** Says what the chunk is instead. */
export function notDead(name: ChunkLetterName, row: ChunkDetailsRow | undefined): Error {
  const chunk = `chunk ${String(name.number)} of task ${String(name.taskId)}`;
  if (row === undefined) return letterNotFound(letterId(name), `there is no ${chunk}, or it was pruned`);
  const why = row.chunk_state === "CANCELLED" ? "was cancelled: submit another task" : `is ${row.chunk_state}`;
  return letterNotFound(letterId(name), `${chunk} ${why}`);
}

async function readPayload(row: ChunkDetailsRow, codec: PayloadCodec | undefined) {
  try {
    const payload = await decodeValue(codec, row.payload, { field: "payload", type: row.type });
    return { payload: payload ?? undefined, payloadProblem: undefined };
  } catch (error) {
    if (!isRotaError(error, "PAYLOAD_UNREADABLE")) throw error;
    return { payload: row.payload, payloadProblem: error.message };
  }
}

async function showParked(on: Queryable, name: ParkedLetterName): Promise<ParkedLetterDetails> {
  const [row] = await on.query(selectParkedLetter(name));
  if (row === undefined) throw letterNotFound(letterId(name), "it was handed over, is tried again or was given up");
  const letter = toParkedLetter(row);
  const { payload, headers, routing_key: routingKey } = row;
  return { ...letter, payload, headers, routingKey, acts: await letterActs(on, letter) };
}

async function letterActs(on: Queryable, { id, tenant }: DeadChunk | ParkedLetter): Promise<LetterAct[]> {
  const filter = { subject: { type: LETTER_SUBJECT, id } };
  const { entries } = await listAudit(on, { tenant, filter, limit: SHOWN_ACTS_MAX });
  return entries.toReversed().flatMap(({ action, actor, details, at }) => {
    const act = ACTIONS.get(action);
    return act === undefined ? [] : [{ action: act, actor: actor ?? undefined, details, at }];
  });
}

const ACTIONS: ReadonlyMap<string, LetterAct["action"]> = new Map([
  ["dead-letter.replayed", "replayed"],
  ["dead-letter.edited", "edited"],
  ["dead-letter.discarded", "discarded"],
]);

async function showEvent(on: Queryable, name: EventLetterName): Promise<DeadEventDetails> {
  const found = await findRejected(on, name);
  const { rejectedId, rejectedAt, lastAt, eventId, tenant, history, ...event } = found;
  const { payload, payloadHash, raw, held, error, replayedAs, origin } = event;
  return {
    ...toDeadEvent({
      ...event,
      rejected_id: rejectedId,
      at: rejectedAt,
      tenant: tenant ?? null,
      event_id: eventId ?? null,
    }),
    ...{ payload, payloadHash, raw, held, error, replayedAs, origin, lastAt },
    acts: history.map(({ action, actor, reason, details, at }) => ({
      action: action === "REPLAYED" ? "replayed" : "discarded",
      actor,
      details: reason === undefined ? details : { reason, details },
      at,
    })),
  };
}

async function findRejected(on: Queryable, name: EventLetterName): Promise<RejectedDetails> {
  try {
    return await showRejected(on, name.rejectedId);
  } catch (error) {
    if (isRotaError(error, "REJECTED_EVENT_NOT_FOUND")) throw letterNotFound(letterId(name));
    throw error;
  }
}
