/** A process that runs chunks, as people look at it. */
export type WorkerView = {
  readonly owner: string;
  /** `absent`: it was not heard of for a while, or holds leases and was found to have gone. */
  readonly state: "present" | "absent" | "stopped";
  /** Not known of a process that only its leases tell of. */
  readonly since: Date | undefined;
  readonly lastSeenAt: Date | undefined;
  readonly queues: readonly string[];
  /** How many chunks it may run at once. */
  readonly slots: number | undefined;
  /** Chunks that run under its leases. */
  readonly running: number;
  /** When the first of its leases ends unless it is renewed. */
  readonly leaseExpiresAt: Date | undefined;
  readonly host: string | undefined;
  readonly pid: number | undefined;
  readonly version: string | undefined;
};
