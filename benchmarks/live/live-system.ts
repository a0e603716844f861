/** The contract of a job queue whose producers and workers run in one process at the same time. */

export type LiveJob = {
  readonly tenant: string;
  /** Time at which submit was called, by the clock of this process. */
  readonly sentMs: number;
};

export type LiveOptions = {
  /** Maximum number of jobs that run at once. */
  readonly concurrency: number;
  readonly run: (job: LiveJob) => Promise<void> | void;
};

export type LiveSystem = {
  /** Submits all jobs, in one bulk call if there are several. */
  submit(jobs: readonly LiveJob[]): Promise<void>;
  close(): Promise<void>;
};
