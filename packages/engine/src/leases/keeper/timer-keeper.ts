/** Keeps leases by a timer of the main thread, where the database has one connection and one process: PGlite. */
import type { LeaseKeeper, LeaseKeeperOptions } from "./lease-keeper.ts";
import { createRenewalLoop } from "./renewal-loop.ts";

export function startTimerKeeper(options: LeaseKeeperOptions): LeaseKeeper {
  const { database, owner, leaseMs, renewMs, logger, onLost, onCancelled, onUnreachable } = options;
  let isClosed = false;
  const renewal = createRenewalLoop({
    owner,
    leaseMs,
    renewMs,
    logger,
    reach: async () => ({ on: database }),
    onLost: (leaseTokens) => isClosed || onLost(leaseTokens),
    onCancelled: (taskIds) => isClosed || onCancelled(taskIds),
    onUnreachable: () => onUnreachable?.(),
    onEnded: onLost,
  });
  return {
    isWatched: false,
    hold: (leaseToken, { untilMs } = {}) => renewal.hold(leaseToken, untilMs),
    drop: (leaseToken) => renewal.drop(leaseToken),
    close() {
      isClosed = true;
      return renewal.stop();
    },
  };
}
