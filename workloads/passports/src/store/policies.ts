/** Creates policies, adds and withdraws their versions, caches those in force, and enforces them. */
import type { Database, Queryable, Transaction } from "@rota/engine";
import { PassportError } from "../errors.ts";
import { appendPassportEvent } from "./events.ts";
import {
  countPolicies,
  endPolicyVersion,
  insertPolicy,
  insertPolicyVersion,
  lockPolicy,
  type NewPolicy,
  type PolicyRow,
  type PolicyVersionRow,
  selectInForce,
  selectPolicyVersion,
} from "./policies.sql.ts";
import {
  type AccessRequest,
  checkPolicy,
  decidingPolicy,
  type NamedPolicy,
  type Policy,
  policyCanonical,
  readPolicy,
} from "./policy.ts";
import { found, wrongState } from "./rows.ts";

/** Maximum number of policies of a tenant. Every request checks all of them. */
const POLICIES_MAX = 200;

/** Refuses with ALREADY_EXISTS a name that the tenant has given to another policy. */
export async function createPolicy(tx: Transaction, input: NewPolicy): Promise<PolicyRow> {
  const [made] = await tx.query(insertPolicy(input));
  if (made === undefined) {
    const message = `there is a policy called ${input.name}: add a version to it, or choose another name`;
    throw new PassportError("ALREADY_EXISTS", message, { name: input.name });
  }
  const { tenant, policy_id: id, name } = made;
  const [counted] = await tx.query(countPolicies(tenant));
  if ((counted?.policies ?? 0) > POLICIES_MAX) {
    const message = `a tenant has at most ${String(POLICIES_MAX)} policies: add a version to one of them`;
    throw new PassportError("VALIDATION_ERROR", message);
  }
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "Policy", id },
    type: "POLICY_CREATED",
    actor: input.createdBy,
    payload: { policy_id: id, name },
  });
  return made;
}

type PolicyVersionToAdd = {
  readonly policyId: string;
  /** Tenant of the policy, or undefined for any. */
  readonly tenant: string | undefined;
  readonly policy: Policy;
  /** Actor, address and time of the request. */
  readonly asking: Pick<AccessRequest, "actor" | "address" | "now">;
};

/** Adds a version, which replaces the previous one when the transaction commits. */
export async function addPolicyVersion(tx: Transaction, request: PolicyVersionToAdd): Promise<PolicyVersionRow> {
  const { policy, policyId, asking } = request;
  checkPolicy(policy);
  const named = await found(tx, lockPolicy(policyId, request.tenant), { what: "policy", id: policyId });
  const { tenant } = named;
  await tx.query(endPolicyVersion({ tenant, policyId, actor: asking.actor }));
  const { effect, priority, target } = policy;
  const row = { tenant, policyId, effect, priority, target: target.path, createdBy: asking.actor };
  const [made] = await tx.query(insertPolicyVersion({ ...row, ...policyCanonical(policy) }));
  if (made === undefined) throw new Error("a version of a policy was inserted and no row came back");
  await refuseLockingOut(tx, made, asking);
  await noteChange(tx, { version: made, type: "POLICY_VERSION_ADDED", actor: asking.actor });
  return made;
}

type VersionToWithdraw = {
  readonly versionId: string;
  readonly tenant: string | undefined;
  readonly actor: string;
};

/** Withdraws a version. The policy then has no version in force. */
export async function withdrawPolicyVersion(tx: Transaction, request: VersionToWithdraw): Promise<PolicyVersionRow> {
  const { versionId, actor } = request;
  const named = { what: "policy version", id: versionId };
  const { policy_id: policyId, tenant } = await found(tx, selectPolicyVersion(versionId, request.tenant), named);
  await found(tx, lockPolicy(policyId, tenant), { what: "policy", id: policyId });
  const { is_active: isActive } = await found(tx, selectPolicyVersion(versionId, tenant), named);
  if (!isActive)
    throw wrongState(`the policy version ${versionId} is not in force: there is nothing to withdraw`, "ENDED");
  const ended = await found(tx, endPolicyVersion({ tenant, policyId, actor }), named);
  await noteChange(tx, { version: ended, type: "POLICY_VERSION_WITHDRAWN", actor });
  return ended;
}

/** Refuses a version that its author could not withdraw, because then no one could correct a mistake. */
async function refuseLockingOut(
  tx: Transaction,
  { tenant, policy_version_id: versionId }: PolicyVersionRow,
  asking: PolicyVersionToAdd["asking"],
): Promise<void> {
  const path = `/v1/policy-versions/${versionId}`;
  const deciding = decidingPolicy(await readPolicies(tx, tenant), {
    ...asking,
    method: "DELETE",
    path,
    resourceIds: [versionId],
  });
  if (deciding?.effect !== "DENY") return;
  const message = `you could not withdraw it, since the policy ${deciding.name} would deny you DELETE /v1/policy-versions: first allow that to yourself by a policy with a lower number`;
  throw new PassportError("VALIDATION_ERROR", message, { policy: deciding.name });
}

type Change = {
  readonly version: PolicyVersionRow;
  readonly type: "POLICY_VERSION_ADDED" | "POLICY_VERSION_WITHDRAWN";
  readonly actor: string;
};

async function noteChange(tx: Transaction, { version, type, actor }: Change): Promise<void> {
  const { tenant, policy_id: id, policy_version_id: versionId, policy_hash: hash } = version;
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "Policy", id },
    type,
    actor,
    payload: { policy_id: id, policy_version_id: versionId, version: version.version, policy_hash: hash },
  });
}

/** Maximum time for which other processes use the previous policies after a change. */
const KEPT_MS = 2_000;
const TENANTS_KEPT = 1_000;

type Kept = { readonly until: number; readonly policies: Promise<readonly NamedPolicy[]> };
const keptOn = new WeakMap<Database, Map<string, Kept>>();

/** Returns the policies of a tenant that are in force. They are read again after two seconds, or when this process changes them. */
export function policiesInForce(
  database: Database,
  tenant: string,
  now = performance.now(),
): Promise<readonly NamedPolicy[]> {
  const kept = keptOn.get(database) ?? new Map<string, Kept>();
  keptOn.set(database, kept);
  const known = kept.get(tenant);
  if (known !== undefined && known.until > now) return known.policies;
  const policies = readPolicies(database, tenant);
  kept.delete(tenant);
  kept.set(tenant, { until: now + KEPT_MS, policies });
  void policies.catch(() => kept.delete(tenant)); // the next request reads again
  const [oldest] = kept.keys();
  if (kept.size > TENANTS_KEPT && oldest !== undefined) kept.delete(oldest);
  return policies;
}

export function forgetPolicies(database: Database): void {
  keptOn.delete(database);
}

async function readPolicies(on: Queryable, tenant: string): Promise<readonly NamedPolicy[]> {
  const rows = await on.query(selectInForce(tenant));
  return rows.map(({ name, policy_id: policyId, policy_version_id: policyVersionId, policy_canonical: canonical }) => ({
    ...readPolicy(canonical),
    name,
    policyId,
    policyVersionId,
  }));
}

type AskedAccess = AccessRequest & {
  readonly tenant: string;
  /** Role that the operation requires. */
  readonly permission: string;
  /** Id of the request in its response and in the log. */
  readonly correlationId: string;
};

/**
 * Refuses a request that a policy denies. The denial is an event of the policy, in a transaction that this function opens.
 *
 * @throws FORBIDDEN
 */
export async function requireAccess(database: Database, asked: AskedAccess): Promise<void> {
  const deciding = decidingPolicy(await policiesInForce(database, asked.tenant), asked);
  if (deciding?.effect !== "DENY") return;
  await noteDenial(database, asked, deciding);
  const message = `the policy ${deciding.name} denies ${resourceOf(asked)}: ask whoever has access:admin`;
  throw new PassportError("FORBIDDEN", message, { policy: deciding.name, permission: asked.permission });
}

async function noteDenial(database: Database, asked: AskedAccess, deciding: NamedPolicy): Promise<void> {
  const { tenant, actor, permission, correlationId } = asked;
  const { policyId: id, policyVersionId, name } = deciding;
  await database.transaction(async (tx) => {
    await found(tx, lockPolicy(id, tenant), { what: "policy", id });
    await appendPassportEvent(tx, {
      tenant,
      aggregate: { type: "Policy", id },
      type: "AccessDenied",
      actor,
      payload: {
        permission,
        reason: `Policy:${name}`,
        resource: resourceOf(asked),
        correlation_id: correlationId,
        policy_version_id: policyVersionId,
      },
    });
  });
}

function resourceOf({ method, path }: AccessRequest): string {
  return `${method} ${path}`;
}
