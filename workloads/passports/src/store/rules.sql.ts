/** Statements about packages of rules, their versions, test runs, and the tiers of their fields. */
import { sql, type Sql } from "@rota/engine";
import type { RuleStatus } from "../core/passport/compile.ts";
import type { PageAfter } from "./rows.ts";
import type { Tier } from "./tiers.ts";

export type PackageRow = {
  rule_package_id: string;
  tenant: string;
  name: string;
  description: string | null;
  created_by: string;
  created_at: Date;
};

export type NewPackage = {
  readonly tenant: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly createdBy: string;
};

/** Returns the new package, or no row if the tenant already has one with this name. */
export const insertPackage = (input: NewPackage): Sql<PackageRow> => sql<PackageRow>`
  insert into rota.passports_rule_packages (tenant, name, description, created_by)
  values (${input.tenant}, ${input.name}, ${input.description ?? null}, ${input.createdBy})
  on conflict on constraint passports_rule_packages_by_name do nothing
  returning rule_package_id, tenant, name, description, created_by, created_at`;

/** Returns the package, of one tenant or of any, or no row if there is none. */
export const selectPackage = (packageId: string, tenant: string | undefined): Sql<PackageRow> => sql<PackageRow>`
  select rule_package_id, tenant, name, description, created_by, created_at
    from rota.passports_rule_packages
   where rule_package_id = ${packageId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

/** Returns the package like `selectPackage` and locks it, so that its versions are numbered one after the other. */
export const lockPackage = (packageId: string, tenant: string | undefined): Sql<PackageRow> => sql<PackageRow>`
  select rule_package_id, tenant, name, description, created_by, created_at
    from rota.passports_rule_packages
   where rule_package_id = ${packageId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     for no key update`;

type ListedPackageRow = PackageRow & { cursor_time: string };

/** Returns packages, newest first. */
export const selectPackages = ({ tenant, after, limit }: PageAfter): Sql<ListedPackageRow> => sql<ListedPackageRow>`
  select rule_package_id, tenant, name, description, created_by, created_at,
         to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_time
    from rota.passports_rule_packages
   where (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     and (${after?.id ?? null}::uuid is null
          or (created_at, rule_package_id) < (${after?.t ?? null}::timestamptz, ${after?.id ?? null}::uuid))
   order by created_at desc, rule_package_id desc
   limit ${limit}`;

export type RuleVersionRow = {
  rule_package_version_id: string;
  tenant: string;
  rule_package_id: string;
  version: number;
  status: RuleStatus;
  compiler_min_build: string | null;
  dsl_sha256: string;
  tests_sha256: string;
  created_by: string;
  created_at: Date;
  published_by: string | null;
  published_at: Date | null;
};

type NewRuleVersion = {
  readonly tenant: string;
  readonly rulePackageId: string;
  readonly compilerMinBuild: string | undefined;
  readonly dslSource: string;
  readonly dslSha256: string;
  readonly testsSource: string;
  readonly testsSha256: string;
  readonly createdBy: string;
};

/** Returns the new version, or no row if the tenant already has these sources. */
export const insertRuleVersion = (rules: NewRuleVersion): Sql<RuleVersionRow> => sql<RuleVersionRow>`
  insert into rota.passports_rule_versions
         (tenant, rule_package_id, version, compiler_min_build, dsl_source, dsl_sha256, tests_source, tests_sha256, created_by)
  select ${rules.tenant}, ${rules.rulePackageId}::uuid, coalesce(max(version), 0) + 1, ${rules.compilerMinBuild ?? null},
         ${rules.dslSource}, decode(${rules.dslSha256}, 'hex'), ${rules.testsSource}, decode(${rules.testsSha256}, 'hex'),
         ${rules.createdBy}
    from rota.passports_rule_versions
   where tenant = ${rules.tenant} and rule_package_id = ${rules.rulePackageId}::uuid
  on conflict on constraint passports_rule_versions_once do nothing
  returning rule_package_version_id, tenant, rule_package_id, version, status, compiler_min_build,
            encode(dsl_sha256, 'hex') as dsl_sha256, encode(tests_sha256, 'hex') as tests_sha256,
            created_by, created_at, published_by, published_at`;

/** Returns the version with these sources in any package of the tenant. */
export const selectSameRules = (
  same: Pick<NewRuleVersion, "tenant" | "dslSha256" | "testsSha256">,
): Sql<RuleVersionRow> => sql<RuleVersionRow>`
  select rule_package_version_id, tenant, rule_package_id, version, status, compiler_min_build,
         encode(dsl_sha256, 'hex') as dsl_sha256, encode(tests_sha256, 'hex') as tests_sha256,
         created_by, created_at, published_by, published_at
    from rota.passports_rule_versions
   where tenant = ${same.tenant} and dsl_sha256 = decode(${same.dslSha256}, 'hex')
     and tests_sha256 = decode(${same.testsSha256}, 'hex')`;

/** Returns nothing. */
export const insertRuleFields = (rules: {
  tenant: string;
  versionId: string;
  fields: readonly { path: string; type: string }[];
}): Sql => sql`
  insert into rota.passports_rule_fields (tenant, rule_package_version_id, field_path, field_type)
  select ${rules.tenant}, ${rules.versionId}::uuid, path, type
    from unnest(${rules.fields.map(({ path }) => path)}::text[], ${rules.fields.map(({ type }) => type)}::text[])
         as field (path, type)`;

/** Returns the version, of one tenant or of any, or no row if there is none. */
export const selectRuleVersion = (
  versionId: string,
  tenant: string | undefined,
): Sql<RuleVersionRow> => sql<RuleVersionRow>`
  select rule_package_version_id, tenant, rule_package_id, version, status, compiler_min_build,
         encode(dsl_sha256, 'hex') as dsl_sha256, encode(tests_sha256, 'hex') as tests_sha256,
         created_by, created_at, published_by, published_at
    from rota.passports_rule_versions
   where rule_package_version_id = ${versionId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

/** Returns the version like `selectRuleVersion` and locks its status and its test runs until the transaction ends. */
export const lockRuleVersion = (
  versionId: string,
  tenant: string | undefined,
): Sql<RuleVersionRow> => sql<RuleVersionRow>`
  select rule_package_version_id, tenant, rule_package_id, version, status, compiler_min_build,
         encode(dsl_sha256, 'hex') as dsl_sha256, encode(tests_sha256, 'hex') as tests_sha256,
         created_by, created_at, published_by, published_at
    from rota.passports_rule_versions
   where rule_package_version_id = ${versionId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     for no key update`;

/** Returns versions of a package, newest first. */
export const selectRuleVersions = (of: {
  tenant: string;
  packageId: string;
  limit: number;
}): Sql<RuleVersionRow> => sql<RuleVersionRow>`
  select rule_package_version_id, tenant, rule_package_id, version, status, compiler_min_build,
         encode(dsl_sha256, 'hex') as dsl_sha256, encode(tests_sha256, 'hex') as tests_sha256,
         created_by, created_at, published_by, published_at
    from rota.passports_rule_versions
   where tenant = ${of.tenant} and rule_package_id = ${of.packageId}::uuid
   order by version desc
   limit ${of.limit}`;

type RuleSourcesRow = { dsl_source: string; tests_source: string };

/** Returns the sources of a version, or no row if there is none. */
export const selectRuleSources = (versionId: string): Sql<RuleSourcesRow> => sql<RuleSourcesRow>`
  select dsl_source, tests_source from rota.passports_rule_versions where rule_package_version_id = ${versionId}::uuid`;

type FieldRow = { field_path: string; field_type: string; is_required: boolean };

/** Returns the fields that the rules declare, in the order of their paths. */
export const selectRuleFields = (tenant: string, versionId: string): Sql<FieldRow> => sql<FieldRow>`
  select field_path, field_type, is_required
    from rota.passports_rule_fields
   where tenant = ${tenant} and rule_package_version_id = ${versionId}::uuid
   order by field_path`;

/** Changes the status of rules. The table refuses changes that are not allowed. Returns nothing. */
export const moveRules = (versionId: string, status: "VALIDATED" | "DEPRECATED" | "RETIRED"): Sql => sql`
  update rota.passports_rule_versions set status = ${status} where rule_package_version_id = ${versionId}::uuid`;

/** Returns nothing. */
export const publishRulesRow = (versionId: string, publishedBy: string): Sql => sql`
  update rota.passports_rule_versions
     set status = 'PUBLISHED', published_by = ${publishedBy}, published_at = clock_timestamp()
   where rule_package_version_id = ${versionId}::uuid`;

export type TestRunRow = {
  run_id: string;
  number: number;
  seed: bigint | null;
  status: "PASSED" | "FAILED";
  cases: number;
  failed: number;
  failure: string | null;
  created_at: Date;
};

type NewTestRun = {
  readonly tenant: string;
  readonly versionId: string;
  readonly seed: bigint | undefined;
  readonly status: "PASSED" | "FAILED";
  readonly cases: number;
  readonly failed: number;
  readonly failure: string | undefined;
};

/** Returns the run. Lock the version before, because runs are numbered one after the other. */
export const insertTestRun = (run: NewTestRun): Sql<TestRunRow> => sql<TestRunRow>`
  insert into rota.passports_rule_test_runs (tenant, rule_package_version_id, number, seed, status, cases, failed, failure)
  select ${run.tenant}, ${run.versionId}::uuid, coalesce(max(number), 0) + 1, ${run.seed ?? null}::bigint, ${run.status},
         ${run.cases}::integer, ${run.failed}::integer, ${run.failure ?? null}
    from rota.passports_rule_test_runs
   where tenant = ${run.tenant} and rule_package_version_id = ${run.versionId}::uuid
  returning run_id, number, seed, status, cases, failed, failure, created_at`;

/** Returns runs, newest first. */
export const selectTestRuns = (of: {
  tenant: string;
  versionId: string;
  limit: number;
}): Sql<TestRunRow> => sql<TestRunRow>`
  select run_id, number, seed, status, cases, failed, failure, created_at
    from rota.passports_rule_test_runs
   where tenant = ${of.tenant} and rule_package_version_id = ${of.versionId}::uuid
   order by number desc
   limit ${of.limit}`;

type FieldAccessRow = { field_path: string; tier: Tier };

/** Returns the tiers of the fields of rules. */
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

/** Returns the tenant of rules, or no row if there are no such rules. */
export const selectRules = (ruleVersionId: string, tenant: string | undefined): Sql<{ tenant: string }> => sql<{
  tenant: string;
}>`
  select tenant from rota.passports_rule_versions
   where rule_package_version_id = ${ruleVersionId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

/** Returns the tenant of rules and locks their tiers until the transaction ends. */
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
