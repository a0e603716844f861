/** Records which leases are held, until when, and which ended but are not yet dropped. Pure. */

/** Beyond it the oldest is forgotten: a lease that nobody drops runs out by itself. */
export const OVER_MAX = 10_000;

export type LeaseRegistry = {
  /** Holding again changes only until when. */
  hold(leaseToken: bigint, endsAtMs: number): void;
  /** Nothing runs under it any more. */
  drop(leaseToken: bigint): void;
  /** What a renewal has to tell: leases that go on, and leases to drop. */
  toRenew(nowMs: number): RenewalWish;
  /** What a renewal that worked has told need not be told again. Returns those of the lost leases that were still held. */
  renewed(wish: RenewalWish, lost: readonly bigint[]): bigint[];
  /** Forgets the leases whose time is over and returns them. */
  takeEnded(nowMs: number): bigint[];
  heldCount(): number;
  overCount(): number;
};

export type RenewalWish = { readonly tokens: readonly bigint[]; readonly over: readonly bigint[] };

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
    renewed(wish, lost) {
      for (const token of wish.over) over.delete(token);
      return forget(lost);
    },
    takeEnded: (nowMs) => forget([...endsAt].filter(([, endsAtMs]) => endsAtMs <= nowMs).map(([token]) => token)),
    heldCount: () => endsAt.size,
    overCount: () => over.size,
  };
}
