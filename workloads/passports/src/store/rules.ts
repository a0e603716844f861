/** Checks, creates, publishes, deprecates and retires rules. Each change is a part of the caller's transaction. */
import { computeIn, type Engine, type RotaError, type Transaction } from "@rota/engine";
import { fromWireError } from "@rota/engine/errors";
import { requireBuild } from "../core/passport/compile.ts";
import type * as checking from "../core/rules/load-rules.ts";
import { type CheckedSources, checkSources, type DeclaredRules, type RuleSources } from "../core/rules/load-rules.ts";
import { CASES_TO_PUBLISH } from "../core/rules/rule-test-run.ts";
import { PassportError } from "../errors.ts";
import { appendPassportEvent } from "./events.ts";
import { found, wrongState } from "./rows.ts";
import {
  insertPackage,
  insertRuleFields,
  insertRuleVersion,
  lockPackage,
  lockRuleVersion,
  moveRules,
  type NewPackage,
  type PackageRow,
  publishRulesRow,
  type RuleVersionRow,
  selectRuleVersion,
  selectSameRules,
  selectTestRuns,
} from "./rules.sql.ts";
import { passportSettings } from "./settings.ts";

/** Refuses with ALREADY_EXISTS a name that the tenant has given to another package. */
export async function createPackage(tx: Transaction, input: NewPackage): Promise<PackageRow> {
  const [made] = await tx.query(insertPackage(input));
  if (made === undefined) {
    const message = `there is a package of rules called ${input.name}: add a version to it, or choose another name`;
    throw new PassportError("ALREADY_EXISTS", message, { name: input.name });
  }
  const { tenant, rule_package_id: id, name } = made;
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "RulePackage", id },
    type: "RULE_PACKAGE_CREATED",
    actor: input.createdBy,
    payload: { rule_package_id: id, name },
  });
  return made;
}

type RulesToAdd = {
  readonly rules: DeclaredRules;
  /** Tenant of the package, or undefined for any. */
  readonly tenant: string | undefined;
  readonly rulePackageId: string;
  readonly compilerMinBuild: string | undefined;
  readonly actor: string;
};

type AddedRules = { readonly version: RuleVersionRow; readonly isNew: boolean };

/** Adds rules. If the package already has a version with these sources, that version is returned. If another package has it, they are refused. */
export async function addRules(tx: Transaction, request: RulesToAdd): Promise<AddedRules> {
  const { rules, rulePackageId, compilerMinBuild, actor } = request;
  requireBuild(passportSettings().compilerBuildId, compilerMinBuild);
  const named = { what: "rule package", id: rulePackageId };
  const { tenant } = await found(tx, lockPackage(rulePackageId, request.tenant), named);
  const row = { ...rules, tenant, rulePackageId, compilerMinBuild, createdBy: actor };
  const [made] = await tx.query(insertRuleVersion(row));
  if (made === undefined) {
    const same = await found(tx, selectSameRules(row), { what: "rule version", id: rules.dslSha256 });
    return { version: inPackage(same, rulePackageId), isNew: false };
  }
  const versionId = made.rule_package_version_id;
  await tx.query(insertRuleFields({ tenant, versionId, fields: rules.fields }));
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "RulePackageVersion", id: versionId },
    type: "RULES_CREATED",
    actor,
    payload: {
      rule_package_id: rulePackageId,
      rule_package_version_id: versionId,
      version: made.version,
      dsl_sha256: made.dsl_sha256,
      tests_sha256: made.tests_sha256,
    },
  });
  return { version: made, isNew: true };
}

function inPackage(version: RuleVersionRow, rulePackageId: string): RuleVersionRow {
  if (version.rule_package_id === rulePackageId) return version;
  const message = `these sources are version ${String(version.version)} of the package ${version.rule_package_id}: use that one`;
  throw new PassportError("ALREADY_EXISTS", message, { rulePackageVersionId: version.rule_package_version_id });
}

export type RulesChange = { readonly versionId: string; readonly tenant: string | undefined; readonly actor: string };

/** Publishes rules. The latest test run must have passed with enough cases. */
export async function publishRules(tx: Transaction, change: RulesChange): Promise<RuleVersionRow> {
  return changeRules(tx, change, async (rules) => {
    if (rules.status !== "DRAFT" && rules.status !== "VALIDATED") throw refusal(rules, "publishing needs VALIDATED");
    await refuseUntested(tx, rules);
    await tx.query(publishRulesRow(change.versionId, change.actor));
    return "RULES_PUBLISHED";
  });
}

/** Deprecates rules. Passports that were compiled with them stay, and new ones need other rules. */
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
  throw new PassportError("RULE_TESTS_FAILED", `the rules ${versionId} are not published: ${whyNot(latest)}`, {
    status,
  });
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

const inChecking = computeIn<typeof checking>(new URL("../core/rules/load-rules.ts", import.meta.url));

/** Maximum length of sources that are checked in this process, which takes less time than starting another one. */
const CHECKED_HERE_LENGTH_MAX = 16_384;

/** Checks the sources of rules. Long ones are checked in a computing process, so that no other request waits. */
export async function checkRules({ compute }: Pick<Engine, "compute">, sources: RuleSources): Promise<CheckedSources> {
  const length = sources.dslSource.length + sources.testsSource.length;
  return length <= CHECKED_HERE_LENGTH_MAX ? checkSources(sources) : compute(inChecking("checkSources"), sources);
}

/** Returns the declarations. Throws RULE_PARSE_ERROR, RULE_TYPE_ERROR, UNIT_MISMATCH or RULE_CYCLE_DETECTED for the first error. */
export async function requireRules(engine: Pick<Engine, "compute">, sources: RuleSources): Promise<DeclaredRules> {
  const checked = await checkRules(engine, sources);
  if (checked.kind === "rules") return checked.rules;
  throw fromWireError(checked.error);
}
