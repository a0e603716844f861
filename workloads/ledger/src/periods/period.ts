/** Accounting periods: how they follow each other, what may become of them, and who may post into them. */
import { RotaError } from "@rota/engine/errors";
import { addDays, requireDate } from "./iso-date.ts";

export type PeriodStatus = "OPEN" | "SOFT_CLOSED" | "HARD_CLOSED";

export type Period = {
  readonly name: string;
  readonly start: string;
  /** The last day; a period may have one day only. */
  readonly end: string;
  readonly status: PeriodStatus;
};

export type Poster = {
  /** Whether the poster may still post into a period that is closed softly. Default false. */
  readonly mayPostToSoftClosed?: boolean;
};

/** Refuses a period that ends before it starts, repeats a name, or shares a day with another. */
export function checkNewPeriod(period: Period, others: readonly Period[]): void {
  requireDate(period.start, "start");
  requireDate(period.end, "end");
  const reason =
    period.end < period.start
      ? `ends (${period.end}) before it starts (${period.start})`
      : objectionAmong(period, others);
  if (reason === undefined) return;
  throw new RotaError("OVERLAPPING_ACCOUNTING_PERIOD", `period ${period.name} ${reason}: give other dates or a name`, {
    period: period.name,
  });
}

function objectionAmong({ name, start, end }: Period, others: readonly Period[]): string | undefined {
  if (others.some((other) => other.name === name)) return "is there already";
  const overlapping = others.find((other) => start <= other.end && other.start <= end);
  return overlapping && `shares days with ${overlapping.name} (${overlapping.start} to ${overlapping.end})`;
}

/** The period of a day into which the poster may post, or the refusal that says why not. */
export function requirePostable(periods: readonly Period[], date: string, poster: Poster = {}): Period {
  const period = periodOf(periods, date);
  if (period === undefined) {
    const message = `no accounting period holds ${date}: create one, or give another effective date`;
    throw new RotaError("ACCOUNTING_PERIOD_NOT_FOUND", message, { date });
  }
  if (isPostable(period, poster)) return period;
  const wayOut =
    period.status === "SOFT_CLOSED"
      ? "an administrator may still post, or give a date in an open period"
      : "give a date in an open period";
  const message = `period ${period.name}, which holds ${date}, is ${period.status}: ${wayOut}`;
  throw new RotaError("PERIOD_CLOSED", message, { date, period: period.name, status: period.status });
}

export function isPostable({ status }: Period, { mayPostToSoftClosed = false }: Poster = {}): boolean {
  return status === "OPEN" || (status === "SOFT_CLOSED" && mayPostToSoftClosed);
}

export function periodOf(periods: readonly Period[], date: string): Period | undefined {
  return periods.find(({ start, end }) => start <= date && date <= end);
}

/** The first day on or after `date` into which the poster may post; undefined when there is none. */
export function firstPostableDay(periods: readonly Period[], date: string, poster: Poster = {}): string | undefined {
  const starts = periods
    .filter((period) => period.end >= date && isPostable(period, poster))
    .map(({ start }) => (start > date ? start : date));
  return starts.sort()[0];
}

/** The period that starts the day after this one ends, or the next one if there is a gap. */
export function nextPeriod(periods: readonly Period[], { end }: Period): Period | undefined {
  const after = addDays(end, 1);
  return periods.filter(({ start }) => start >= after).sort((a, b) => (a.start < b.start ? -1 : 1))[0];
}
