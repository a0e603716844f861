/** The coordinator contract on the database: locks, once and secrets are rows, and time is that of the database. */
import type { Database } from "../database/database.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import type { Coordinator } from "./coordinator.ts";
import { assembleCoordinator } from "./database/assemble-coordinator.ts";

export type DatabaseCoordinatorOptions = {
  readonly database: Database;
  readonly logger: Logger;
  /** The time to live of locks by operation, where it is not the default. */
  readonly lockTtlMs?: Readonly<Record<string, number>>;
  /** The time to live of all other locks. Default 2 h. */
  readonly defaultLockTtlMs?: number;
  /** 32 bytes that every process shares, to seal secrets with. Without it secrets are refused. */
  readonly secretsKey?: Uint8Array | undefined;
  /** Only paces those who wait in line. */
  readonly clock?: Clock;
};

/**
 * The database stays the caller's: close it after the coordinator.
 *
 * @example const coordinator = createDatabaseCoordinator({ database, logger, lockTtlMs: { TALLY_CREATION: 3_600_000 } });
 */
export function createDatabaseCoordinator(options: DatabaseCoordinatorOptions): Coordinator {
  return assembleCoordinator(options, {});
}
