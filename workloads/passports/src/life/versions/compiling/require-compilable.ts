/** Refuses at once what compiling would refuse later: a snapshot that is not sealed, rules that are not published. */
import { RotaError, type Queryable } from "@rota/engine";
import { requireBuild } from "../../../compile/compiler-build.ts";
import { found } from "../../found.ts";
import { passportSettings } from "../../settings/passport-settings.ts";
import { selectRuleStatus, selectSnapshotStatus } from "./compile-sources.sql.ts";

export async function requireCompilable(
  on: Queryable,
  { tenant, snapshotId, rulePackageVersionId }: { tenant: string; snapshotId: string; rulePackageVersionId: string },
): Promise<void> {
  const snapshot = await found(on, selectSnapshotStatus(tenant, snapshotId), { what: "snapshot", id: snapshotId });
  if (snapshot.status !== "SEALED") {
    const message = `the snapshot ${snapshotId} is ${snapshot.status}: seal it first`;
    throw new RotaError("SNAPSHOT_NOT_READY", message, { status: snapshot.status });
  }
  await requirePublished(on, { tenant, rulePackageVersionId });
}

export async function requirePublished(
  on: Queryable,
  { tenant, rulePackageVersionId }: { tenant: string; rulePackageVersionId: string },
): Promise<void> {
  const rules = await found(on, selectRuleStatus(tenant, rulePackageVersionId), {
    what: "rule package version",
    id: rulePackageVersionId,
  });
  requireBuild(passportSettings().compilerBuildId, rules.compiler_min_build);
  if (rules.status === "PUBLISHED") return;
  const message = `the rules ${rulePackageVersionId} are ${rules.status}: publish them first, or use others`;
  throw new RotaError("RULE_PKG_NOT_PUBLISHED", message, { status: rules.status });
}
