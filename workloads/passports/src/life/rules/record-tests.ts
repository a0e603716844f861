/** Records a test run of rules, which are VALIDATED once enough cases have passed, in a transaction of the caller's. */
import type { Transaction } from "@rota/engine";
import { mayPublish, type RuleTestRun } from "../../rules/test-run/run-rule-tests.ts";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import { found } from "../found.ts";
import { lockRuleVersion, moveRules } from "./rules.sql.ts";
import { insertTestRun } from "./test-runs.sql.ts";

const FAILURE_LENGTH_MAX = 2_000;

export type RecordedTests = {
  readonly run_id: string;
  readonly status: "PASSED" | "FAILED";
  readonly cases: number;
  readonly failed: number;
  readonly first_failure: string | null;
};

export type TestsToRecord = {
  readonly versionId: string;
  readonly seed: bigint | undefined;
  readonly run: RuleTestRun;
};

export async function recordTests(tx: Transaction, { versionId, seed, run }: TestsToRecord): Promise<RecordedTests> {
  const rules = await found(tx, lockRuleVersion(versionId, undefined), { what: "rule version", id: versionId });
  const { tenant } = rules;
  const { status, cases, failed } = run;
  const [recorded] = await tx.query(
    insertTestRun({ tenant, versionId, seed, status, cases, failed, failure: failureOf(run) }),
  );
  if (recorded === undefined) throw new Error("a test run was inserted and no row came back");
  if (rules.status === "DRAFT" && mayPublish(run)) await tx.query(moveRules(versionId, "VALIDATED"));
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "RulePackageVersion", id: versionId },
    type: "TESTS_RUN",
    payload: { rule_package_version_id: versionId, run_id: recorded.run_id, status, cases, failed },
  });
  return { run_id: recorded.run_id, status, cases, failed, first_failure: recorded.failure };
}

/** PostgreSQL holds no U+0000. */
function failureOf({ firstFailure }: RuleTestRun): string | undefined {
  if (firstFailure === undefined) return undefined;
  return `${firstFailure.test}: ${firstFailure.why}`.replaceAll("\u0000", "\uFFFD").slice(0, FAILURE_LENGTH_MAX);
}
