/** The statements that read what a version is compiled from. */
import { sql, type Sql } from "@rota/engine";
import type { RuleStatus, SnapshotStatus } from "../../../compile/compile.ts";

export type SourcesRow = {
  snapshot_status: SnapshotStatus;
  snapshot_canonical: string | null;
  snapshot_hash: string | null;
  rule_status: RuleStatus;
  compiler_min_build: string | null;
  dsl_source: string;
  tests_source: string;
  battery_product_id: string;
  sku: string;
  name: string;
  serial_number: string | null;
};

/** Returns the snapshot, the rules and the product of a version. No row: there is no such version. */
export const selectSources = (versionId: string): Sql<SourcesRow> => sql<SourcesRow>`
  select snapshot.status as snapshot_status,
         convert_from(snapshot.snapshot_canonical, 'UTF8') as snapshot_canonical,
         encode(snapshot.snapshot_hash, 'hex') as snapshot_hash,
         rules.status as rule_status, rules.compiler_min_build, rules.dsl_source, rules.tests_source,
         product.battery_product_id, product.sku, product.name, passport.serial_number
    from rota.passports_versions version
    join rota.passports passport using (tenant, passport_id)
    join rota.passports_snapshots snapshot using (tenant, snapshot_id)
    join rota.passports_rule_versions rules using (tenant, rule_package_version_id)
    join rota.passports_products product using (tenant, battery_product_id)
   where version.passport_version_id = ${versionId}::uuid`;

export type FactRow = { fact_type: string; fact_key: string; schema_version: number; payload_canonical: string };

/** Returns the facts of a snapshot. */
export const selectSnapshotFacts = (tenant: string, snapshotId: string): Sql<FactRow> => sql<FactRow>`
  select fact.fact_type, fact.fact_key, fact.schema_version, convert_from(fact.payload_canonical, 'UTF8') as payload_canonical
    from rota.passports_snapshot_items item
    join rota.passports_facts fact using (tenant, fact_id)
   where item.tenant = ${tenant} and item.snapshot_id = ${snapshotId}::uuid`;

/** Returns how a snapshot stands. No row: the tenant has none of this id. */
export const selectSnapshotStatus = (tenant: string, snapshotId: string): Sql<{ status: SnapshotStatus }> => sql<{
  status: SnapshotStatus;
}>`
  select status from rota.passports_snapshots where tenant = ${tenant} and snapshot_id = ${snapshotId}::uuid`;

export type RuleStandingRow = { status: RuleStatus; compiler_min_build: string | null };

/** Returns how rules stand. No row: the tenant has none of this id. */
export const selectRuleStatus = (tenant: string, ruleVersionId: string): Sql<RuleStandingRow> => sql<RuleStandingRow>`
  select status, compiler_min_build from rota.passports_rule_versions
   where tenant = ${tenant} and rule_package_version_id = ${ruleVersionId}::uuid`;
