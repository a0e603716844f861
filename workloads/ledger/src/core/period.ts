/** Decides the order of accounting periods, who may post into them, and which changes of status are allowed. */
import { LedgerError } from "../errors.ts";
import { addDays, requireDate } from "./iso-date.ts";

export type PeriodStatus = "OPEN" | "SOFT_CLOSED" | "HARD_CLOSED";

export type Period = {
  readonly name: string;
  readonly start: string;
  /** Last day of the period. It may be the first day too. */
  readonly end: string;
  readonly status: PeriodStatus;
};

export type Poster = {
  /** Whether the poster may post into a softly closed period. Defaults to false. */
  readonly mayPostToSoftClosed?: boolean;
};

/** Refuses a period that ends before it starts, repeats a name, or overlaps another. */
export function checkNewPeriod(period: Period, others: readonly Period[]): void {
  requireDate(period.start, "start");
  requireDate(period.end, "end");
  const reason =
    period.end < period.start
      ? `ends (${period.end}) before it starts (${period.start})`
      : objectionAmong(period, others);
  if (reason === undefined) return;
  throw new LedgerError(
    "OVERLAPPING_ACCOUNTING_PERIOD",
    `period ${period.name} ${reason}: give other dates or a name`,
    {
      period: period.name,
    },
  );
}

function objectionAmong({ name, start, end }: Period, others: readonly Period[]): string | undefined {
  if (others.some((other) => other.name === name)) return "is there already";
  const overlapping = others.find((other) => start <= other.end && other.start <= end);
  return overlapping && `shares days with ${overlapping.name} (${overlapping.start} to ${overlapping.end})`;
}

/** Returns the period of a day. Throws if the poster may not post into it. */
export function requirePostable(periods: readonly Period[], date: string, poster: Poster = {}): Period {
  const period = periodOf(periods, date);
  if (period === undefined) {
    const message = `no accounting period holds ${date}: create one, or give another effective date`;
    throw new LedgerError("ACCOUNTING_PERIOD_NOT_FOUND", message, { date });
  }
  if (isPostable(period, poster)) return period;
  const wayOut =
    period.status === "SOFT_CLOSED"
      ? "an administrator may still post, or give a date in an open period"
      : "give a date in an open period";
  const message = `period ${period.name}, which holds ${date}, is ${period.status}: ${wayOut}`;
  throw new LedgerError("PERIOD_CLOSED", message, { date, period: period.name, status: period.status });
}

function isPostable({ status }: Period, { mayPostToSoftClosed = false }: Poster = {}): boolean {
  return status === "OPEN" || (status === "SOFT_CLOSED" && mayPostToSoftClosed);
}

export function periodOf(periods: readonly Period[], date: string): Period | undefined {
  return periods.find(({ start, end }) => start <= date && date <= end);
}

/** Returns the first day on or after `date` on which the poster may post. Undefined if there is none. */
export function firstPostableDay(periods: readonly Period[], date: string, poster: Poster = {}): string | undefined {
  const starts = periods
    .filter((period) => period.end >= date && isPostable(period, poster))
    .map(({ start }) => (start > date ? start : date));
  return starts.sort()[0];
}

/** Returns the next period, with or without a gap in between. */
export function nextPeriod(periods: readonly Period[], { end }: Period): Period | undefined {
  const after = addDays(end, 1);
  return periods.filter(({ start }) => start >= after).sort((a, b) => (a.start < b.start ? -1 : 1))[0];
}

/**
 * Returns the period with its new status. Setting the same status again changes nothing.
 *
 * A period can be hard closed only after all earlier ones, and reopened only while all later ones are open, so that no
 * closed year depends on figures that can still change.
 */
export function changePeriod(period: Period, status: PeriodStatus, all: readonly Period[]): Period {
  if (period.status === status) return period;
  const objection = objectionTo(period, status, all);
  if (objection === undefined) return { ...period, status };
  const message = `period ${period.name} cannot go from ${period.status} to ${status}: ${objection}`;
  throw new LedgerError("INVALID_PERIOD_TRANSITION", message, { period: period.name, from: period.status, to: status });
}

function objectionTo(period: Period, status: PeriodStatus, all: readonly Period[]): string | undefined {
  switch (`${period.status} ${status}` as const) {
    case "OPEN SOFT_CLOSED":
    case "SOFT_CLOSED OPEN":
      return undefined;
    case "SOFT_CLOSED HARD_CLOSED": {
      const earlier = all.find(({ end, status: other }) => end < period.start && other !== "HARD_CLOSED");
      return earlier && `${earlier.name} before it is ${earlier.status}; close that one first`;
    }
    case "HARD_CLOSED OPEN": {
      const later = all.find(({ start, status: other }) => start > period.end && other !== "OPEN");
      return later && `${later.name} after it is ${later.status}; open that one first`;
    }
    case "OPEN HARD_CLOSED":
      return "close it softly first";
    case "HARD_CLOSED SOFT_CLOSED":
      return "open it, then close it softly";
    case "OPEN OPEN":
    case "SOFT_CLOSED SOFT_CLOSED":
    case "HARD_CLOSED HARD_CLOSED":
      return undefined;
  }
}
