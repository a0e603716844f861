/** Adds accounts to the chart, reads them with their balances, and changes them, each in one audited transaction. */
import type { Database, Queryable } from "@rota/engine";
import { type Account, createChart } from "../core/account.ts";
import type { Totals } from "../core/balance.ts";
import { LedgerError } from "../errors.ts";
import { type AccountRow, insertAccounts, selectAccount, selectAccountCodes, updateAccount } from "./account.sql.ts";
import { type ActionContext, type BusinessEntity, holdEntity, noteChanges } from "./entity-store.ts";

type NewAccount = Pick<Account, "code" | "name" | "type" | "currency"> &
  Partial<Pick<Account, "isContra" | "isCash" | "parent">>;

/** Account with its totals. */
export type KeptAccount = {
  readonly account: Account;
  readonly totals: Totals;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Adds all accounts or none. Parents may be among them, in any order. */
export function createAccounts(
  database: Database,
  { tenant, actor, accounts }: ActionContext & { readonly accounts: readonly NewAccount[] },
): Promise<void> {
  return database.transaction(async (tx) => {
    const entity = await holdEntity(tx, tenant);
    for (const level of await checkedLevels(tx, entity, accounts)) await addLevel(tx, entity, level);
    const made = accounts.map((after) => ({ action: "account.created", subject: subjectOf(after.code), after }));
    await noteChanges(tx, { tenant, actor }, made);
  });
}

/** Members of an account that can change. Hashes and balances depend on the others. */
type AccountChanges = { readonly name?: string; readonly isActive?: boolean; readonly isCash?: boolean };

export function changeAccount(
  database: Database,
  { tenant, actor, code, changes }: ActionContext & { readonly code: string; readonly changes: AccountChanges },
): Promise<KeptAccount> {
  return database.transaction(async (tx) => {
    const entity = await holdEntity(tx, tenant);
    const { name, isActive, isCash = false } = (await readAccount(tx, entity, code)).account;
    const before = { name, isActive, isCash };
    const after = { ...before, ...changes };
    await tx.query(updateAccount({ ledgerId: entity.ledgerId, code, ...after }));
    await noteChanges(tx, { tenant, actor }, [{ action: "account.changed", subject: subjectOf(code), before, after }]);
    return readAccount(tx, entity, code);
  });
}

/** Returns an account. Throws ACCOUNT_NOT_FOUND. */
export async function readAccount(
  on: Queryable,
  { ledgerId }: Pick<BusinessEntity, "ledgerId">,
  code: string,
): Promise<KeptAccount> {
  const [row] = await on.query(selectAccount(ledgerId, code));
  if (row !== undefined) return toAccount(row);
  const message = `account ${JSON.stringify(code)} is not in the chart: create it, or correct the code`;
  throw new LedgerError("ACCOUNT_NOT_FOUND", message, { account: code });
}

export function toAccount(row: AccountRow): KeptAccount {
  return {
    account: {
      code: row.code,
      name: row.name,
      type: row.account_type,
      currency: row.currency_code,
      isContra: row.is_contra,
      parent: row.parent_code,
      isActive: row.is_active,
      isCash: row.is_cash,
    },
    totals: {
      debit: BigInt(row.debit_minor),
      credit: BigInt(row.credit_minor),
      baseDebit: BigInt(row.base_debit_minor),
      baseCredit: BigInt(row.base_credit_minor),
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Returns the new accounts, parents before their children. Refuses accounts that make an invalid chart. */
async function checkedLevels(tx: Queryable, { ledgerId }: BusinessEntity, accounts: readonly NewAccount[]) {
  const named = new Set(accounts.flatMap(({ code, parent }) => (parent ? [code, parent] : [code])));
  const rows = await tx.query(selectAccountCodes(ledgerId, [...named]));
  const known = rows.map(({ code, account_type: type, currency_code: currency, is_contra: isContra }) => ({
    ...{ code, name: code, type, currency, isContra, parent: null, isActive: true },
  }));
  const chart = createChart([...known, ...accounts.map(fullAccount)]);
  const levels: NewAccount[][] = [];
  for (const account of accounts) (levels[chart.levelOf(account.code)] ??= []).push(account);
  return levels.filter((level) => level.length > 0);
}

async function addLevel(tx: Queryable, { tenant, ledgerId }: BusinessEntity, level: readonly NewAccount[]) {
  const full = level.map(fullAccount);
  await tx.query(
    insertAccounts({
      tenant,
      ledgerId,
      codes: full.map(({ code }) => code),
      names: full.map(({ name }) => name),
      types: full.map(({ type }) => type),
      currencies: full.map(({ currency }) => currency),
      contras: full.map(({ isContra }) => isContra),
      cashes: full.map(({ isCash }) => isCash ?? false),
      parents: full.map(({ parent }) => parent),
    }),
  );
}

function fullAccount({ isContra = false, isCash = false, parent = null, ...account }: NewAccount): Account {
  return { ...account, isContra, isCash, parent, isActive: true };
}

function subjectOf(code: string) {
  return { type: "account", id: code };
}
