/** Shows a retry policy as JSON, for rows, pages and logs. Pure. */
import { nextRetry } from "./next-retry.ts";
import { retriesOf, type Jitter, type RetryPolicy } from "./retry-policy.ts";

/** What a policy says, without functions. The waits are those without jitter; a custom policy knows its own only. */
export type PolicyDescription = {
  readonly kind: RetryPolicy["kind"];
  /** How often a handler runs at most. */
  readonly runs: number;
  readonly jitter: Jitter;
  /** The first DESCRIBED_DELAYS_MAX waits. */
  readonly delaysMs?: readonly number[];
  readonly name?: string;
};

export const DESCRIBED_DELAYS_MAX = 10;

/** @example describePolicy(fixed({ delayMs: 1_000, retries: 2 })) // { kind: "fixed", runs: 3, jitter: 0, delaysMs: [1_000, 1_000] } */
export function describePolicy(policy: RetryPolicy): PolicyDescription {
  const common = { kind: policy.kind, runs: retriesOf(policy) + 1, jitter: policy.jitter ?? 0 };
  return policy.kind === "custom" ? { ...common, name: policy.name } : { ...common, delaysMs: firstDelays(policy) };
}

function firstDelays(policy: RetryPolicy): number[] {
  const count = Math.min(retriesOf(policy), DESCRIBED_DELAYS_MAX);
  const retries = Array.from({ length: count }, (_, index) => nextRetry(policy, index + 1, { random: () => 0 }));
  return retries.flatMap((retry) => (retry === "exhausted" ? [] : [retry.delayMs]));
}
