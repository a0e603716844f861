/** Lists the events that were not accepted, and shows one with all that is kept of it. */
import type { Queryable } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import type { EventOrigin } from "../event.ts";
import {
  selectActs,
  selectRejected,
  selectRejectedEvent,
  type ActRow,
  type RejectedEventRow,
  type RejectedKind,
  type RejectedListRow,
  type RejectedState,
} from "./rejected.sql.ts";

export const LISTED_REJECTED_MAX = 1_000;
const DEFAULT_LISTED = 100;

/**
 * - `MALFORMED`: a message that is no event.
 * - `REJECTED`: by its schema, by the handler, or because its attempts are used up.
 * - `CONFLICT`: its id was taken by an event with another payload.
 * - `DEAD_LETTER`: the broker gave it up.
 */
export type RejectedEvent = {
  readonly rejectedId: bigint;
  readonly intake: string;
  readonly kind: RejectedKind;
  readonly state: RejectedState;
  readonly tenant: string | undefined;
  readonly eventId: string | undefined;
  readonly code: string;
  readonly reason: string;
  /** With the original routing key, also of dead letters. */
  readonly origin: EventOrigin;
  /** How often its handler failed at it. */
  readonly attempts: number;
  /** How often it was refused while its record was open. */
  readonly times: number;
  readonly rejectedAt: Date;
  readonly lastAt: Date;
};

export type RejectedDetails = RejectedEvent & {
  /** Undefined: it could not be read. */
  readonly payload: unknown;
  readonly payloadHash: string;
  /** As it was received, where it could not be read; at most its first MiB. */
  readonly raw: Uint8Array | undefined;
  /** Of a conflict: the event that was accepted under the same id. */
  readonly held: { readonly payloadHash: string; readonly payload: unknown } | undefined;
  readonly error: unknown;
  /** The id of the edited event that was replayed in its place. */
  readonly replayedAs: string | undefined;
  readonly history: readonly RejectedAct[];
};

export type RejectedAct = {
  readonly action: "REPLAYED" | "DISCARDED";
  readonly actor: string;
  readonly reason: string | undefined;
  readonly details: unknown;
  readonly at: Date;
};

export type RejectedFilter = {
  /** Default OPEN. */
  readonly state?: RejectedState | "ALL";
  readonly intake?: string;
  readonly tenant?: string;
  readonly kind?: RejectedKind;
  readonly code?: string;
  /** The last id of the page before. */
  readonly before?: bigint;
  /** Default 100, at most LISTED_REJECTED_MAX. */
  readonly limit?: number;
};

/** The newest first. */
export async function listRejected(on: Queryable, filter: RejectedFilter = {}): Promise<RejectedEvent[]> {
  const { state = "OPEN", intake, tenant, kind, code, before, limit = DEFAULT_LISTED } = filter;
  const rows = await on.query(
    selectRejected({
      state: state === "ALL" ? null : state,
      intake: intake ?? null,
      tenant: tenant ?? null,
      kind: kind ?? null,
      code: code ?? null,
      before: before ?? null,
      limit: Math.min(limit, LISTED_REJECTED_MAX),
    }),
  );
  return rows.map(toRejected);
}

/** Rejects with REJECTED_EVENT_NOT_FOUND. */
export async function showRejected(on: Queryable, rejectedId: bigint): Promise<RejectedDetails> {
  const [row] = await on.query(selectRejectedEvent(rejectedId));
  if (row === undefined) throw rejectedNotFound(rejectedId);
  const acts = await on.query(selectActs(rejectedId));
  return toDetails(row, acts);
}

export function rejectedNotFound(rejectedId: bigint): RotaError {
  const message = `there is no rejected event ${String(rejectedId)}: list them to see which there are`;
  return new RotaError("REJECTED_EVENT_NOT_FOUND", message, { rejectedId: String(rejectedId) });
}

function toRejected(row: RejectedListRow): RejectedEvent {
  const { intake, kind, state, code, reason, origin, attempts, times } = row;
  return {
    rejectedId: row.rejected_id,
    ...{ intake, kind, state },
    tenant: row.tenant ?? undefined,
    eventId: row.event_id ?? undefined,
    ...{ code, reason, origin, attempts, times },
    rejectedAt: row.rejected_at,
    lastAt: row.last_at,
  };
}

function toDetails(row: RejectedEventRow, acts: readonly ActRow[]): RejectedDetails {
  const { payload, raw, error, held_hash: heldHash, held_payload: heldPayload } = row;
  return {
    ...toRejected(row),
    payload: parsed(payload),
    payloadHash: row.payload_hash,
    raw: raw ?? undefined,
    held: heldHash === null ? undefined : { payloadHash: heldHash, payload: parsed(heldPayload) },
    error: error ?? undefined,
    replayedAs: acts.findLast(({ details }) => details.eventId !== undefined)?.details.eventId,
    history: acts.map(({ action, actor, reason, details, acted_at: at }) => ({
      ...{ action, actor, reason: reason ?? undefined, details, at },
    })),
  };
}

function parsed(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}
