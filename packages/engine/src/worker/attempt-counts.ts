/** Counts attempts that ended in this process, by the type of their task. */
import { Histogram, type HistogramCounts } from "../runtime/counting/histogram.ts";
import type { Outcomes } from "./running/settler.ts";
import type { UnfinishedChunk } from "./settle-chunks.ts";

/** What a handler's attempt came to, as the history of attempts calls it. */
export type AttemptOutcome = "COMPLETED" | UnfinishedChunk["outcome"];

export type AttemptCounts = {
  readonly type: string;
  readonly outcomes: Readonly<Record<AttemptOutcome, number>>;
  /** From the claim of a chunk to the end of its handler. */
  readonly durations: HistogramCounts;
};

/** One for each type, kept beside its definition, so that counting looks nothing up. */
export class AttemptTally {
  readonly #type: string;
  readonly #outcomes = { COMPLETED: 0, RETRY: 0, EXHAUSTED: 0, SNOOZE: 0, FAIL: 0, RETURN: 0 };
  readonly #durations = new Histogram();

  constructor(type: string) {
    this.#type = type;
  }

  add(outcome: Outcomes, ms: number): void {
    this.#outcomes[nameOf(outcome)]++;
    this.#durations.observe(ms);
  }

  read(): AttemptCounts {
    return { type: this.#type, outcomes: { ...this.#outcomes }, durations: this.#durations.read() };
  }
}

export function nameOf(outcome: Outcomes): AttemptOutcome {
  return "unfinished" in outcome ? outcome.unfinished.outcome : "COMPLETED";
}
