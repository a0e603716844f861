/** Policies and their versions as the API takes and tells them. */
import { Type, type Static } from "typebox";
import type { PolicyRow, PolicyVersionRow } from "../../life/policies/policies.sql.ts";
import {
  POLICY_EFFECTS,
  POLICY_METHODS,
  POLICY_PRIORITY,
  readPolicy,
  type Policy,
} from "../../life/policies/policy.ts";
import { Given, Hash, Line, Nullable, Time, Uuid, Word } from "../fields.ts";

const LISTED_MAX = 100;
const Lines = (description: string, examples: string[]) =>
  Type.Array(Line(200, { examples }), { minItems: 1, maxItems: LISTED_MAX, description });

const Target = Given({
  path: Type.String({
    pattern: "^/v1/[A-Za-z0-9._:*/-]{0,300}$",
    description: "A pattern of paths: `*` stands for any text, also with slashes.",
    examples: ["/v1/passports/*", "/v1/passport-versions/*/revoke"],
  }),
  methods: Type.Optional(
    Type.Array(Word(POLICY_METHODS), {
      minItems: 1,
      maxItems: POLICY_METHODS.length,
      description: "Default: all.",
    }),
  ),
});

const Conditions = Given(
  {
    actor_ids: Type.Optional(Lines("Who asks: names, as events tell them.", ["ann"])),
    resource_ids: Type.Optional(Lines("What is asked for: ids in the path.", ["3f2504e0-4f89-41d3-9a0c-0305e82c3301"])),
    not_before: Type.Optional(Time),
    not_after: Type.Optional(Time),
    source_ips: Type.Optional(
      Lines("Where the request comes from: addresses, or ranges of them.", ["192.0.2.0/24", "2001:db8::1"]),
    ),
  },
  { description: "All that are given must hold. Default: none." },
);

export const NewPolicyVersion = Given({
  effect: Word(POLICY_EFFECTS),
  target: Target,
  priority: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000,
      default: POLICY_PRIORITY,
      description: "The lowest number that is about a request decides; at the same number DENY.",
    }),
  ),
  conditions: Type.Optional(Conditions),
});

/** With what was left out. */
export function policyOf({ effect, target, priority, conditions }: Static<typeof NewPolicyVersion>): Policy {
  return { effect, target, priority: priority ?? POLICY_PRIORITY, conditions: conditions ?? {} };
}

export const PolicyVersionView = Type.Object({
  policy_version_id: Uuid,
  policy_id: Uuid,
  version: Type.Integer({ minimum: 1 }),
  is_active: Type.Boolean({ description: "Whether it is in force." }),
  effect: Word(POLICY_EFFECTS),
  target: Type.Object({ path: Type.String(), methods: Type.Optional(Type.Array(Type.String())) }),
  priority: Type.Integer(),
  conditions: Type.Object({
    actor_ids: Type.Optional(Type.Array(Type.String())),
    resource_ids: Type.Optional(Type.Array(Type.String())),
    not_before: Type.Optional(Type.String()),
    not_after: Type.Optional(Type.String()),
    source_ips: Type.Optional(Type.Array(Type.String())),
  }),
  policy_canonical: Type.String({ description: "Effect, target, priority and conditions in BPC-CJSON-1." }),
  policy_hash: Hash,
  created_by: Type.String(),
  created_at: Time,
  ended_by: Nullable(Type.String(), { description: "Who withdrew it, or put another version in its place." }),
  ended_at: Nullable(Time),
});

export function policyVersionView(row: PolicyVersionRow): Static<typeof PolicyVersionView> {
  const { policy_version_id, policy_id, version, is_active, policy_canonical, policy_hash, created_by, ended_by } = row;
  const times = { created_at: row.created_at.toISOString(), ended_at: row.ended_at?.toISOString() ?? null };
  const named = { policy_version_id, policy_id, version, is_active, policy_canonical, policy_hash };
  return { ...named, ...readPolicy(policy_canonical), created_by, ended_by, ...times };
}

export const PolicyView = Type.Object({
  policy_id: Uuid,
  tenant: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  created_by: Type.String(),
  created_at: Time,
  in_force: Nullable(PolicyVersionView, { description: "Null: none of its versions." }),
});

export function policyView(row: PolicyRow, inForce: PolicyVersionRow | undefined): Static<typeof PolicyView> {
  const { policy_id, tenant, name, description, created_by } = row;
  const version = inForce === undefined ? null : policyVersionView(inForce);
  return {
    policy_id,
    tenant,
    name,
    description,
    created_by,
    created_at: row.created_at.toISOString(),
    in_force: version,
  };
}
