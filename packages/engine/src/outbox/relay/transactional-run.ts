/** One run of a transactional sink: in one transaction, which it opens, the sink takes its events and is moved on. */
import { sqlState } from "../../database/database-error.ts";
import type { Database, Transaction } from "../../database/database.ts";
import type { Next } from "../../runtime/loop.ts";
import type { OutboxEvent, TransactionalSink } from "../event.ts";
import * as limits from "../limits.ts";
import { advanceSink, lockSink, selectBatch, selectDue } from "../outbox.sql.ts";
import { aggregateKey, isUnavailable, type Fate, type Fates } from "./hand-over.ts";
import { eventsToTry, progressOf, readBatch } from "./progress.ts";
import { pauseUntil } from "./publishing-run.ts";

export type TransactionalRunOptions = {
  readonly database: Database;
  readonly sink: TransactionalSink;
  readonly triesMax: number;
  readonly batchMax: number;
};

export function createTransactionalRun(options: TransactionalRunOptions): () => Promise<Next> {
  return () => options.database.transaction((tx) => runInside(tx, options));
}

async function runInside(tx: Transaction, { sink, triesMax, batchMax }: TransactionalRunOptions): Promise<Next> {
  const [locked] = await tx.query(lockSink(sink.name));
  if (locked === undefined) return "idle";
  const bytes = limits.BATCH_BYTES_MAX;
  const wish = { sink: sink.name, after: locked.at_position, limit: batchMax, bytes };
  const held = { aggregates: limits.HELD_AGGREGATES_MAX, events: limits.HELD_EVENTS_MAX };
  const batch = readBatch(
    await tx.query(selectBatch(wish)),
    await tx.query(selectDue({ sink: sink.name, bytes, ...held })),
  );
  if (batch.next.length + batch.due.length === 0) return pauseUntil(locked.next_due_ms);
  const fates = await take(tx, sink, eventsToTry(batch));
  const progress = progressOf(batch, fates, locked.at_position);
  await tx.query(advanceSink({ sink: sink.name, token: null, triesMax, ...progress }));
  return "again";
}

async function take(tx: Transaction, sink: TransactionalSink, events: readonly OutboxEvent[]): Promise<Fates> {
  const error = await takeInSavepoint(tx, sink, events);
  if (error === undefined) return new Map(events.map(({ position }) => [position, DONE]));
  return takeOneByOne(tx, sink, events);
}

/** Events behind one that failed are left out. */
async function takeOneByOne(tx: Transaction, sink: TransactionalSink, events: readonly OutboxEvent[]): Promise<Fates> {
  const fates = new Map<bigint, Fate>();
  const failed = new Set<string>();
  for (const event of events) {
    const key = aggregateKey(event);
    const thrown = failed.has(key) ? undefined : await takeInSavepoint(tx, sink, [event]);
    if (thrown !== undefined) failed.add(key);
    const fate: Fate =
      thrown === undefined ? (failed.has(key) ? { kind: "untried" } : DONE) : { kind: "failed", ...thrown };
    fates.set(event.position, fate);
  }
  return fates;
}

const DONE: Fate = { kind: "published" };
/** Lost connections, deadlocks and collisions, a server that is full or stops: the whole run is tried again. */
const OUTAGE_CLASSES = new Set(["08", "40", "53", "57", "58", "XX"]);

/** Undefined: the events were taken. Throws what is no fault of theirs. */
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
