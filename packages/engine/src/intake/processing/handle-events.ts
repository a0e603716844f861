/** Hands events to their handler, and finds those that it fails at: halves under savepoints, until each of them is alone. */
import type { Transaction } from "../../database/database.ts";
import { sqlState } from "../../database/database-error.ts";
import { isRotaError, RotaError } from "../../errors.ts";
import type { HandleContext, IntakeDefinition } from "../define-intake.ts";
import type { EventOutcome, IntakeEvent } from "../event.ts";

/** What became of an event: as the handler says, or what it threw when it had the event alone. */
export type HandledEvent = EventOutcome | { readonly kind: "failed"; readonly error: unknown };

export type HandleRequest = Omit<HandleContext, "tx"> & {
  readonly intake: IntakeDefinition;
  readonly events: readonly IntakeEvent[];
};

/** All at once and without a savepoint, as nearly every batch goes. When it throws, nothing of the transaction may be kept. */
export async function handleTogether(tx: Transaction, request: HandleRequest): Promise<HandledEvent[]> {
  const { intake, events, tenant, signal, logger } = request;
  if (events.length === 0) return [];
  signal.throwIfAborted();
  return readOutcomes(await intake.handle(events, { tx, tenant, signal, logger }), request);
}

/** In the order of the events. Throws what says nothing about any of them: a lost connection, a deadlock, an abort. */
export async function handleEvents(tx: Transaction, request: HandleRequest): Promise<HandledEvent[]> {
  const { events, signal } = request;
  if (events.length === 0) return [];
  try {
    return await tx.transaction((inner) => handleTogether(inner, request));
  } catch (error) {
    if (signal.aborted || isNobodysFault(error)) throw error;
    if (events.length === 1) return [{ kind: "failed", error }];
    const middle = Math.ceil(events.length / 2);
    const first = await handleEvents(tx, { ...request, events: events.slice(0, middle) });
    return [...first, ...(await handleEvents(tx, { ...request, events: events.slice(middle) }))];
  }
}

const DONE: EventOutcome = { kind: "done", answer: undefined };

/** A handler that answers for another number of events has lost track: nothing that it says is believed. */
function readOutcomes(returned: unknown, { intake, events }: HandleRequest): EventOutcome[] {
  if (returned === undefined) return events.map(() => DONE);
  if (!Array.isArray(returned) || returned.length !== events.length || !returned.every(isOutcome)) {
    const shown = Array.isArray(returned)
      ? `a list of ${String(returned.length)}`
      : `a value of type ${typeof returned}`;
    throw new RotaError(
      "INTAKE_OUTCOME_INVALID",
      `handle of intake "${intake.name}" returned ${shown} for ${String(events.length)} events: return an outcome for each, or nothing`,
      { intake: intake.name, events: events.length },
    );
  }
  return returned.map((outcome: EventOutcome | undefined) => outcome ?? DONE);
}

function isOutcome(value: unknown): value is EventOutcome | undefined {
  if (value === undefined) return true;
  return typeof value === "object" && value !== null && "kind" in value && KINDS.has(String(value.kind));
}

const KINDS: ReadonlySet<string> = new Set(["done", "rejected", "later"]);

/** Serialisation, deadlocks, resources, operators; and what the connection or the lease fails. */
const PASSING_STATES = /^(40|53|55P03|57|58)/;
const PASSING_CODES = new Set(["LEASE_LOST", "QUERY_CANCELLED", "QUERY_TIMED_OUT", "WORKER_STOPPING", "CHUNK_TIMEOUT"]);

/** It says nothing about any event: the whole batch is tried again. */
export function isNobodysFault(error: unknown): boolean {
  if (isRotaError(error)) return error.code.startsWith("DATABASE_") || PASSING_CODES.has(error.code);
  return PASSING_STATES.test(sqlState(error) ?? "");
}
