/** Creates packages of rules and versions of them, each in a transaction of the caller's. */
import { RotaError, type Transaction } from "@rota/engine";
import { requireBuild } from "../../compile/compiler-build.ts";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import { found } from "../found.ts";
import { passportSettings } from "../settings/passport-settings.ts";
import type { DeclaredRules } from "./check-sources.ts";
import {
  insertPackage,
  insertRuleFields,
  insertRuleVersion,
  lockPackage,
  selectSameRules,
  type NewPackage,
  type PackageRow,
  type RuleVersionRow,
} from "./rules.sql.ts";

/** Refuses with ALREADY_EXISTS a name that the tenant has given to another package. */
export async function createPackage(tx: Transaction, wish: NewPackage): Promise<PackageRow> {
  const [made] = await tx.query(insertPackage(wish));
  if (made === undefined) {
    const message = `there is a package of rules called ${wish.name}: add a version to it, or choose another name`;
    throw new RotaError("ALREADY_EXISTS", message, { name: wish.name });
  }
  const { tenant, rule_package_id: id, name } = made;
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "RulePackage", id },
    type: "RULE_PACKAGE_CREATED",
    actor: wish.createdBy,
    payload: { rule_package_id: id, name },
  });
  return made;
}

export type RulesToAdd = {
  readonly rules: DeclaredRules;
  /** Undefined: whosever the package is. */
  readonly tenant: string | undefined;
  readonly rulePackageId: string;
  readonly compilerMinBuild: string | undefined;
  readonly actor: string;
};

export type AddedRules = { readonly version: RuleVersionRow; readonly isNew: boolean };

/** The same sources are one version: given again they are told, and in another package they are refused. */
export async function addRules(tx: Transaction, wish: RulesToAdd): Promise<AddedRules> {
  const { rules, rulePackageId, compilerMinBuild, actor } = wish;
  requireBuild(passportSettings().compilerBuildId, compilerMinBuild);
  const named = { what: "rule package", id: rulePackageId };
  const { tenant } = await found(tx, lockPackage(rulePackageId, wish.tenant), named);
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
  throw new RotaError("ALREADY_EXISTS", message, { rulePackageVersionId: version.rule_package_version_id });
}
