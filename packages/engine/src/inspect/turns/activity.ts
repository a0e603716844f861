/** What happened in a queue or in all of them, by spans of ten seconds. */
export type ActivitySpan = {
  /** Its beginning. */
  readonly at: Date;
  /** Turns that were given. */
  readonly dispatched: number;
  /** Chunks that were completed. */
  readonly completed: number;
  /** Attempts that failed and are tried again. */
  readonly retried: number;
  /** Chunks that failed for good. */
  readonly failed: number;
};

export type ActivityHistory = {
  readonly spanMs: number;
  /** The oldest first, without gaps; the last one is not over yet. */
  readonly spans: readonly ActivitySpan[];
  /**
   * "exact": each completed chunk counts when it ended. "about": there were too many to look at, and `completed` is what
   * was dispatched in a span and did not fail in it.
   */
  readonly completedPrecision: "exact" | "about";
};
