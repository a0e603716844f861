/** Counts calls of one kind: how many there were, how many failed, how long they took. */
import type { Clock } from "../clock.ts";
import { Histogram, type HistogramCounts } from "./histogram.ts";

export type CallCountsRead = {
  readonly failures: number;
  /** Of all calls, the failed ones among them. */
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
