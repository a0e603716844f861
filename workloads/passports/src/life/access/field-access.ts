/** Says from which tier on each field of rules is shown, and reads it; in a transaction of the caller's. */
import { appendAudit, RotaError, type Queryable, type Transaction } from "@rota/engine";
import { found } from "../found.ts";
import * as statements from "./access.sql.ts";
import { ALL_OTHERS, COMPLIANCE, type FieldTiers, type Tier } from "./tiers.ts";

export type FieldAccess = { readonly tiers: FieldTiers; readonly paths: readonly string[] };

export async function readAccess(on: Queryable, tenant: string, ruleVersionId: string): Promise<FieldAccess> {
  const rows = await on.query(statements.selectAccess(tenant, ruleVersionId));
  const paths = await on.query(statements.selectFieldPaths(tenant, ruleVersionId));
  return {
    tiers: new Map(rows.map(({ field_path, tier }) => [field_path, tier])),
    paths: paths.map(({ field_path }) => field_path),
  };
}

export type AccessWish = {
  readonly rulePackageVersionId: string;
  /** The one tenant that the caller may change; undefined: all. */
  readonly tenant: string | undefined;
  readonly tiers: Readonly<Record<string, Tier>>;
  readonly actor: string;
};

/** What was said before is forgotten. It holds at once, also for passports that were signed before. */
export async function setAccess(tx: Transaction, wish: AccessWish): Promise<FieldAccess> {
  const { rulePackageVersionId: ruleVersionId, tiers, actor } = wish;
  const named = { what: "rule package version", id: ruleVersionId };
  const { tenant } = await found(tx, statements.lockRules(ruleVersionId, wish.tenant), named);
  const { paths } = await readAccess(tx, tenant, ruleVersionId);
  refuseUnknown(Object.keys(tiers), paths);
  await tx.query(statements.deleteAccess(tenant, ruleVersionId));
  const given = { paths: Object.keys(tiers), tiers: Object.values(tiers) };
  await tx.query(statements.insertAccess({ tenant, ruleVersionId, ...given }));
  const subject = { type: "RulePackageVersion", id: ruleVersionId };
  await appendAudit(tx, { tenant, actor, action: "passports.access.set", subject, details: countsOf(given.tiers) });
  return { tiers: new Map(Object.entries(tiers)), paths };
}

function refuseUnknown(given: readonly string[], paths: readonly string[]): void {
  const known = new Set([...paths, ALL_OTHERS, COMPLIANCE]);
  const unknown = given.find((path) => !known.has(path));
  if (unknown === undefined) return;
  const message = `the rules declare no field ${unknown}: name their fields, ${COMPLIANCE}, or ${ALL_OTHERS} for all others`;
  throw new RotaError("VALIDATION_ERROR", message, { field: unknown });
}

function countsOf(tiers: readonly Tier[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const tier of tiers) counts[tier] = (counts[tier] ?? 0) + 1;
  return counts;
}
