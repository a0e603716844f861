/** What an engine has counted in this process since it started, for whoever watches it. */
import type { LockStats } from "../../coordinator/coordinator.ts";
import type { PoolUsage } from "../../database/database.ts";
import type { DispatchCounts } from "../../dispatch/dispatch-counts.ts";
import type { IntakeCounts } from "../../intake/intake-counts.ts";
import type { CallCountsRead } from "../../runtime/counting/call-counts.ts";
import type { DeliveryCounts } from "../../webhooks/sending/delivery-tally.ts";
import type { AttemptCounts } from "../../worker/attempt-counts.ts";

/** Numbers that only rise, until the process ends; `running`, `waiting` of locks and the pool are those of this moment. */
export type EngineCounts = {
  /** Undefined before `start()`. */
  readonly work: WorkCounts | undefined;
  /** By the name of the queue in the broker; empty without a broker. */
  readonly tickets: Readonly<Record<string, DispatchCounts>>;
  /** By the name of the intake. */
  readonly intakes: Readonly<
    Record<string, { readonly counts: IntakeCounts; readonly brokerQueue: string | undefined }>
  >;
  readonly locks: LockStats;
  readonly deliveries: DeliveryCounts;
  /** Undefined where there is one connection only. */
  readonly pool: PoolUsage | undefined;
};

export type WorkCounts = {
  readonly slots: number;
  /** Chunks whose handlers run. */
  readonly running: number;
  readonly attempts: readonly AttemptCounts[];
  /** Statements that take turns, for workers or the broker, or start chunks whose tickets came. */
  readonly claims: CallCountsRead;
  /** Statements that write outcomes. */
  readonly settles: CallCountsRead;
  /** What this process found of others that had gone. */
  readonly rescued: { readonly leases: number; readonly chunks: number };
};
