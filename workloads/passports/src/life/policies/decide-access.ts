/** Which policy decides about a request: the lowest number of those that are about it, and DENY before ALLOW. Pure. */
import { isInRanges } from "./address-ranges.ts";
import { matchesPath } from "./match-path.ts";
import type { Policy } from "./policy.ts";

export type NamedPolicy = Policy & {
  readonly name: string;
  readonly policyId: string;
  readonly policyVersionId: string;
};

export type AccessRequest = {
  readonly method: string;
  readonly path: string;
  /** Those that the path names. */
  readonly resourceIds: readonly string[];
  readonly actor: string;
  readonly address: string;
  readonly now: Date;
};

/**
 * A policy never gives what roles withhold: who asks must have the role of the operation in any case. The order in which the
 * policies are given says nothing.
 *
 * @returns the policy that decides; undefined: none is about the request, and roles alone decide.
 */
export function decidingPolicy<Named extends Policy & { readonly name: string }>(
  policies: readonly Named[],
  request: AccessRequest,
): Named | undefined {
  const fitting = policies.filter((policy) => isAbout(policy, request));
  return fitting.reduce<Named | undefined>(
    (first, policy) => (first === undefined || goesBefore(policy, first) ? policy : first),
    undefined,
  );
}

/** Of two that decide alike the name says which one is told of. */
function goesBefore(one: Policy & { name: string }, other: Policy & { name: string }): boolean {
  if (one.priority !== other.priority) return one.priority < other.priority;
  if (one.effect !== other.effect) return one.effect === "DENY";
  return one.name < other.name;
}

function isAbout({ target, conditions }: Policy, request: AccessRequest): boolean {
  if (target.methods !== undefined && !target.methods.includes(request.method)) return false;
  if (!matchesPath(target.path, request.path)) return false;
  const {
    actor_ids: actors,
    resource_ids: resources,
    source_ips: ranges,
    not_before: from,
    not_after: until,
  } = conditions;
  const time = request.now.getTime();
  return (
    (actors === undefined || actors.includes(request.actor)) &&
    (resources === undefined || request.resourceIds.some((id) => resources.includes(id))) &&
    (from === undefined || time >= Date.parse(from)) &&
    (until === undefined || time <= Date.parse(until)) &&
    (ranges === undefined || isInRanges(request.address, ranges))
  );
}
