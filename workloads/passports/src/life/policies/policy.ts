/** A policy as it is written down and hashed: whom it is about, and whether it allows or denies. Pure. */
import { RotaError } from "@rota/engine";
import { Type, type Static } from "typebox";
import { Check } from "typebox/value";
import { canonicalJson } from "../../canonical/canonical-json.ts";
import { sha256Hex } from "../../canonical/sha256.ts";
import { isAddressRange } from "./address-ranges.ts";

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
