/** Statements about policies and their versions. */
import { sql, type Sql } from "@rota/engine";
import type { PageAfter } from "./rows.ts";

export type PolicyRow = {
  policy_id: string;
  tenant: string;
  name: string;
  description: string | null;
  created_by: string;
  created_at: Date;
};

export type NewPolicy = {
  readonly tenant: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly createdBy: string;
};

/** Returns the new policy, or no row if the tenant already has one with this name. */
export const insertPolicy = (policy: NewPolicy): Sql<PolicyRow> => sql<PolicyRow>`
  insert into rota.passports_policies (tenant, name, description, created_by)
  values (${policy.tenant}, ${policy.name}, ${policy.description ?? null}, ${policy.createdBy})
  on conflict on constraint passports_policies_by_name do nothing
  returning policy_id, tenant, name, description, created_by, created_at`;

/** Returns the number of policies of a tenant. */
export const countPolicies = (tenant: string): Sql<{ policies: number }> => sql<{ policies: number }>`
  select count(*)::integer as policies from rota.passports_policies where tenant = ${tenant}`;

/** Returns the policy, of one tenant or of any, and locks its versions and events. Returns no row if there is none. */
export const lockPolicy = (policyId: string, tenant: string | undefined): Sql<PolicyRow> => sql<PolicyRow>`
  select policy_id, tenant, name, description, created_by, created_at
    from rota.passports_policies
   where policy_id = ${policyId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     for no key update`;

type ListedPolicyRow = PolicyRow & { cursor_time: string };

/** Returns policies, newest first. */
export const selectPolicies = ({ tenant, after, limit }: PageAfter): Sql<ListedPolicyRow> => sql<ListedPolicyRow>`
  select policy_id, tenant, name, description, created_by, created_at,
         to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_time
    from rota.passports_policies
   where (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     and (${after?.id ?? null}::uuid is null
          or (created_at, policy_id) < (${after?.t ?? null}::timestamptz, ${after?.id ?? null}::uuid))
   order by created_at desc, policy_id desc
   limit ${limit}`;

export type PolicyVersionRow = {
  policy_version_id: string;
  tenant: string;
  policy_id: string;
  version: number;
  is_active: boolean;
  policy_canonical: string;
  policy_hash: string;
  created_by: string;
  created_at: Date;
  ended_by: string | null;
  ended_at: Date | null;
};

type NewPolicyVersion = {
  readonly tenant: string;
  readonly policyId: string;
  readonly effect: string;
  readonly target: string;
  readonly priority: number;
  readonly canonical: string;
  readonly hash: string;
  readonly createdBy: string;
};

/** Returns the new version, which is in force. The previous version must have ended. */
export const insertPolicyVersion = (version: NewPolicyVersion): Sql<PolicyVersionRow> => sql<PolicyVersionRow>`
  insert into rota.passports_policy_versions
         (tenant, policy_id, version, effect, target, priority, policy_canonical, policy_hash, created_by)
  select ${version.tenant}, ${version.policyId}::uuid, coalesce(max(version), 0) + 1, ${version.effect}, ${version.target}, ${version.priority}::integer,
         convert_to(${version.canonical}, 'UTF8'), decode(${version.hash}, 'hex'), ${version.createdBy}
    from rota.passports_policy_versions
   where tenant = ${version.tenant} and policy_id = ${version.policyId}::uuid
  returning policy_version_id, tenant, policy_id, version, is_active, convert_from(policy_canonical, 'UTF8') as policy_canonical,
            encode(policy_hash, 'hex') as policy_hash, created_by, created_at, ended_by, ended_at`;

/** Ends the version of a policy that is in force and returns it. Returns no row if none is in force. */
export const endPolicyVersion = (end: {
  tenant: string;
  policyId: string;
  actor: string;
}): Sql<PolicyVersionRow> => sql<PolicyVersionRow>`
  update rota.passports_policy_versions
     set is_active = false, ended_by = ${end.actor}, ended_at = clock_timestamp()
   where tenant = ${end.tenant} and policy_id = ${end.policyId}::uuid and is_active
  returning policy_version_id, tenant, policy_id, version, is_active, convert_from(policy_canonical, 'UTF8') as policy_canonical,
            encode(policy_hash, 'hex') as policy_hash, created_by, created_at, ended_by, ended_at`;

/** Returns the version, of one tenant or of any, or no row if there is none. */
export const selectPolicyVersion = (
  versionId: string,
  tenant: string | undefined,
): Sql<PolicyVersionRow> => sql<PolicyVersionRow>`
  select policy_version_id, tenant, policy_id, version, is_active, convert_from(policy_canonical, 'UTF8') as policy_canonical,
         encode(policy_hash, 'hex') as policy_hash, created_by, created_at, ended_by, ended_at
    from rota.passports_policy_versions
   where policy_version_id = ${versionId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

/** Returns the versions of policies that are in force. */
export const selectVersionsInForce = (policyIds: readonly string[]): Sql<PolicyVersionRow> => sql<PolicyVersionRow>`
  select policy_version_id, tenant, policy_id, version, is_active, convert_from(policy_canonical, 'UTF8') as policy_canonical,
         encode(policy_hash, 'hex') as policy_hash, created_by, created_at, ended_by, ended_at
    from rota.passports_policy_versions
   where policy_id = any (${policyIds}::uuid[]) and is_active`;

type PolicyInForceRow = { name: string; policy_id: string; policy_version_id: string; policy_canonical: string };

/** Returns the versions in force for a tenant, at most one of each policy. */
export const selectInForce = (tenant: string): Sql<PolicyInForceRow> => sql<PolicyInForceRow>`
  select policy.name, policy_id, version.policy_version_id, convert_from(version.policy_canonical, 'UTF8') as policy_canonical
    from rota.passports_policy_versions version
    join rota.passports_policies policy using (tenant, policy_id)
   where tenant = ${tenant} and version.is_active`;
