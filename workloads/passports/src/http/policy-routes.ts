/** Routes of policies: create, list. Routes of their versions: add, get, withdraw. */
import { Given, Line, Nullable, Tenant, Time, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import {
  type PolicyRow,
  type PolicyVersionRow,
  selectPolicies,
  selectPolicyVersion,
  selectVersionsInForce,
} from "../store/policies.sql.ts";
import { addPolicyVersion, createPolicy, forgetPolicies, withdrawPolicyVersion } from "../store/policies.ts";
import { type Policy, POLICY_EFFECTS, POLICY_METHODS, POLICY_PRIORITY, readPolicy } from "../store/policy.ts";
import { found } from "../store/rows.ts";
import { defineRoute, defineWrite, tenantOf } from "./define-route.ts";
import { Hash, Page, PAGE_FIELDS, pageOf, readPageQuery, Uuid } from "./fields.ts";

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

const PolicyVersionBody = Given({
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

/** Returns the policy of a body, with defaults for missing members. */
function policyOf({ effect, target, priority, conditions }: Static<typeof PolicyVersionBody>): Policy {
  return { effect, target, priority: priority ?? POLICY_PRIORITY, conditions: conditions ?? {} };
}

const PolicyVersionView = Type.Object({
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

function policyVersionView(row: PolicyVersionRow): Static<typeof PolicyVersionView> {
  const { policy_version_id, policy_id, version, is_active, policy_canonical, policy_hash, created_by, ended_by } = row;
  const times = { created_at: row.created_at.toISOString(), ended_at: row.ended_at?.toISOString() ?? null };
  const named = { policy_version_id, policy_id, version, is_active, policy_canonical, policy_hash };
  return { ...named, ...readPolicy(policy_canonical), created_by, ended_by, ...times };
}

const PolicyView = Type.Object({
  policy_id: Uuid,
  tenant: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  created_by: Type.String(),
  created_at: Time,
  in_force: Nullable(PolicyVersionView, { description: "Null: none of its versions." }),
});

function policyView(row: PolicyRow, inForce: PolicyVersionRow | undefined): Static<typeof PolicyView> {
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

const VersionParams = Given({ policyVersionId: Uuid });

const create = defineWrite({
  name: "passports.policies.create",
  method: "POST",
  path: "/v1/policies",
  summary: "Create a policy",
  description: "It decides nothing until it has a version.",
  role: "access:admin",
  body: Given({
    tenant: Type.Optional(Tenant),
    name: Line(200, { description: "Told to whoever is denied something.", examples: ["revoked-by-two-people-only"] }),
    description: Type.Optional(Line(2_000)),
  }),
  answers: { 201: PolicyView },
  handle({ commit, body: { name, description }, actor, tenant }) {
    const input = { tenant: tenantOf({ tenant }), name, description, createdBy: actor.name };
    return commit(async (tx) => ({ status: 201, body: policyView(await createPolicy(tx, input), undefined) }));
  },
});

const list = defineRoute({
  name: "passports.policies.list",
  method: "GET",
  path: "/v1/policies",
  summary: "Policies and what is in force of them, the newest first",
  role: "access:admin",
  query: Given(PAGE_FIELDS),
  answers: { 200: Page(PolicyView) },
  async handle({ engine: { database }, query, tenant }) {
    const page = readPageQuery(query);
    const rows = await database.query(selectPolicies({ ...page, tenant }));
    const versions = await database.query(selectVersionsInForce(rows.map(({ policy_id: id }) => id)));
    const inForce = new Map(versions.map((version) => [version.policy_id, version]));
    const view = { idOf: (row: (typeof rows)[number]) => row.policy_id, limit: page.limit };
    return { status: 200, body: pageOf(rows, { ...view, view: (row) => policyView(row, inForce.get(row.policy_id)) }) };
  },
});

const add = defineWrite({
  name: "passports.policies.versions.add",
  method: "POST",
  path: "/v1/policies/{policyId}/versions",
  summary: "Put a version of a policy in force",
  description:
    "In place of the version before. It may deny what a role allows, and never allows what a role does not. Refused when you could not withdraw it.",
  role: "access:admin",
  params: Given({ policyId: Uuid }),
  body: PolicyVersionBody,
  answers: { 201: PolicyVersionView },
  async handle({ commit, engine, params: { policyId }, body, actor, address, tenant }) {
    const asking = { actor: actor.name, address, now: new Date() };
    const request = { policyId, tenant, policy: policyOf(body), asking };
    const answer = await commit(async (tx) => ({
      status: 201,
      body: policyVersionView(await addPolicyVersion(tx, request)),
    }));
    forgetPolicies(engine.database);
    return answer;
  },
});

const get = defineRoute({
  name: "passports.policies.versions.get",
  method: "GET",
  path: "/v1/policy-versions/{policyVersionId}",
  summary: "A version of a policy",
  role: "access:admin",
  params: VersionParams,
  answers: { 200: PolicyVersionView },
  async handle({ engine, params: { policyVersionId: id }, tenant }) {
    const row = await found(engine.database, selectPolicyVersion(id, tenant), { what: "policy version", id });
    return { status: 200, body: policyVersionView(row) };
  },
});

const withdraw = defineWrite({
  name: "passports.policies.versions.withdraw",
  method: "DELETE",
  path: "/v1/policy-versions/{policyVersionId}",
  summary: "Withdraw a version of a policy",
  description: "Nothing of the policy is in force then. What it was is kept.",
  role: "access:admin",
  params: VersionParams,
  answers: { 200: PolicyVersionView },
  async handle({ commit, engine, params: { policyVersionId: versionId }, actor, tenant }) {
    const request = { versionId, tenant, actor: actor.name };
    const answer = await commit(async (tx) => ({
      status: 200,
      body: policyVersionView(await withdrawPolicyVersion(tx, request)),
    }));
    forgetPolicies(engine.database);
    return answer;
  },
});

export const policyOperations = [create, list, add, get, withdraw];
