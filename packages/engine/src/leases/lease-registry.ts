/** Records which leases are held, until when, and which ended but are not yet dropped. Pure. */

/** Beyond it the oldest is forgotten: a lease that is not dropped expires. */
export const OVER_MAX = 10_000;

export type LeaseRegistry = {
  /** Holds a lease; holding it again changes only its end. */
  hold(leaseToken: bigint, endsAtMs: number): void;
  /** Marks a lease under which no chunk runs. */
  drop(leaseToken: bigint): void;
  /** Returns the leases that the next renewal renews and drops. */
  toRenew(nowMs: number): RenewalRequest;
  /** Records a renewal that worked. Returns those of the lost leases that were still held. */
  renewed(request: RenewalRequest, lost: readonly bigint[]): bigint[];
  /** Forgets the leases whose time is over and returns them. */
  takeEnded(nowMs: number): bigint[];
  heldCount(): number;
  overCount(): number;
};

export type RenewalRequest = { readonly tokens: readonly bigint[]; readonly over: readonly bigint[] };

export function createLeaseRegistry(): LeaseRegistry {
  const endsAt = new Map<bigint, number>();
  const over = new Set<bigint>();
  const forget = (tokens: readonly bigint[]): bigint[] => tokens.filter((token) => endsAt.delete(token));

  return {
    hold(leaseToken, endsAtMs) {
      endsAt.set(leaseToken, endsAtMs);
    },
    drop(leaseToken) {
      endsAt.delete(leaseToken);
      over.add(leaseToken);
      const [oldest] = over;
      if (over.size > OVER_MAX && oldest !== undefined) over.delete(oldest);
    },
    toRenew: (nowMs) => ({
      tokens: [...endsAt].filter(([, endsAtMs]) => nowMs < endsAtMs).map(([token]) => token),
      over: [...over],
    }),
    renewed(request, lost) {
      for (const token of request.over) over.delete(token);
      return forget(lost);
    },
    takeEnded: (nowMs) => forget([...endsAt].filter(([, endsAtMs]) => endsAtMs <= nowMs).map(([token]) => token)),
    heldCount: () => endsAt.size,
    overCount: () => over.size,
  };
}
