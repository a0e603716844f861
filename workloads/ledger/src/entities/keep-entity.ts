/** Creates the business entity of a tenant and changes its settings, each in one transaction that it opens, and audited. */
import { RotaError, type Database, type Queryable } from "@rota/engine";
import { exponentOf } from "../money/currency.ts";
import { selectAccountCodes } from "./accounts/accounts.sql.ts";
import { type EntitySettings, insertEntity, updateEntity } from "./entities.sql.ts";
import { type BusinessEntity, holdEntity, readEntity } from "./entity.ts";
import { type Acting, noteChanges } from "./note-change.ts";

export type NewEntity = {
  readonly name: string;
  readonly legalName?: string | undefined;
  readonly baseCurrency: string;
  readonly fiscalYearStartMonth?: number | undefined;
};

/** With a default ledger. Base currency and fiscal year stay as they are once there are accounts. */
export function createEntity(
  database: Database,
  { tenant, actor, wish }: Acting & { readonly wish: NewEntity },
): Promise<BusinessEntity> {
  const { name, legalName = null, baseCurrency, fiscalYearStartMonth = 1 } = wish;
  exponentOf(baseCurrency);
  return database.transaction(async (tx) => {
    const [made] = await tx.query(insertEntity({ tenant, name, legalName, baseCurrency, fiscalYearStartMonth }));
    if (made === undefined) {
      const message = `tenant "${tenant}" has books already: change their settings instead`;
      throw new RotaError("BUSINESS_ENTITY_EXISTS", message, { tenant });
    }
    const after = { name, legalName, baseCurrency, fiscalYearStartMonth };
    await noteChanges(tx, { tenant, actor }, [{ action: "entity.created", subject: subjectOf(tenant), after }]);
    return readEntity(tx, tenant);
  });
}

/** A setting that is not named stays as it is. */
export function changeEntity(
  database: Database,
  { tenant, actor, changes }: Acting & { readonly changes: Partial<EntitySettings> },
): Promise<BusinessEntity> {
  return database.transaction(async (tx) => {
    const entity = await holdEntity(tx, tenant);
    if (typeof changes.crossRateCurrency === "string") exponentOf(changes.crossRateCurrency);
    await checkAccounts(tx, entity, changes);
    await tx.query(updateEntity(tenant, { ...entity, ...changes }));
    const before = Object.fromEntries(Object.entries(entity).filter(([name]) => Object.hasOwn(changes, name)));
    const change = { action: "entity.changed", subject: subjectOf(tenant), before, after: changes };
    await noteChanges(tx, { tenant, actor }, [change]);
    return readEntity(tx, tenant);
  });
}

/** Accounts that postings rely on later must be there. */
async function checkAccounts(tx: Queryable, { ledgerId }: BusinessEntity, changes: Partial<EntitySettings>) {
  const { retainedEarningsAccount, fxGainAccount, fxLossAccount, fxReserveAccount, roundingAccount } = changes;
  const named = [retainedEarningsAccount, fxGainAccount, fxLossAccount, fxReserveAccount, roundingAccount];
  const codes = named.filter((code) => typeof code === "string");
  const rows = await tx.query(selectAccountCodes(ledgerId, codes));
  const known = new Set(rows.map(({ code }) => code));
  const missing = codes.find((code) => !known.has(code));
  if (missing === undefined) return;
  const message = `account ${JSON.stringify(missing)} is not in the chart: create it first`;
  throw new RotaError("ACCOUNT_NOT_FOUND", message, { account: missing });
}

function subjectOf(tenant: string) {
  return { type: "business-entity", id: tenant };
}
