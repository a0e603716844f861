/** The statements about who may see which field. */
import { sql, type Sql } from "@rota/engine";
import type { Tier } from "./tiers.ts";

export type FieldAccessRow = { field_path: string; tier: Tier };

/** Returns what was said about the fields of rules. */
export const selectAccess = (tenant: string, ruleVersionId: string): Sql<FieldAccessRow> => sql<FieldAccessRow>`
  select field_path, tier from rota.passports_field_access
   where tenant = ${tenant} and rule_package_version_id = ${ruleVersionId}::uuid
   order by field_path`;

/** Returns the paths of the fields that rules declare. */
export const selectFieldPaths = (tenant: string, ruleVersionId: string): Sql<{ field_path: string }> => sql<{
  field_path: string;
}>`
  select field_path from rota.passports_rule_fields
   where tenant = ${tenant} and rule_package_version_id = ${ruleVersionId}::uuid
   order by field_path`;

/** Returns the tenant of rules. No row: there are none. */
export const selectRules = (ruleVersionId: string, tenant: string | undefined): Sql<{ tenant: string }> => sql<{
  tenant: string;
}>`
  select tenant from rota.passports_rule_versions
   where rule_package_version_id = ${ruleVersionId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

/** The same, and nobody else says who may see them before the transaction ends. */
export const lockRules = (ruleVersionId: string, tenant: string | undefined): Sql<{ tenant: string }> => sql<{
  tenant: string;
}>`
  select tenant from rota.passports_rule_versions
   where rule_package_version_id = ${ruleVersionId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     for no key update`;

/** Returns nothing. */
export const deleteAccess = (tenant: string, ruleVersionId: string): Sql => sql`
  delete from rota.passports_field_access where tenant = ${tenant} and rule_package_version_id = ${ruleVersionId}::uuid`;

/** Returns nothing. */
export const insertAccess = (access: {
  tenant: string;
  ruleVersionId: string;
  paths: readonly string[];
  tiers: readonly Tier[];
}): Sql => sql`
  insert into rota.passports_field_access (tenant, rule_package_version_id, field_path, tier)
  select ${access.tenant}, ${access.ruleVersionId}::uuid, path, tier
    from unnest(${access.paths}::text[], ${access.tiers}::text[]) as given (path, tier)`;
