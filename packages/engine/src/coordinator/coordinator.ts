/** The contract for locks, once and secrets; every driver passes coordinator.conformance.ts. */
import type { Locks } from "./contract/locks.ts";
import type { Once } from "./contract/once.ts";
import type { Secrets } from "./contract/secrets.ts";

export type * from "./contract/locks.ts";
export type * from "./contract/once.ts";
export type * from "./contract/secrets.ts";

/**
 * Every call is about one key and is done when it answers; none needs another to happen with it. Work is never lost when
 * a driver forgets: what must hold whatever happens is a constraint in the database.
 */
export type Coordinator = {
  readonly locks: Locks;
  readonly once: Once;
  readonly secrets: Secrets;
  /** Takes away one batch of what is over. Call again while `isMore`. */
  prune(): Promise<PruneAnswer>;
  /** Ends the waiting of those who stand in line; further calls are refused. The store itself stays open. */
  close(): Promise<void>;
};

export type PruneAnswer = {
  readonly locks: number;
  readonly once: number;
  readonly secrets: number;
  /** At least one of the batches was full. */
  readonly isMore: boolean;
};
