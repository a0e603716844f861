/** Shows one dead letter with its payload, its attempts and the actions taken on it. */
import { listAudit } from "../audit-log/list-audit.ts";
import { decodeValue } from "../codec/encode-value.ts";
import type { PayloadCodec, WithCodec } from "../codec/payload-codec.ts";
import type { Queryable } from "../database/database.ts";
import { isRotaError } from "../errors.ts";
import type { EventOrigin } from "../intake/define-intake.ts";
import { type RejectedDetails, showRejected } from "../intake/rejected-events.ts";
import { listAttempts, type PastAttempt } from "../progress/task-progress.ts";
import { DEAD_LETTER_SUBJECT } from "./dead-letter-audit.ts";
import {
  type DeadChunkName,
  type DeadChunk,
  type DeadEvent,
  type DeadEventName,
  deadLetterId,
  deadLetterNotFound,
  type ParkedDeadLetter,
  type ParkedEventName,
  readDeadLetterId,
} from "./dead-letter.ts";
import { type ChunkDetailsRow, selectChunkDetails, selectParkedEvent } from "./dead-letters.sql.ts";
import { toDeadChunk, toDeadEvent, toParkedDeadLetter } from "./list-dead-letters.ts";

/** Maximum number of actions that are shown, the newest ones. */
export const SHOWN_ACTIONS_MAX = 100;

/** Recorded action on a dead letter. */
export type DeadLetterAction = {
  readonly action: "replayed" | "edited" | "discarded";
  readonly actor: string | undefined;
  /** Reason; for an edit, also the hashes of both payloads. */
  readonly details: unknown;
  readonly at: Date;
};

/** Dead chunk with its payload, attempts and recorded actions. */
export type DeadChunkDetails = DeadChunk & {
  /** Payload as the handler gets it; undefined if there is none or it was erased. */
  readonly payload: unknown;
  /** Reason why the payload is shown as it is stored, not as the handler gets it. */
  readonly payloadProblem: string | undefined;
  /** Record of the last error. */
  readonly error: unknown;
  /** Past attempts, the oldest first. */
  readonly pastAttempts: readonly PastAttempt[];
  readonly acts: readonly DeadLetterAction[];
};

/** Rejected event with its payload and recorded actions. */
export type DeadEventDetails = DeadEvent &
  Pick<RejectedDetails, "payload" | "payloadHash" | "raw" | "held" | "error" | "replayedAs"> & {
    /** Origin, with the original routing key and headers. */
    readonly origin: EventOrigin;
    readonly lastAt: Date;
    readonly acts: readonly DeadLetterAction[];
  };

/** Parked event of the outbox with its payload and recorded actions. */
export type ParkedDeadLetterDetails = ParkedDeadLetter & {
  readonly payload: unknown;
  readonly headers: unknown;
  readonly routingKey: string;
  readonly acts: readonly DeadLetterAction[];
};

/** Dead letter of any kind with its payload and recorded actions. */
export type DeadLetterDetails = DeadChunkDetails | DeadEventDetails | ParkedDeadLetterDetails;

/**
 * Reads one dead letter with its payload, its errors and the recorded actions. Rejects with DEAD_LETTER_NOT_FOUND. A payload
 * is shown as it is stored if the codec that encoded it is missing.
 *
 * @example const deadLetter = await showDeadLetter(database, "chunk-17-3");
 */
export async function showDeadLetter(on: Queryable, id: string, { codec }: WithCodec = {}): Promise<DeadLetterDetails> {
  const name = readDeadLetterId(id);
  if (name.kind === "parked") return showParked(on, name);
  return name.kind === "chunk" ? showChunk(on, name, codec) : showEvent(on, name);
}

async function showChunk(
  on: Queryable,
  name: DeadChunkName,
  codec: PayloadCodec | undefined,
): Promise<DeadChunkDetails> {
  const [row] = await on.query(selectChunkDetails(name));
  const chunk = row && deadChunkOf(row);
  if (row === undefined || chunk === undefined) throw notDead(name, row);
  const pastAttempts = await listAttempts(on, name);
  return {
    ...chunk,
    ...(await readPayload(row, codec)),
    error: row.last_error ?? undefined,
    pastAttempts,
    acts: await listActions(on, chunk),
  };
}

/** Converts a row; undefined if the chunk is not a dead letter. */
export function deadChunkOf(row: ChunkDetailsRow): DeadChunk | undefined {
  const { state, at } = row;
  return state === null || at === null ? undefined : toDeadChunk({ ...row, state, at });
}

/** Creates the error for a chunk that is not a dead letter, with its actual state. */
export function notDead(name: DeadChunkName, row: ChunkDetailsRow | undefined): Error {
  const chunk = `chunk ${String(name.number)} of task ${String(name.taskId)}`;
  if (row === undefined) return deadLetterNotFound(deadLetterId(name), `there is no ${chunk}, or it was pruned`);
  const why = row.chunk_state === "CANCELLED" ? "was cancelled: submit another task" : `is ${row.chunk_state}`;
  return deadLetterNotFound(deadLetterId(name), `${chunk} ${why}`);
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

async function showParked(on: Queryable, name: ParkedEventName): Promise<ParkedDeadLetterDetails> {
  const [row] = await on.query(selectParkedEvent(name));
  if (row === undefined)
    throw deadLetterNotFound(deadLetterId(name), "it was handed over, is tried again or was given up");
  const event = toParkedDeadLetter(row);
  const { payload, headers, routing_key: routingKey } = row;
  return { ...event, payload, headers, routingKey, acts: await listActions(on, event) };
}

async function listActions(on: Queryable, { id, tenant }: DeadChunk | ParkedDeadLetter): Promise<DeadLetterAction[]> {
  const filter = { subject: { type: DEAD_LETTER_SUBJECT, id } };
  const { entries } = await listAudit(on, { tenant, filter, limit: SHOWN_ACTIONS_MAX });
  return entries.toReversed().flatMap(({ action: name, actor, details, at }) => {
    const action = ACTIONS.get(name);
    return action === undefined ? [] : [{ action, actor: actor ?? undefined, details, at }];
  });
}

const ACTIONS: ReadonlyMap<string, DeadLetterAction["action"]> = new Map([
  ["dead-letter.replayed", "replayed"],
  ["dead-letter.edited", "edited"],
  ["dead-letter.discarded", "discarded"],
]);

async function showEvent(on: Queryable, name: DeadEventName): Promise<DeadEventDetails> {
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

async function findRejected(on: Queryable, name: DeadEventName): Promise<RejectedDetails> {
  try {
    return await showRejected(on, name.rejectedId);
  } catch (error) {
    if (isRotaError(error, "REJECTED_EVENT_NOT_FOUND")) throw deadLetterNotFound(deadLetterId(name));
    throw error;
  }
}
