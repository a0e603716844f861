/** Defines policies and decides which one applies to a request: the matching one with the lowest number, and DENY before ALLOW. */
import { BlockList, isIP } from "node:net";
import type { RotaError } from "@rota/engine";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import { canonicalJson } from "../core/canonical/canonical-json.ts";
import { sha256Hex } from "../core/canonical/sha256.ts";
import { PassportError } from "../errors.ts";

export const POLICY_EFFECTS = ["ALLOW", "DENY"] as const;
export const POLICY_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export const POLICY_PRIORITY = 100;

const Texts = Type.Array(Type.String());

/** Conditions of a policy, which must all match. */
const Conditions = Type.Object(
  {
    actor_ids: Type.Optional(Texts),
    resource_ids: Type.Optional(Texts),
    not_before: Type.Optional(Type.String()),
    not_after: Type.Optional(Type.String()),
    source_ips: Type.Optional(Texts),
  },
  { additionalProperties: false },
);

const Policy = Type.Object(
  {
    effect: Type.Union([Type.Literal("ALLOW"), Type.Literal("DENY")]),
    target: Type.Object(
      { path: Type.String(), methods: Type.Optional(Type.Array(Type.String())) },
      { additionalProperties: false },
    ),
    /** Rank of the policy. The lowest number decides first. */
    priority: Type.Integer(),
    conditions: Conditions,
  },
  { additionalProperties: false },
);
export type Policy = Static<typeof Policy>;

/** Returns the canonical form of a policy, which is stored, and its hash. */
export function policyCanonical(policy: Policy): { readonly canonical: string; readonly hash: string } {
  const canonical = canonicalJson(policy);
  return { canonical, hash: sha256Hex(canonical) };
}

export function readPolicy(canonical: string): Policy {
  const policy: unknown = JSON.parse(canonical);
  if (Check(Policy, policy)) return policy;
  throw new Error("a policy was stored that cannot be read");
}

/** Refuses with VALIDATION_ERROR a policy that can never match as intended. */
export function checkPolicy({ conditions }: Policy): void {
  const { source_ips: ranges = [], not_before: from, not_after: until } = conditions;
  const wrong = ranges.find((range) => !isAddressRange(range));
  if (wrong !== undefined)
    throw refusal(
      `source_ips holds ${JSON.stringify(wrong)}: give addresses such as 192.0.2.1, or ranges such as 192.0.2.0/24`,
    );
  if (from !== undefined && until !== undefined && Date.parse(from) > Date.parse(until))
    throw refusal(`not_before (${from}) is after not_after (${until}): the policy would never hold`);
}

function refusal(message: string): RotaError {
  return new PassportError("VALIDATION_ERROR", message);
}

export type NamedPolicy = Policy & {
  readonly name: string;
  readonly policyId: string;
  readonly policyVersionId: string;
};

export type AccessRequest = {
  readonly method: string;
  readonly path: string;
  /** Ids in the path. */
  readonly resourceIds: readonly string[];
  readonly actor: string;
  readonly address: string;
  readonly now: Date;
};

/**
 * Finds the policy that decides about a request. A policy never grants more than roles do: the caller needs the role of the
 * operation in any case. The order of `policies` does not matter.
 *
 * @returns the policy, or undefined if none matches the request and roles alone decide.
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

/** Compares the ranks of two policies. If number and effect are equal, the name decides which one is reported. */
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

/**
 * Matches a path. `*` matches any text, including an empty one and one with slashes. Everything else is literal.
 *
 * @example matchesPath("/v1/passports/*", "/v1/passports/3f2504e0/compile") === true
 */
export function matchesPath(pattern: string, path: string): boolean {
  const [beginning = "", ...parts] = pattern.split("*");
  const end = parts.pop();
  if (end === undefined) return path === pattern;
  if (!path.startsWith(beginning)) return false;
  let from = beginning.length;
  for (const part of parts) {
    const at = path.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return path.length - end.length >= from && path.endsWith(end);
}

type Range = { readonly net: string; readonly prefix: number; readonly family: "ipv4" | "ipv6" };

export function isAddressRange(text: string): boolean {
  return rangeOf(text) !== undefined;
}

/**
 * Checks whether an address is in one of the ranges. An IPv4 address may also be written as an IPv6 address.
 *
 * @example isInRanges("10.1.2.3", ["10.0.0.0/8", "2001:db8::1"]) === true
 */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const family = familyOf(address);
  if (family === undefined) return false;
  return listOf(ranges).check(withoutZone(address), family);
}

/** Compiled lists by the array of ranges, because policies are read once and checked often. */
const lists = new WeakMap<readonly string[], BlockList>();

function listOf(ranges: readonly string[]): BlockList {
  const known = lists.get(ranges);
  if (known !== undefined) return known;
  const list = new BlockList();
  for (const text of ranges) {
    const range = rangeOf(text);
    if (range !== undefined) list.addSubnet(range.net, range.prefix, range.family);
  }
  lists.set(ranges, list);
  return list;
}

/** Returns undefined for text that is neither an address nor a range. */
function rangeOf(text: string): Range | undefined {
  const [net = "", bits, ...rest] = text.split("/");
  const family = net.includes("%") ? undefined : familyOf(net);
  if (family === undefined || rest.length > 0) return undefined;
  const most = family === "ipv4" ? 32 : 128;
  if (bits === undefined) return { net, prefix: most, family };
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? { net, prefix: Number(bits), family } : undefined;
}

function familyOf(address: string): "ipv4" | "ipv6" | undefined {
  const version = isIP(address);
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : undefined;
}

/** Removes the name of the network interface, as in `fe80::1%eth0`. */
function withoutZone(address: string): string {
  return address.replace(/%.*$/, "");
}
