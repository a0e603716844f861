/** The statements about test runs of rules. */
import { sql, type Sql } from "@rota/engine";

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

export type NewTestRun = {
  readonly tenant: string;
  readonly versionId: string;
  readonly seed: bigint | undefined;
  readonly status: "PASSED" | "FAILED";
  readonly cases: number;
  readonly failed: number;
  readonly failure: string | undefined;
};

/** Returns the run. Hold the version before: runs are numbered one after the other. */
export const insertTestRun = (run: NewTestRun): Sql<TestRunRow> => sql<TestRunRow>`
  insert into rota.passports_rule_test_runs (tenant, rule_package_version_id, number, seed, status, cases, failed, failure)
  select ${run.tenant}, ${run.versionId}::uuid, coalesce(max(number), 0) + 1, ${run.seed ?? null}::bigint, ${run.status},
         ${run.cases}::integer, ${run.failed}::integer, ${run.failure ?? null}
    from rota.passports_rule_test_runs
   where tenant = ${run.tenant} and rule_package_version_id = ${run.versionId}::uuid
  returning run_id, number, seed, status, cases, failed, failure, created_at`;

/** Returns runs, the newest first. */
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
