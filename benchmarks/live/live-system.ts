/** What producers and workers of one process need of a job queue while both are at it. */

export type LiveJob = {
  readonly tenant: string;
  /** When its submission was called, by the clock of this process. */
  readonly sentMs: number;
};

export type LiveOptions = {
  /** How many jobs run at once. */
  readonly concurrency: number;
  /** Runs one job. */
  readonly run: (job: LiveJob) => Promise<void> | void;
};

export type LiveSystem = {
  /** All in one call of its own for that. */
  submit(jobs: readonly LiveJob[]): Promise<void>;
  close(): Promise<void>;
};
