/** Chains the events of one aggregate by their hashes (BPC-EVENT-1) and verifies such a chain. */
import { PassportError } from "../../errors.ts";
import { isMicrosecondTime } from "../canonical/calendar-date.ts";
import { canonicalHash, sha256Hex } from "../canonical/sha256.ts";

export type PassportEvent = {
  readonly tenantId: string;
  readonly aggregateType: string;
  readonly aggregateId: string;
  /** Number of the event in its aggregate, from 1 without gaps. */
  readonly aggregateVersion: number;
  readonly eventType: string;
  /** Time in UTC with six fraction digits, such as 2026-01-02T03:04:05.000001Z. */
  readonly occurredAt: string;
  readonly actorId: string | undefined;
  readonly payloadCanonical: string;
};

export type ChainedEvent = PassportEvent & {
  readonly payloadHash: string;
  readonly prevEventHash: string | undefined;
  readonly eventHash: string;
};

export type ChainDifference = { readonly aggregateVersion: number; readonly why: string };

export function chainEvent(event: PassportEvent, previous: Pick<ChainedEvent, "eventHash"> | undefined): ChainedEvent {
  if (!isMicrosecondTime(event.occurredAt)) {
    const message = `occurredAt (${event.occurredAt}) must be UTC with six fraction digits, such as 2026-01-02T03:04:05.000001Z`;
    throw new PassportError("VALIDATION_ERROR", message, { aggregateVersion: event.aggregateVersion });
  }
  const payloadHash = sha256Hex(event.payloadCanonical);
  const prevEventHash = previous?.eventHash;
  return { ...event, payloadHash, prevEventHash, eventHash: eventHash({ ...event, payloadHash, prevEventHash }) };
}

/** Recomputes payload hashes, event hashes and links. Returns the first difference, or undefined if there is none. */
export function verifyEventChain(events: readonly ChainedEvent[]): ChainDifference | undefined {
  let previous: ChainedEvent | undefined;
  for (const [index, event] of events.entries()) {
    const why = differenceOf(event, previous, index + 1);
    if (why !== undefined) return { aggregateVersion: index + 1, why };
    previous = event;
  }
  return undefined;
}

function differenceOf(event: ChainedEvent, previous: ChainedEvent | undefined, version: number): string | undefined {
  if (event.aggregateVersion !== version) return `the version is ${String(event.aggregateVersion)}`;
  const isOther =
    previous !== undefined &&
    (previous.tenantId !== event.tenantId ||
      previous.aggregateType !== event.aggregateType ||
      previous.aggregateId !== event.aggregateId);
  if (isOther) return "the event is of another aggregate";
  if (event.prevEventHash !== previous?.eventHash) return "it does not follow the event before it";
  if (event.payloadHash !== sha256Hex(event.payloadCanonical)) return "the payload was changed";
  return event.eventHash === eventHash(event) ? undefined : "the event was changed";
}

function eventHash(event: Omit<ChainedEvent, "eventHash">): string {
  return canonicalHash({
    tenant_id: event.tenantId,
    aggregate_type: event.aggregateType,
    aggregate_id: event.aggregateId,
    aggregate_version: event.aggregateVersion,
    event_type: event.eventType,
    occurred_at: event.occurredAt,
    actor_id: event.actorId ?? null,
    payload_hash: event.payloadHash,
    prev_event_hash: event.prevEventHash ?? null,
  });
}
