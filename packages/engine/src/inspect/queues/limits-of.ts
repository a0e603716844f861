/** The limits of a lane as people say them. Pure. */
import type { LaneLimits } from "./queue-view.ts";

export type LimitRow = {
  readonly is_paused: boolean | null;
  readonly max_in_flight: number | null;
  readonly rate_us: bigint | null;
  readonly rate_burst: number | null;
};

/** Turns are named for the shortest of a second, a minute and an hour in which there is at least one. */
const SPANS_MS = [1_000, 60_000, 3_600_000];

export function limitsOf(row: LimitRow): LaneLimits {
  const rateUs = row.rate_us === null ? undefined : Number(row.rate_us);
  return {
    isPaused: row.is_paused ?? false,
    maxInFlight: row.max_in_flight ?? undefined,
    rate: rateUs === undefined ? undefined : { ...rateOf(rateUs), burst: row.rate_burst ?? 1 },
  };
}

function rateOf(rateUs: number): { turns: number; perMs: number } {
  const perMs = SPANS_MS.find((spanMs) => spanMs * 1_000 >= rateUs);
  return perMs === undefined ? { turns: 1, perMs: rateUs / 1_000 } : { turns: (perMs * 1_000) / rateUs, perMs };
}
