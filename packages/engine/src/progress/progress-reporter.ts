/** Writes what handlers report of their chunks, in one statement a second at most, and never makes a handler wait. */
import type { Database } from "../database/database.ts";
import { systemClock, type Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { reportProgress } from "./progress.sql.ts";

/** The number of chunks in one statement; reports of further chunks within a second are dropped. */
export const REPORTS_MAX = 1_000;
export const NOTE_LENGTH_MAX = 500;
const INTERVAL_MS = 1_000;
/** Longer than this a report is not worth waiting for, least of all by a process that ends. */
const STATEMENT_TIMEOUT_MS = 5_000;

export type ProgressReporterOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly clock?: Clock;
};

export type ReportedChunk = { readonly taskId: bigint; readonly number: number; readonly leaseToken: bigint };
export type Report = { readonly done: number; readonly total: number; readonly note?: string | undefined };

export type ProgressReporter = {
  /**
   * Returns at once. The latest report of a chunk within a second is written if its lease still holds then. Numbers that
   * are negative or not finite are ignored, and notes cut: a report must never fail the work that it describes.
   */
  report(chunk: ReportedChunk, report: Report): void;
  /** Waits for a statement under way; what was not written is dropped. */
  close(): Promise<void>;
};

/** Reports that cannot be written are dropped: the next ones say more, and a database that is down has other worries. */
export function createProgressReporter({
  database,
  logger,
  clock = systemClock,
}: ProgressReporterOptions): ProgressReporter {
  const closing = new AbortController();
  let reports = new Map<string, WaitingReport>();
  let writing: Promise<void> | undefined;
  let isFailing = false;

  const write = async (): Promise<void> => {
    const batch = [...reports.values()];
    reports = new Map();
    try {
      await database.query(reportProgress(toColumns(batch)), { timeoutMs: STATEMENT_TIMEOUT_MS });
      isFailing = false;
    } catch (error) {
      if (!isFailing && !closing.signal.aborted) logger.warn({ err: error }, "progress is not written, and dropped");
      isFailing = true;
    }
  };

  const writeOnAndOn = async (): Promise<void> => {
    while (reports.size > 0 && !closing.signal.aborted) {
      const next = clock.wait(INTERVAL_MS, closing.signal);
      await write();
      await next;
    }
    writing = undefined;
  };

  return {
    report(chunk, { done, total, note }) {
      if (closing.signal.aborted || !isAmount(done) || !isAmount(total)) return;
      const key = `${String(chunk.taskId)}/${String(chunk.number)}/${String(chunk.leaseToken)}`;
      if (reports.size >= REPORTS_MAX && !reports.has(key)) return;
      reports.set(key, { chunk, done, total, note: note === undefined ? null : readable(note) });
      writing ??= clock.wait(0).then(writeOnAndOn); // handlers that start together share the first statement
    },
    async close() {
      closing.abort();
      await writing;
    },
  };
}

type WaitingReport = {
  readonly chunk: ReportedChunk;
  readonly done: number;
  readonly total: number;
  readonly note: string | null;
};

function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

/** PostgreSQL refuses text with NUL in it, and with it the reports of everybody else. */
function readable(note: string): string {
  return String(note).slice(0, NOTE_LENGTH_MAX).replaceAll("\0", "");
}

function toColumns(reports: readonly WaitingReport[]) {
  return {
    taskIds: reports.map(({ chunk }) => chunk.taskId),
    numbers: reports.map(({ chunk }) => chunk.number),
    leaseTokens: reports.map(({ chunk }) => chunk.leaseToken),
    done: reports.map(({ done }) => done),
    total: reports.map(({ total }) => total),
    notes: reports.map(({ note }) => note),
  };
}
