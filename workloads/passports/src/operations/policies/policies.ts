/** Policies: create, list; versions of them: add, see, withdraw. */
import { Type } from "typebox";
import { found } from "../../life/found.ts";
import { addPolicyVersion, createPolicy, withdrawPolicyVersion } from "../../life/policies/change-policies.ts";
import { selectPolicies, selectPolicyVersion, selectVersionsInForce } from "../../life/policies/policies.sql.ts";
import { forgetPolicies } from "../../life/policies/policies-in-force.ts";
import { defineRoute, defineWrite } from "../define-route.ts";
import { Given, Line, Tenant, Uuid } from "../fields.ts";
import { Page, PAGE_FIELDS, pageOf, readPageWish } from "../pages.ts";
import { tenantOf } from "../tenant-of.ts";
import {
  NewPolicyVersion,
  policyOf,
  PolicyVersionView,
  policyVersionView,
  PolicyView,
  policyView,
} from "./policy-schemas.ts";

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
    const wish = { tenant: tenantOf({ tenant }), name, description, createdBy: actor.name };
    return commit(async (tx) => ({ status: 201, body: policyView(await createPolicy(tx, wish), undefined) }));
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
    const wish = readPageWish(query);
    const rows = await database.query(selectPolicies({ ...wish, tenant }));
    const versions = await database.query(selectVersionsInForce(rows.map(({ policy_id: id }) => id)));
    const inForce = new Map(versions.map((version) => [version.policy_id, version]));
    const view = { idOf: (row: (typeof rows)[number]) => row.policy_id, limit: wish.limit };
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
  body: NewPolicyVersion,
  answers: { 201: PolicyVersionView },
  async handle({ commit, engine, params: { policyId }, body, actor, address, tenant }) {
    const asking = { actor: actor.name, address, now: new Date() };
    const wish = { policyId, tenant, policy: policyOf(body), asking };
    const answer = await commit(async (tx) => ({
      status: 201,
      body: policyVersionView(await addPolicyVersion(tx, wish)),
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
    const wish = { versionId, tenant, actor: actor.name };
    const answer = await commit(async (tx) => ({
      status: 200,
      body: policyVersionView(await withdrawPolicyVersion(tx, wish)),
    }));
    forgetPolicies(engine.database);
    return answer;
  },
});

export const policyOperations = [create, list, add, get, withdraw];
