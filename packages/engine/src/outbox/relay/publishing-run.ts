/** One run of a publishing sink: reads what comes next, sends it, and moves the sink on. Nothing is locked meanwhile. */
import type { Database } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Next } from "../../runtime/loop.ts";
import type { PublishingSink } from "../event.ts";
import * as limits from "../limits.ts";
import { advanceSink, holdSink, noteSinkFailure, selectBatch, selectDue } from "../outbox.sql.ts";
import type { BatchRow, HeldSinkRow } from "../outbox.sql.ts";
import { handOver, type Fate, type Fates } from "./hand-over.ts";
import { errorSentence, eventsToTry, progressOf, readBatch, type Batch } from "./progress.ts";

export type PublishingRunOptions = {
  readonly database: Database;
  readonly sink: PublishingSink;
  /** Of this relay alone. */
  readonly owner: string;
  readonly leaseMs: number;
  readonly triesMax: number;
  readonly batchMax: number;
  readonly clock: Clock;
};

export function createPublishingRun(options: PublishingRunOptions): () => Promise<Next> {
  const { database, sink, owner, leaseMs, batchMax } = options;
  // An event that ends the connection of all others is found by sending fewer at once, down to one.
  let size = batchMax;
  let ahead: ReadAhead | undefined;

  return async () => {
    const [held] = await database.query(holdSink({ sink: sink.name, owner, leaseMs }));
    if (held === undefined) return "idle";
    if (sink.link?.isConnected === false) throw await noted(options, away(sink));
    const read = isStillNext(ahead, held) ? ahead : undefined;
    ahead = undefined;
    const batch = await selectEvents(options, { after: held.at_position, size, read });
    if (batch.next.length + batch.due.length === 0) return pauseUntil(held.next_due_ms);
    if (batch.next.length >= batchMax) ahead = readAhead(options, batch, held);
    const { fates, outage } = await tryBatch(options, batch);
    const progress = progressOf(batch, fates, held.at_position);
    if (progress.held.length > 0) ahead = undefined; // what was read knows nothing of them
    const { triesMax } = options;
    await database.query(advanceSink({ sink: sink.name, token: held.token, triesMax, ...progress }));
    size = outage === undefined ? Math.min(batchMax, size * SIZE_FACTOR) : Math.max(1, Math.floor(size / SIZE_FACTOR));
    if (outage !== undefined) throw await noted(options, outage.error);
    return "again";
  };
}

const SIZE_FACTOR = 4;

/** Of few events either held ones or the next ones are taken, so that one of them can be told to be the culprit. */
async function selectEvents(
  { database, sink, batchMax }: PublishingRunOptions,
  { after, size, read }: { after: bigint; size: number; read: ReadAhead | undefined },
): Promise<Batch> {
  const isAll = size >= batchMax;
  const bytes = limits.BATCH_BYTES_MAX;
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
  const next = rows.length > 0 ? rows : await database.query(selectBatch({ sink: sink.name, after, limit, bytes }));
  return readBatch(next, due);
}

/** The batch behind one that is being sent. */
type ReadAhead = { readonly after: bigint; readonly token: bigint; readonly rows: Promise<readonly BatchRow[]> };

function readAhead(
  { database, sink, batchMax: limit }: PublishingRunOptions,
  { next }: Batch,
  { token }: HeldSinkRow,
): ReadAhead {
  const after = next.at(-1)?.position ?? 0n;
  const rows = database.query(selectBatch({ sink: sink.name, after, limit, bytes: limits.BATCH_BYTES_MAX }));
  rows.catch(() => undefined); // whoever needs them learns it
  return { after, token, rows };
}

/** Under another token somebody else may have held back what was read. */
function isStillNext(ahead: ReadAhead | undefined, held: HeldSinkRow): boolean {
  return ahead?.after === held.at_position && ahead.token === held.token;
}

async function tryBatch({ sink, clock }: PublishingRunOptions, batch: Batch) {
  const overAtMs = clock.monotonicMs() + limits.RUN_MS_MAX;
  const events = eventsToTry(batch);
  const fates = await handOver({ sink, events, isOver: () => clock.monotonicMs() > overAtMs });
  const outage = findOutage(fates);
  const [only] = events;
  if (outage === undefined || events.length !== 1 || only === undefined || sink.link?.isConnected === false)
    return { fates, outage };
  const failed: Fate = { kind: "failed", error: outage.error }; // it fails alone, and the sink is there
  return { fates: new Map([[only.position, failed]]), outage: undefined };
}

function findOutage(fates: Fates): { readonly error: unknown } | undefined {
  for (const fate of fates.values()) if (fate.kind === "outage") return fate;
  return undefined;
}

/** What cannot be noted is no worse for it: the log has it as well. */
async function noted({ database, sink }: PublishingRunOptions, error: unknown): Promise<unknown> {
  await database.query(noteSinkFailure({ sink: sink.name, error: errorSentence(error) }));
  return error;
}

function away({ name }: PublishingSink): RotaError {
  return new RotaError(
    "BROKER_UNAVAILABLE",
    `nothing can be sent to the sink "${name}" at the moment; its events wait`,
  );
}

export function pauseUntil(dueInMs: number | null): Next {
  return dueInMs === null ? "idle" : { dueInMs };
}
