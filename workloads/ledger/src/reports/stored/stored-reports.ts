/** Reports of a tenant from the database, at any day: the pure reports over totals that the database adds up. */
import type { Database } from "@rota/engine";
import { addDays } from "../../periods/iso-date.ts";
import { type BalanceSheet, balanceSheetOf } from "../balance-sheet.ts";
import { cashAccounts, type CashFlow, cashFlowOf } from "../cash-flow.ts";
import { type IncomeStatement, incomeStatementOf } from "../income-statement.ts";
import { checkRange, type DateRange } from "../report.ts";
import { type TrialBalance, trialBalanceOf } from "../trial-balance.ts";
import { type JournalTotals, readTotals } from "./read-totals.ts";

/** One for each day, all from one snapshot. */
export function storedTrialBalances(
  database: Database,
  tenant: string,
  days: readonly string[],
): Promise<TrialBalance[]> {
  return readTotals(database, tenant, (totals) => each(days, (asOf) => trialBalanceAt(totals, asOf)));
}

export async function trialBalanceAt(totals: JournalTotals, asOf: string): Promise<TrialBalance> {
  const { books, source } = totals;
  return trialBalanceOf({ asOf, balances: await totals.until(asOf), source }, books);
}

export function storedBalanceSheets(
  database: Database,
  tenant: string,
  days: readonly string[],
): Promise<BalanceSheet[]> {
  return readTotals(database, tenant, (totals) =>
    each(days, async (asOf) => {
      const { books, source } = totals;
      const balances = await totals.until(asOf);
      return balanceSheetOf({ asOf, balances, source, currentEarnings: await totals.earnings(asOf) }, books);
    }),
  );
}

export function storedIncomeStatements(
  database: Database,
  tenant: string,
  ranges: readonly DateRange[],
): Promise<IncomeStatement[]> {
  return readTotals(database, tenant, (totals) =>
    each(ranges, async (range) => {
      const { books, source } = totals;
      const balances = await totals.between(range, { isWithoutClosing: true });
      return incomeStatementOf({ range, balances, source }, books);
    }),
  );
}

export function storedCashFlow(database: Database, tenant: string, range: DateRange): Promise<CashFlow> {
  checkRange(range);
  return readTotals(database, tenant, async (totals) => {
    const { books, source } = totals;
    const before = await totals.until(addDays(range.from, -1));
    const after = await totals.until(range.to);
    const others = await totals.beside(cashAccounts(books.chart), range);
    return cashFlowOf({ range, before, after, others, source }, books);
  });
}

/** One after the other: they share a connection. */
async function each<Item, Result>(items: readonly Item[], read: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await read(item));
  return results;
}
