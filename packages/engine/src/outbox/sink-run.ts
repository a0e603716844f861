/** Runs a sink once: reads the next events, publishes them or applies them in a transaction, and advances its position. */
import { sqlState } from "../database/database-error.ts";
import type { Database, Transaction } from "../database/database.ts";
import { isRotaError, RotaError } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Next } from "../runtime/loop.ts";
import { inSpan, type SpanOptions } from "../runtime/tracing.ts";
import type { OutboxEvent, PublishingSink, TransactionalSink } from "./outbox-event.ts";
import * as limits from "./outbox-limits.ts";
import {
  type Advance,
  advanceSink,
  type DueRow,
  type EventRow,
  type HeldSinkRow,
  holdSink,
  lockSink,
  type NextEventRow,
  noteSinkFailure,
  selectDue,
  selectNextEvents,
} from "./outbox.sql.ts";

export type PublishingRunOptions = {
  readonly database: Database;
  readonly sink: PublishingSink;
  /** Name that only this relay uses. */
  readonly owner: string;
  readonly leaseMs: number;
  readonly triesMax: number;
  readonly batchMax: number;
  readonly clock: Clock;
};

/**
 * Creates the run of a publishing sink: it reads the next events, sends them and advances the sink. It holds no locks
 * meanwhile.
 */
export function createPublishingRun(options: PublishingRunOptions): () => Promise<Next> {
  const { database, sink, owner, leaseMs, batchMax } = options;
  // An event that breaks the connection for all others is found by sending fewer at once, down to one.
  let size = batchMax;
  let ahead: ReadAhead | undefined;

  return async () => {
    const [held] = await database.query(holdSink({ sink: sink.name, owner, leaseMs }));
    if (held === undefined) return "idle";
    if (sink.link?.isConnected === false) throw await noted(options, sinkUnavailable(sink));
    const read = isStillNext(ahead, held) ? ahead : undefined;
    ahead = undefined;
    const batch = await selectEvents(options, { after: held.at_position, size, read });
    if (batch.next.length + batch.due.length === 0) return pauseUntil(held.next_due_ms);
    if (batch.next.length >= batchMax) ahead = readAhead(options, batch, held);
    const { fates, outage } = await tryBatch(options, batch);
    const progress = progressOf(batch, fates, held.at_position);
    if (progress.held.length > 0) ahead = undefined; // what was read does not show them
    const { triesMax } = options;
    await database.query(advanceSink({ sink: sink.name, token: held.token, triesMax, ...progress }));
    size = outage === undefined ? Math.min(batchMax, size * SIZE_FACTOR) : Math.max(1, Math.floor(size / SIZE_FACTOR));
    if (outage !== undefined) throw await noted(options, outage.error);
    return "again";
  };
}

const SIZE_FACTOR = 4;

/** Reads the next batch. A reduced batch has either held events or new ones, so that a single event can be identified as the cause. */
async function selectEvents(
  { database, sink, batchMax }: PublishingRunOptions,
  { after, size, read }: { after: bigint; size: number; read: ReadAhead | undefined },
): Promise<SinkBatch> {
  const isAll = size >= batchMax;
  const bytes = limits.OUTBOX_BATCH_BYTES_MAX;
  const due = await database.query(
    selectDue({
      sink: sink.name,
      aggregates: Math.min(size, limits.HELD_AGGREGATES_MAX),
      events: isAll ? limits.HELD_EVENTS_MAX : 1,
      bytes,
    }),
  );
  const limit = isAll || due.length === 0 ? size : 0;
  const rows = isAll ? ((await read?.rows) ?? []) : [];
  const next =
    rows.length > 0 ? rows : await database.query(selectNextEvents({ sink: sink.name, after, limit, bytes }));
  return toSinkBatch(next, due);
}

/** Batch after the one that is being sent. */
type ReadAhead = { readonly after: bigint; readonly token: bigint; readonly rows: Promise<readonly NextEventRow[]> };

function readAhead(
  { database, sink, batchMax: limit }: PublishingRunOptions,
  { next }: SinkBatch,
  { token }: HeldSinkRow,
): ReadAhead {
  const after = next.at(-1)?.position ?? 0n;
  const rows = database.query(
    selectNextEvents({ sink: sink.name, after, limit, bytes: limits.OUTBOX_BATCH_BYTES_MAX }),
  );
  rows.catch(() => undefined); // the run that awaits the rows gets the error
  return { after, token, rows };
}

/** Returns whether the read-ahead is still valid. Under another token another relay may have held events that were read. */
function isStillNext(ahead: ReadAhead | undefined, held: HeldSinkRow): boolean {
  return ahead?.after === held.at_position && ahead.token === held.token;
}

async function tryBatch({ sink, clock }: PublishingRunOptions, batch: SinkBatch) {
  const overAtMs = clock.monotonicMs() + limits.RUN_MS_MAX;
  const events = eventsToTry(batch);
  const fates = await handOver({ sink, events, isOver: () => clock.monotonicMs() > overAtMs });
  const outage = findOutage(fates);
  const [only] = events;
  if (outage === undefined || events.length !== 1 || only === undefined || sink.link?.isConnected === false)
    return { fates, outage };
  const failed: PublishOutcome = { kind: "failed", error: outage.error }; // it fails alone, and the sink is connected
  return { fates: new Map([[only.position, failed]]), outage: undefined };
}

function findOutage(fates: PublishOutcomes): { readonly error: unknown } | undefined {
  for (const fate of fates.values()) if (fate.kind === "outage") return fate;
  return undefined;
}

/** Records the failure of a sink and returns the error. The log has it too, so a failure to record it loses nothing. */
async function noted({ database, sink }: PublishingRunOptions, error: unknown): Promise<unknown> {
  await database.query(noteSinkFailure({ sink: sink.name, error: errorSentence(error) }));
  return error;
}

function sinkUnavailable({ name }: PublishingSink): RotaError {
  return new RotaError(
    "BROKER_UNAVAILABLE",
    `nothing can be sent to the sink "${name}" at the moment; its events wait`,
  );
}

function pauseUntil(dueInMs: number | null): Next {
  return dueInMs === null ? "idle" : { dueInMs };
}

export type TransactionalRunOptions = {
  readonly database: Database;
  readonly sink: TransactionalSink;
  readonly triesMax: number;
  readonly batchMax: number;
};

/** Creates the run of a transactional sink: in one transaction the sink takes its events and is advanced. */
export function createTransactionalRun(options: TransactionalRunOptions): () => Promise<Next> {
  return () => options.database.transaction((tx) => runInside(tx, options));
}

async function runInside(tx: Transaction, { sink, triesMax, batchMax }: TransactionalRunOptions): Promise<Next> {
  const [locked] = await tx.query(lockSink(sink.name));
  if (locked === undefined) return "idle";
  const bytes = limits.OUTBOX_BATCH_BYTES_MAX;
  const page = { sink: sink.name, after: locked.at_position, limit: batchMax, bytes };
  const held = { aggregates: limits.HELD_AGGREGATES_MAX, events: limits.HELD_EVENTS_MAX };
  const batch = toSinkBatch(
    await tx.query(selectNextEvents(page)),
    await tx.query(selectDue({ sink: sink.name, bytes, ...held })),
  );
  if (batch.next.length + batch.due.length === 0) return pauseUntil(locked.next_due_ms);
  const fates = await take(tx, sink, eventsToTry(batch));
  const progress = progressOf(batch, fates, locked.at_position);
  await tx.query(advanceSink({ sink: sink.name, token: null, triesMax, ...progress }));
  return "again";
}

async function take(
  tx: Transaction,
  sink: TransactionalSink,
  events: readonly OutboxEvent[],
): Promise<PublishOutcomes> {
  const error = await takeInSavepoint(tx, sink, events);
  if (error === undefined) return new Map(events.map(({ position }) => [position, TAKEN]));
  return takeOneByOne(tx, sink, events);
}

/** Takes events one by one; those of an aggregate after a failed one are left out. */
async function takeOneByOne(
  tx: Transaction,
  sink: TransactionalSink,
  events: readonly OutboxEvent[],
): Promise<PublishOutcomes> {
  const fates = new Map<bigint, PublishOutcome>();
  const failed = new Set<string>();
  for (const event of events) {
    const key = aggregateKey(event);
    const thrown = failed.has(key) ? undefined : await takeInSavepoint(tx, sink, [event]);
    if (thrown !== undefined) failed.add(key);
    const fate: PublishOutcome =
      thrown === undefined ? (failed.has(key) ? { kind: "untried" } : TAKEN) : { kind: "failed", ...thrown };
    fates.set(event.position, fate);
  }
  return fates;
}

const TAKEN: PublishOutcome = { kind: "published" };
/** SQLSTATE classes of lost connections, deadlocks and collisions, and a full or stopping server: the whole run is retried. */
const OUTAGE_CLASSES = new Set(["08", "40", "53", "57", "58", "XX"]);

/** Takes events in a savepoint. Returns their error; undefined when they were taken. Throws an error that they did not cause. */
async function takeInSavepoint(
  tx: Transaction,
  sink: TransactionalSink,
  events: readonly OutboxEvent[],
): Promise<{ readonly error: unknown } | undefined> {
  if (events.length === 0) return undefined;
  try {
    await tx.transaction((inner) => sink.take(inner, events));
    return undefined;
  } catch (error) {
    if (isUnavailable(error) || OUTAGE_CLASSES.has(sqlState(error)?.slice(0, 2) ?? "")) throw error;
    return { error };
  }
}

/** Outcome of an event. `untried`: one before it failed, or the time of the run was over. */
type PublishOutcome =
  | { readonly kind: "published" }
  | { readonly kind: "unroutable" }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "outage"; readonly error: unknown }
  | { readonly kind: "untried" };

type PublishOutcomes = ReadonlyMap<bigint, PublishOutcome>;

type HandOver = {
  readonly sink: PublishingSink;
  /** Events in the order of their positions. */
  readonly events: readonly OutboxEvent[];
  /** Whether the time of the run is over: aggregates that have many events left then wait, so that others need not. */
  readonly isOver: () => boolean;
};

/**
 * Sends events. The next event of an aggregate is sent when the previous one was confirmed. That alone keeps their first
 * arrivals in order, even if two relays send the same events at the same time: no relay sends an event before the
 * previous one arrived.
 */
async function handOver({ sink, events, isOver }: HandOver): Promise<PublishOutcomes> {
  const fates = new Map<bigint, PublishOutcome>();
  const isOutage = { seen: false };
  const sendChain = async (chain: readonly OutboxEvent[]): Promise<void> => {
    for (const [nth, event] of chain.entries()) {
      if (isOutage.seen || (chain.length - nth > FEW && isOver())) return;
      const fate = await send(sink, event);
      isOutage.seen ||= fate.kind === "outage";
      fates.set(event.position, fate);
      if (fate.kind === "failed" || fate.kind === "outage") return;
    }
  };
  await Promise.all(chainsOf(events).map(sendChain));
  for (const { position } of events) if (!fates.has(position)) fates.set(position, UNTRIED);
  return fates;
}

/** Groups events by aggregate, in their order. Pure. */
function chainsOf(events: readonly OutboxEvent[]): OutboxEvent[][] {
  const chains = new Map<string, OutboxEvent[]>();
  for (const event of events) {
    const key = aggregateKey(event);
    const chain = chains.get(key);
    if (chain === undefined) chains.set(key, [event]);
    else chain.push(event);
  }
  return [...chains.values()];
}

/** Returns a key of the aggregate. Names contain no control characters, so that the parts stay separate. */
function aggregateKey({ tenant, aggregate }: OutboxEvent): string {
  return `${tenant}\n${aggregate.type}\n${aggregate.id}`;
}

function isUnavailable(error: unknown): boolean {
  return isRotaError(error) && error.kind === "unavailable";
}

/** Number of remaining events of an aggregate that are sent even when the time is over: holding them would cost more. */
const FEW = 20;
const UNTRIED: PublishOutcome = { kind: "untried" };

/** Returns the span of an event. One that is not traced has none: it would begin its own trace. */
function spanOf({ name: sink }: PublishingSink, { type, headers }: OutboxEvent): SpanOptions | undefined {
  const { traceparent } = headers;
  if (typeof traceparent !== "string") return undefined;
  const attributes = { "rota.event_type": type, "rota.sink": sink };
  return { name: `publish ${type}`, kind: "producer", parent: traceparent, attributes };
}

async function send(sink: PublishingSink, event: OutboxEvent): Promise<PublishOutcome> {
  try {
    return { kind: await inSpan(spanOf(sink, event), () => sink.publish(event)) };
  } catch (error) {
    return { kind: isUnavailable(error) ? "outage" : "failed", error };
  }
}

/** Events of one run: those after the position of the sink, and held ones that are due. */
type SinkBatch = {
  readonly next: readonly (OutboxEvent & { readonly isHeld: boolean })[];
  readonly due: readonly (OutboxEvent & { readonly heldId: bigint })[];
};

export type Progress = Pick<Advance, "position" | "published" | "unroutable" | "held" | "released" | "failed">;

function toSinkBatch(next: readonly NextEventRow[], due: readonly DueRow[]): SinkBatch {
  return {
    next: next.map((row) => Object.assign(readEvent(row), { isHeld: row.is_held })),
    due: due.map((row) => Object.assign(readEvent(row), { heldId: row.held_id })),
  };
}

/** Returns the events to send, in the order of their positions: events behind held ones wait. */
function eventsToTry({ next, due }: SinkBatch): OutboxEvent[] {
  return [...due, ...next.filter(({ isHeld }) => !isHeld)]; // held events come before the next ones
}

/**
 * Returns the progress of the sink. It moves past its events; those that were not delivered are held. After an outage it
 * stops before the first event that the outage left undone: that is not the event's fault, and it is read again.
 */
function progressOf({ next, due }: SinkBatch, fates: PublishOutcomes, from: bigint): Progress {
  const isOutage = [...fates.values()].some(({ kind }) => kind === "outage");
  const stopsAt = isOutage ? next.findIndex(({ isHeld, position }) => !isHeld && isUndone(fates.get(position))) : -1;
  const passed = stopsAt < 0 ? next : next.slice(0, stopsAt);
  const tried = [...due, ...passed.filter(({ isHeld }) => !isHeld)];
  const isDone = ({ position }: OutboxEvent): boolean => DONE.has(fates.get(position)?.kind ?? "untried");
  return {
    position: passed.at(-1)?.position ?? from,
    published: tried.filter(isDone).length,
    unroutable: tried.filter(({ position }) => fates.get(position)?.kind === "unroutable").length,
    held: passed.filter((event) => event.isHeld || !isDone(event)).map(({ position }) => position),
    released: due.filter(isDone).map(({ heldId, position }) => ({ heldId, position })),
    failed: tried.flatMap(({ position }) => {
      const fate = fates.get(position);
      return fate?.kind === "failed" ? [{ position, error: errorSentence(fate.error) }] : [];
    }),
  };
}

/** Returns the form in which an error is kept: one line of limited length. */
function errorSentence(error: unknown): string {
  const text =
    error instanceof Error ? `${"code" in error ? `${String(error.code)}: ` : ""}${error.message}` : String(error);
  return text.replaceAll(/\p{Cc}+/gu, " ").slice(0, limits.SENTENCE_BYTES_MAX);
}

const DONE: ReadonlySet<PublishOutcome["kind"]> = new Set(["published", "unroutable"]);

function isUndone(fate: PublishOutcome | undefined): boolean {
  return fate === undefined || fate.kind === "outage" || fate.kind === "untried";
}

function readEvent(row: EventRow): OutboxEvent {
  return {
    position: row.position,
    eventId: row.event_id,
    tenant: row.tenant,
    type: row.type,
    aggregate: { type: row.aggregate_type, id: row.aggregate_id },
    payloadText: row.payload_text,
    occurredAt: row.occurred_at,
    exchange: row.exchange ?? undefined,
    routingKey: row.routing_key,
    headers: row.headers,
  };
}
