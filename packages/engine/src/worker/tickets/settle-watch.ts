/** Tells when what was started under a lease is settled: that is when the lease is dropped. */
import type { LeaseHolder } from "../running/held-leases.ts";

export type SettleWatch = {
  readonly leases: LeaseHolder;
  /** Ask before the chunk is started. */
  settled(leaseToken: bigint): Promise<void>;
};

export function createSettleWatch(leases: LeaseHolder): SettleWatch {
  const watched = new Map<bigint, () => void>();
  return {
    leases: {
      get isWatched() {
        return leases.isWatched;
      },
      hold: (leaseToken, wish) => leases.hold(leaseToken, wish),
      drop(leaseToken) {
        leases.drop(leaseToken);
        watched.get(leaseToken)?.();
        watched.delete(leaseToken);
      },
    },
    settled: (leaseToken) => new Promise((resolve) => watched.set(leaseToken, resolve)),
  };
}
