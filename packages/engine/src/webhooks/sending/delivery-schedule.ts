/** How long to wait between the attempts of a delivery. Pure. */

/** A known schedule, or the waits between attempts in milliseconds. */
export type DeliverySchedule = "default" | "seed" | readonly number[];

export const WAITS_MAX = 20;
export const WAIT_MS_MAX = 604_800_000;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Eight attempts over about 31 hours; five within half a minute, as the source has it. */
export const KNOWN_SCHEDULES = {
  default: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR],
  seed: [2 * SECOND, 4 * SECOND, 8 * SECOND, 16 * SECOND],
} as const;

/** Which part of a wait is left to chance, either way, so that what failed together does not come back together. */
const JITTER = 0.2;

/** The wait after attempt number `attempt`, counted from 1. Undefined: it was the last. */
export function waitAfter(schedule: DeliverySchedule, attempt: number, random: () => number): number | undefined {
  const waits = typeof schedule === "string" ? KNOWN_SCHEDULES[schedule] : schedule;
  const waitMs = waits[attempt - 1];
  // The numbers of the source are kept to the millisecond: receivers test against them.
  if (waitMs === undefined || schedule === "seed") return waitMs;
  return Math.round(waitMs * (1 - JITTER + 2 * JITTER * random()));
}
