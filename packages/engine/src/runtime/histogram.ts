/** Counts durations in buckets, and counts calls with their failures and durations. */
import type { Clock } from "./clock.ts";

/** The counts of a histogram at one moment. */
export type HistogramCounts = {
  /** Upper ends, rising. */
  readonly boundsMs: readonly number[];
  /** How many were at most as long as each bound and longer than the one before; the last is of those beyond all bounds. */
  readonly counts: readonly number[];
  readonly sumMs: number;
};

/** Bounds from one statement to an hour of work. */
const DEFAULT_BOUNDS_MS: readonly number[] = [
  1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000, 3_600_000,
];

export class Histogram {
  readonly #boundsMs: readonly number[];
  readonly #counts: number[];
  #sumMs = 0;

  constructor(boundsMs: readonly number[] = DEFAULT_BOUNDS_MS) {
    this.#boundsMs = boundsMs;
    this.#counts = Array.from({ length: boundsMs.length + 1 }, () => 0);
  }

  /** Most durations are short, so the first bounds are compared first. */
  observe(ms: number): void {
    let place = 0;
    while (place < this.#boundsMs.length && ms > (this.#boundsMs[place] ?? 0)) place++;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#sumMs += ms;
  }

  read(): HistogramCounts {
    return { boundsMs: this.#boundsMs, counts: [...this.#counts], sumMs: this.#sumMs };
  }
}

export type CallCountsRead = {
  readonly failures: number;
  /** Durations of all calls, the failed ones among them. */
  readonly durations: HistogramCounts;
};

export class CallCounts {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #durations = new Histogram();
  #failures = 0;

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  /** Rejects with what the call rejects with. */
  async measure<Result>(call: () => Promise<Result>): Promise<Result> {
    const startedMs = this.#clock.monotonicMs();
    try {
      return await call();
    } catch (error) {
      this.#failures++;
      throw error;
    } finally {
      this.#durations.observe(this.#clock.monotonicMs() - startedMs);
    }
  }

  read(): CallCountsRead {
    return { failures: this.#failures, durations: this.#durations.read() };
  }
}
