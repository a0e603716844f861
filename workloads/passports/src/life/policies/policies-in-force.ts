/** The policies of a tenant as they are in force, read again after two seconds or when this process changes them. */
import type { Database, Queryable } from "@rota/engine";
import type { NamedPolicy } from "./decide-access.ts";
import { selectInForce } from "./policies.sql.ts";
import { readPolicy } from "./policy.ts";

/** After a change other processes go by what was in force before for at most so long. */
const KEPT_MS = 2_000;
const TENANTS_KEPT = 1_000;

type Kept = { readonly until: number; readonly policies: Promise<readonly NamedPolicy[]> };
const keptOn = new WeakMap<Database, Map<string, Kept>>();

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
  void policies.catch(() => kept.delete(tenant)); // whoever asks next reads again
  const [oldest] = kept.keys();
  if (kept.size > TENANTS_KEPT && oldest !== undefined) kept.delete(oldest);
  return policies;
}

export function forgetPolicies(database: Database): void {
  keptOn.delete(database);
}

export async function readPolicies(on: Queryable, tenant: string): Promise<readonly NamedPolicy[]> {
  const rows = await on.query(selectInForce(tenant));
  return rows.map(({ name, policy_id: policyId, policy_version_id: policyVersionId, policy_canonical: canonical }) => ({
    ...readPolicy(canonical),
    name,
    policyId,
    policyVersionId,
  }));
}
