/** Keeps the leases of a process: renews them, shows that the process lives, and tells what was lost. */
import type { Database, SessionAddress } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import type { Logger } from "../../runtime/logger.ts";
import { expireLeasesOf } from "../leases.sql.ts";
import type { KeepingTimes } from "./renewal-loop.ts";
import { startThreadKeeper } from "./thread-keeper.ts";
import { startTimerKeeper } from "./timer-keeper.ts";

export type LeaseKeeperOptions = KeepingTimes & {
  readonly database: Database;
  /** Where the keeper's session is opened, if `database` goes through a pooler that shares sessions. Default: as `database`. */
  readonly connection?: SessionAddress;
  /** Who holds the leases; no two running processes may share it. */
  readonly owner: string;
  /** How long the main thread may take to answer when a lease is past its time; then the process is ended. */
  readonly graceMs: number;
  readonly logger: Logger;
  /** Leases that ended without us, or that are past their time: nothing may be done under them any more. */
  readonly onLost: (leaseTokens: readonly bigint[]) => void;
  /** Tasks of leased chunks that were cancelled. Told again with every renewal while the lease is held. */
  readonly onCancelled: (taskIds: readonly bigint[]) => void;
  /** No renewal has worked for as long as a lease lasts, so others may have taken everything. */
  readonly onUnreachable?: () => void;
};

export type LeaseKeeper = {
  /** Whether others see at once when this process has gone. False on PGlite and while the keeper's connection is lost. */
  readonly isWatched: boolean;
  /** Renews the lease from now on. Holding it again changes only until when. */
  hold(leaseToken: bigint, options?: HoldOptions): void;
  /** Nothing runs under the lease any more: it is removed with the next renewal. */
  drop(leaseToken: bigint): void;
  /** Ends renewal and presence. Leases that are still held are left to be rescued. Further calls do nothing. */
  close(): Promise<void>;
};

export type HoldOptions = {
  /** How long from now it is renewed: the time limit of what runs, plus its grace. Default: until it is dropped. */
  readonly untilMs?: number;
};

/** Resolves when the process is seen to live. Throws when the database cannot be reached or the owner lives already. */
export async function createLeaseKeeper(options: LeaseKeeperOptions): Promise<LeaseKeeper> {
  const { leaseMs, renewMs } = options;
  if (renewMs * 2 > leaseMs) {
    const message = `renewMs (${String(renewMs)}) must be at most half of leaseMs (${String(leaseMs)})`;
    throw new RotaError("CONFIG_INVALID", message, { renewMs, leaseMs });
  }
  const address = options.connection ?? options.database.sessionAddress?.();
  if (address !== undefined) return startThreadKeeper(options, address);
  await options.database.query(expireLeasesOf(options.owner));
  return startTimerKeeper(options);
}
