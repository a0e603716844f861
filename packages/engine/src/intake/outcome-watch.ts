/** Reports the outcomes of events: immediately when this process handled them, else by polling the database with back-off. */
import type { Queryable } from "../database/database.ts";
import type { Clock } from "../runtime/clock.ts";
import { type OutcomeRow, selectOutcomes } from "./intake.sql.ts";

export type OutcomeWatch = {
  /** The outcome as it is known when the event has one or the time is over. Rejects when that cannot be found out. */
  wait(name: EventName, options: OutcomeWaitOptions): Promise<KnownOutcome | undefined>;
  /**
   * These events were handled here: whoever waits for one of them is told. Of an event without an outcome here, only the
   * database can tell how it ended.
   */
  settled(tenant: string, outcomes: () => ReadonlyMap<string, KnownOutcome | undefined>): void;
};

export type OutcomeWaitOptions = {
  readonly waitMs: number;
  /** It was stored just now, so it has no outcome yet. */
  readonly isNew: boolean;
  /** Only the end of the wait matters: it is not asked how an event ended that was handled here. */
  readonly isBlind?: boolean;
};

type Waiter = {
  readonly name: EventName;
  readonly untilMs: number;
  readonly isBlind: boolean;
  readonly resolve: (outcome: KnownOutcome | undefined) => void;
  readonly reject: (error: unknown) => void;
  pauseMs: number;
  lookAtMs: number;
};

/** At once, whatever a look under way will say. */
const AT_ONCE = 0;

/** Of one look; the others have the next. */
const NAMES_MAX = 1_000;
/** Between two looks, whoever waits. */
const LOOK_MS_MIN = 3;
/** From the first look for an event to its next; doubled each time. */
const PAUSE_MS_MIN = 10;
const PAUSE_MS_MAX = 100;

export function createOutcomeWatch(database: Queryable, clock: Clock): OutcomeWatch {
  const waiters = new Set<Waiter>();
  let pause = new AbortController();
  let isWatching = false;

  const watch = async (): Promise<void> => {
    while (waiters.size > 0) {
      pause = new AbortController();
      const due = dueOf(waiters, clock.monotonicMs());
      if (due.length > 0) {
        await look(due);
        await clock.wait(LOOK_MS_MIN);
      } else {
        const soonestMs = Math.min(...[...waiters].map(({ lookAtMs }) => lookAtMs));
        await clock.wait(soonestMs - clock.monotonicMs(), pause.signal);
      }
    }
    isWatching = false;
  };

  const look = async (asked: readonly Waiter[]): Promise<void> => {
    for (const waiter of asked) waiter.lookAtMs = Number.POSITIVE_INFINITY;
    try {
      const outcomes = await readOutcomes(
        database,
        asked.map(({ name }) => name),
      );
      const nowMs = clock.monotonicMs();
      for (const [index, waiter] of asked.entries()) {
        const outcome = outcomes[index];
        if (!waiters.delete(waiter)) continue; // it was told meanwhile
        if (outcome?.kind !== "waiting" || nowMs >= waiter.untilMs) waiter.resolve(outcome);
        else waiters.add(later(waiter, nowMs)); // behind those who were not asked for
      }
    } catch (error) {
      for (const waiter of asked) if (waiters.delete(waiter)) waiter.reject(error);
    }
  };

  return {
    wait: (name, { waitMs, isNew, isBlind = false }) =>
      new Promise((resolve, reject) => {
        const nowMs = clock.monotonicMs();
        const untilMs = nowMs + waitMs;
        const lookAtMs = isNew ? Math.min(nowMs + PAUSE_MS_MIN, untilMs) : nowMs;
        waiters.add({ name, untilMs, isBlind, resolve, reject, pauseMs: PAUSE_MS_MIN, lookAtMs });
        pause.abort();
        if (isWatching) return;
        isWatching = true;
        void watch();
      }),
    settled(tenant, outcomes) {
      const ofTenant = [...waiters].filter(({ name }) => name.tenant === tenant);
      if (ofTenant.length === 0) return;
      const settled = outcomes();
      for (const waiter of ofTenant) {
        if (!settled.has(waiter.name.eventId)) continue;
        const outcome = settled.get(waiter.name.eventId);
        waiter.lookAtMs = AT_ONCE;
        if ((waiter.isBlind || outcome !== undefined) && waiters.delete(waiter)) waiter.resolve(outcome);
      }
      pause.abort();
    },
  };
}

function dueOf(waiters: ReadonlySet<Waiter>, nowMs: number): Waiter[] {
  return [...waiters].filter(({ lookAtMs }) => lookAtMs <= nowMs).slice(0, NAMES_MAX);
}

function later(waiter: Waiter, nowMs: number): Waiter {
  if (waiter.lookAtMs !== AT_ONCE) waiter.lookAtMs = Math.min(nowMs + waiter.pauseMs, waiter.untilMs);
  waiter.pauseMs = Math.min(PAUSE_MS_MAX, waiter.pauseMs * 2);
  return waiter;
}

/**
 * - `waiting`: it is stored and will be handled, or tried again.
 * - `done`: with the answer of its handler; undefined when that gave none.
 * - `rejected`: for the time being: its id is free, and it can be replayed.
 * - `discarded`: for good, or replaced by an edited one under another id.
 */
export type KnownOutcome = { readonly payloadHash: string } & (
  | { readonly kind: "waiting" }
  | { readonly kind: "done"; readonly answer: unknown }
  | { readonly kind: "rejected"; readonly rejectedId: bigint; readonly code: string; readonly reason: string }
  | { readonly kind: "discarded" }
);

export type EventName = { readonly tenant: string; readonly eventId: string };

/** Undefined: nobody has heard of the event. */
export async function readOutcome(on: Queryable, { tenant, eventId }: EventName): Promise<KnownOutcome | undefined> {
  const [outcome] = await readOutcomes(on, [{ tenant, eventId }]);
  return outcome;
}

/** In the order of the names. */
async function readOutcomes(on: Queryable, names: readonly EventName[]): Promise<(KnownOutcome | undefined)[]> {
  const tenants = names.map(({ tenant }) => tenant);
  const rows = await on.query(selectOutcomes({ tenants, eventIds: names.map(({ eventId }) => eventId) }));
  const known = new Map(rows.map((row) => [`${row.tenant}\0${row.event_id}`, toOutcome(row)]));
  return names.map(({ tenant, eventId }) => known.get(`${tenant}\0${eventId}`));
}

function toOutcome(row: OutcomeRow): KnownOutcome {
  const { hash: payloadHash, rejected_id: rejectedId } = row;
  if (!row.is_held && rejectedId !== null)
    return { kind: "rejected", payloadHash, rejectedId, code: row.code ?? "", reason: row.reason ?? "" };
  if (!row.has_batch) return { kind: "discarded", payloadHash };
  if (row.outcome === "D") return { kind: "done", payloadHash, answer: row.answer ?? undefined };
  return { kind: "waiting", payloadHash };
}
