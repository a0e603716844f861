/** Defines policies and decides which one applies to a request: the lowest number of those that match, and DENY before ALLOW. Pure. */
import { BlockList, isIP } from "node:net";
import { RotaError } from "@rota/engine";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import { canonicalJson } from "../core/canonical/canonical-json.ts";
import { sha256Hex } from "../core/canonical/sha256.ts";

export const POLICY_EFFECTS = ["ALLOW", "DENY"] as const;
export const POLICY_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export const POLICY_PRIORITY = 100;

const Texts = Type.Array(Type.String());

/** Every condition that is given must hold. */
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
    /** The lowest number goes first. */
    priority: Type.Integer(),
    conditions: Conditions,
  },
  { additionalProperties: false },
);
export type Policy = Static<typeof Policy>;

/** What is stored and hashed of it. */
export function policyCanonical(policy: Policy): { readonly canonical: string; readonly hash: string } {
  const canonical = canonicalJson(policy);
  return { canonical, hash: sha256Hex(canonical) };
}

export function readPolicy(canonical: string): Policy {
  const policy: unknown = JSON.parse(canonical);
  if (Check(Policy, policy)) return policy;
  throw new Error("a policy was stored that cannot be read");
}

/** Refuses with VALIDATION_ERROR what could never be as it was meant. */
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
  return new RotaError("VALIDATION_ERROR", message);
}

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

/**
 * `*` stands for any text, also for none and for one with slashes. Everything else stands for itself.
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
 * An IPv4 address is in a range however it is written, also as an IPv6 address.
 *
 * @example isInRanges("10.1.2.3", ["10.0.0.0/8", "2001:db8::1"]) === true
 */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const family = familyOf(address);
  if (family === undefined) return false;
  return listOf(ranges).check(withoutZone(address), family);
}

/** By the very array that is asked about: policies are read once and asked often. */
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

/** Undefined: it is neither an address nor a range. */
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

/** `fe80::1%eth0` says through which card it came. */
function withoutZone(address: string): string {
  return address.replace(/%.*$/, "");
}
