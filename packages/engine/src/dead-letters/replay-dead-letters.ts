/** Replays many dead letters, oldest first and at a limited rate, in batches that commit separately. */
import type { Database } from "../database/database.ts";
import { isRotaError } from "../errors.ts";
import type { IntakeDefinition } from "../intake/define-intake.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import {
  type Asked,
  checkActor,
  checkFilter,
  checkNumber,
  checkReason,
  type DeadChunkName,
  type DeadLetterFilter,
  type DeadEventName,
  invalidDeadLetter,
  deadLetterId,
  type DeadLetterName,
} from "./dead-letter.ts";
import { countOpen, type OldestRow, selectNowUs, selectOldestOpen } from "./dead-letters.sql.ts";
import { replayEvent } from "./decide-dead-letter.ts";
import { chunkBound, eventBound, type ListPlace } from "./list-dead-letters.ts";
import { replayOpenChunks } from "./replay-chunk.ts";

export const REPLAYS_PER_SECOND_MAX = 10_000;
export const REPLAYED_MAX = 10_000_000;
/** Maximum number of failures that a report lists. */
export const REPORTED_FAILURES_MAX = 100;
const DEFAULT_PER_SECOND = 100;
const BATCH_MAX = 100;
const BATCHES_PER_SECOND = 10;

/** Settings of a replay of many dead letters. */
export type DeadLettersReplay = {
  /** Person who replays them, for the audit log. */
  readonly actor: string;
  readonly reason?: string;
  /** Maximum number of dead letters per second, from 0.01. Default 100. */
  readonly perSecond?: number;
  /** Maximum number of dead letters. Default: all that match. */
  readonly limit?: number;
  /** Ends the replay after the current batch. */
  readonly signal?: AbortSignal;
  /** Called after each batch. */
  readonly onProgress?: (progress: ReplayProgress) => void;
  /** Intakes that store events again. */
  readonly intakes?: readonly IntakeDefinition[];
  readonly clock?: Clock;
};

export type ReplayProgress = {
  /** Dead letters that were replayed. */
  readonly done: number;
  /** Dead letters that could not be replayed and are still open. */
  readonly failed: number;
  /** Dead letters that matched when the replay began and were not processed yet. */
  readonly left: number;
};

/** Counts and failures of a replay of many dead letters. */
export type ReplayReport = ReplayProgress & {
  /** First failures, at most REPORTED_FAILURES_MAX. */
  readonly failures: readonly ReplayFailure[];
};

export type ReplayFailure = { readonly id: string; readonly code: string; readonly message: string };

/**
 * Replays all dead letters that match a filter and are open when it begins. Those that fail again meanwhile are skipped, so
 * that it ends. Each batch is committed on its own: after an abort or a crash another call resumes with the dead letters that
 * are still open. Dead letters that another caller decides meanwhile count as neither done nor failed.
 *
 * @example await replayDeadLetters(database, { code: "ECONNREFUSED" }, { actor: "ann", perSecond: 20 });
 */
export async function replayDeadLetters(
  database: Database,
  filter: DeadLetterFilter,
  replay: DeadLettersReplay,
): Promise<ReplayReport> {
  const asked = checkReplay(filter, replay);
  const { perSecond = DEFAULT_PER_SECOND, limit = REPLAYED_MAX, clock = systemClock, signal } = replay;
  const [time] = await database.query(selectNowUs());
  const untilUs = time?.now_us ?? 0n;
  const [open] = await database.query(countOpen({ asked, untilUs }));
  const failures: ReplayFailure[] = [];
  let progress: ReplayProgress = { done: 0, failed: 0, left: open?.count ?? 0 };
  let above: ListPlace = { atUs: 0n, name: { kind: "event", rejectedId: 0n } };
  const startedMs = clock.monotonicMs();

  for (let seen = 0; seen < limit && !isOver(signal);) {
    const batch = await oldestOpen(database, {
      asked,
      above,
      untilUs,
      limit: Math.min(batchOf(perSecond), limit - seen),
    });
    const last = batch.at(-1);
    if (last === undefined) return { ...progress, left: 0, failures };
    const dueMs = startedMs + (seen / perSecond) * 1_000;
    if (seen > 0) await clock.wait(Math.max(0, dueMs - clock.monotonicMs()), signal);
    if (isOver(signal)) break;
    const done = await replayBatch(database, batch, replay);
    failures.push(...done.failures.slice(0, REPORTED_FAILURES_MAX - failures.length));
    seen += batch.length;
    above = last;
    progress = {
      done: progress.done + done.count,
      failed: progress.failed + done.failures.length,
      left: Math.max(0, progress.left - batch.length),
    };
    replay.onProgress?.(progress);
  }
  return { ...progress, failures };
}

/** Returns whether the replay was aborted. It is a function because this may change during a wait. */
function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** Returns the size of a batch: a tenth of a second's worth, so that the rate is even. */
function batchOf(perSecond: number): number {
  return Math.min(BATCH_MAX, Math.max(1, Math.floor(perSecond / BATCHES_PER_SECOND)));
}

/** Checks the filter and the settings. An empty filter is refused: forgetting it must not replay every dead letter. */
function checkReplay(filter: DeadLetterFilter, { actor, reason, perSecond, limit }: DeadLettersReplay): Asked {
  checkActor(actor);
  if (reason !== undefined) checkReason(reason);
  if (limit !== undefined) checkNumber("limit", limit, [1, REPLAYED_MAX]);
  if (perSecond !== undefined && !(perSecond >= 0.01 && perSecond <= REPLAYS_PER_SECOND_MAX))
    throw invalidDeadLetter(
      `perSecond (${String(perSecond)}) must be a number from 0.01 to ${String(REPLAYS_PER_SECOND_MAX)}`,
      {
        field: "perSecond",
      },
    );
  if (Object.values(filter).every((value) => value === undefined))
    throw invalidDeadLetter("name which letters to replay, by kind, tenant, queue, type, intake, code or time", {
      field: "filter",
    });
  const asked = checkFilter(filter);
  if (asked.hasChunks || asked.hasEvents) return asked;
  throw invalidDeadLetter("parked events are tried again all at once: use retryParkedEvents", { field: "kind" });
}

type Span = { readonly asked: Asked; readonly above: ListPlace; readonly untilUs: bigint; readonly limit: number };

async function oldestOpen(database: Database, { asked, above, untilUs, limit }: Span): Promise<ListPlace[]> {
  const bounds = { chunk: chunkBound(above), event: eventBound(above) };
  const rows = await database.query(selectOldestOpen({ asked, above: bounds, untilUs, limit }));
  return rows.map((row) => ({ atUs: row.at_us, name: nameOf(row) }));
}

function nameOf({ task_id: taskId, number, rejected_id: rejectedId }: OldestRow): DeadLetterName {
  if (rejectedId !== null) return { kind: "event", rejectedId };
  if (taskId !== null && number !== null) return { kind: "chunk", taskId, number };
  throw new Error("a row is neither a chunk nor an event");
}

type BatchDone = { readonly count: number; readonly failures: readonly ReplayFailure[] };

/** Replays the chunks of a batch together and its events one by one, because each event may be refused. */
async function replayBatch(
  database: Database,
  batch: readonly ListPlace[],
  { actor, reason, intakes = [] }: DeadLettersReplay,
): Promise<BatchDone> {
  const chunks = batch.flatMap(({ name }): DeadChunkName[] => (name.kind === "chunk" ? [name] : []));
  const failures: ReplayFailure[] = [];
  let count = chunks.length === 0 ? 0 : (await replayOpenChunks(database, chunks, { actor, reason })).length;
  const events = batch.flatMap(({ name }): DeadEventName[] => (name.kind === "event" ? [name] : []));
  for (const name of events) {
    try {
      await replayEvent(database, name, { actor, reason, isForced: false, intakes, edited: {} });
      count += 1;
    } catch (error) {
      if (!isRotaError(error) || error.kind === "unavailable") throw error;
      if (error.code === "DEAD_LETTER_CLOSED") continue; // another caller decided first
      failures.push({ id: deadLetterId(name), code: error.code, message: error.message });
    }
  }
  return { count, failures };
}
