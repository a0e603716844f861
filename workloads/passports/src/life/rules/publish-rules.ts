/** Publishes, deprecates and retires rules, each in a transaction of the caller's. */
import { RotaError, type Transaction } from "@rota/engine";
import { CASES_TO_PUBLISH } from "../../rules/test-run/run-rule-tests.ts";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import { found } from "../found.ts";
import { wrongState } from "../refusals.ts";
import { lockRuleVersion, moveRules, publishRulesRow, selectRuleVersion, type RuleVersionRow } from "./rules.sql.ts";
import { selectTestRuns } from "./test-runs.sql.ts";

export type RulesChange = { readonly versionId: string; readonly tenant: string | undefined; readonly actor: string };

/** Only what the latest run says counts: it must have passed, with enough cases. */
export async function publishRules(tx: Transaction, change: RulesChange): Promise<RuleVersionRow> {
  return changeRules(tx, change, async (rules) => {
    if (rules.status !== "DRAFT" && rules.status !== "VALIDATED") throw refusal(rules, "publishing needs VALIDATED");
    await refuseUntested(tx, rules);
    await tx.query(publishRulesRow(change.versionId, change.actor));
    return "RULES_PUBLISHED";
  });
}

/** Passports that were compiled with them stay; new ones need others. */
export async function deprecateRules(tx: Transaction, change: RulesChange): Promise<RuleVersionRow> {
  return changeRules(tx, change, async (rules) => {
    if (rules.status !== "PUBLISHED") throw refusal(rules, "deprecating needs PUBLISHED");
    await tx.query(moveRules(change.versionId, "DEPRECATED"));
    return "RULES_DEPRECATED";
  });
}

export async function retireRules(tx: Transaction, change: RulesChange): Promise<RuleVersionRow> {
  return changeRules(tx, change, async (rules) => {
    const isOut = rules.status === "PUBLISHED" || rules.status === "DEPRECATED";
    if (!isOut) throw refusal(rules, "retiring needs PUBLISHED or DEPRECATED");
    await tx.query(moveRules(change.versionId, "RETIRED"));
    return "RULES_RETIRED";
  });
}

type Move = (rules: RuleVersionRow) => Promise<"RULES_PUBLISHED" | "RULES_DEPRECATED" | "RULES_RETIRED">;

async function changeRules(
  tx: Transaction,
  { versionId, tenant, actor }: RulesChange,
  move: Move,
): Promise<RuleVersionRow> {
  const named = { what: "rule version", id: versionId };
  const rules = await found(tx, lockRuleVersion(versionId, tenant), named);
  const type = await move(rules);
  await appendPassportEvent(tx, {
    tenant: rules.tenant,
    aggregate: { type: "RulePackageVersion", id: versionId },
    type,
    actor,
    payload: {
      rule_package_id: rules.rule_package_id,
      rule_package_version_id: versionId,
      version: rules.version,
      dsl_sha256: rules.dsl_sha256,
      tests_sha256: rules.tests_sha256,
    },
  });
  return found(tx, selectRuleVersion(versionId, tenant), named);
}

async function refuseUntested(tx: Transaction, rules: RuleVersionRow): Promise<void> {
  const { tenant, rule_package_version_id: versionId, status } = rules;
  const [latest] = await tx.query(selectTestRuns({ tenant, versionId, limit: 1 }));
  const isEnough = latest?.status === "PASSED" && latest.cases >= CASES_TO_PUBLISH;
  if (status === "VALIDATED" && isEnough) return;
  throw new RotaError("RULE_TESTS_FAILED", `the rules ${versionId} are not published: ${whyNot(latest)}`, { status });
}

function whyNot(
  latest: { readonly status: string; readonly cases: number; readonly failure: string | null } | undefined,
) {
  if (latest === undefined) return "their tests were not run: run them";
  if (latest.status === "FAILED") return `their tests failed (${latest.failure ?? ""}): make a version that passes`;
  return `${String(latest.cases)} cases passed, ${String(CASES_TO_PUBLISH)} are needed: add examples, or cases to a property`;
}

function refusal({ rule_package_version_id: id, status }: RuleVersionRow, needs: string): RotaError {
  return wrongState(`the rules ${id} are ${status}: ${needs}`, status);
}
