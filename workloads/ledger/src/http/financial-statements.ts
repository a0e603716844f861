/** Serves the trial balance, balance sheet, income statement and cash flow, for any day and with comparisons. */
import { Given, Nullable } from "@rota/engine/operations";
import { Type } from "typebox";
import { balanceSheetCsv, cashFlowCsv, incomeStatementCsv, trialBalanceCsv } from "../core/csv-export.ts";
import type { BalanceSheet, IncomeStatement } from "../core/financial-statement.ts";
import {
  storedBalanceSheets,
  storedCashFlow,
  storedIncomeStatements,
  storedTrialBalances,
} from "../store/report-store.ts";
import {
  CompareWith,
  CompareWithRanges,
  daysOf,
  defineReport,
  metadata,
  Metadata,
  RangeQuery,
  rangesOf,
  sectionView,
  SectionView,
} from "./define-report.ts";
import { AccountTypeField, Day, ForTenant, Money, money } from "./fields.ts";

const None = Given({});

const TrialBalanceRow = Type.Object({
  code: Type.String(),
  name: Type.String(),
  accountType: AccountTypeField,
  parentAccountCode: Nullable(Type.String()),
  level: Type.Integer(),
  isLeaf: Type.Boolean(),
  currency: Type.String(),
  balance: Type.Object(Money.properties, { description: "Debits minus credits, in the currency of the account." }),
  debit: Money,
  credit: Money,
  rolledUp: Type.Object(Money.properties, {
    description: "Debits minus credits with all accounts below, in the base currency.",
  }),
});

const trialBalance = defineReport({
  name: "trial-balance",
  path: "/v1/reports/trial-balance",
  summary: "The balance of every account at the end of a day",
  description: "Every kind of entry counts, and every account that has lines, active or not.",
  params: None,
  query: Given({ asOfDate: Day, compareWith: CompareWith, ...ForTenant }),
  answer: Type.Object({
    metadata: Metadata,
    asOfDate: Type.String(),
    rows: Type.Array(TrialBalanceRow),
    totalDebit: Money,
    totalCredit: Money,
    balanced: Type.Boolean(),
    comparison: Type.Array(
      Type.Object({
        asOfDate: Type.String(),
        rows: Type.Array(Type.Object({ code: Type.String(), debit: Money, credit: Money })),
        totalDebit: Money,
        totalCredit: Money,
      }),
    ),
  }),
  async read({ database, tenant, query: { asOfDate, compareWith } }) {
    const [report, ...others] = await storedTrialBalances(database, tenant, daysOf(asOfDate, compareWith));
    if (report === undefined) throw new Error("a day was asked for and no report came");
    return { tenant, report, others };
  },
  view({ tenant, report, others }) {
    const { baseCurrency, source } = report;
    const base = (amount: bigint) => money(amount, baseCurrency);
    return {
      metadata: metadata({ reportType: "TRIAL_BALANCE", tenant, baseCurrency, source }),
      asOfDate: report.asOf,
      rows: report.rows.map(
        ({ code, name, type, parent, level, isLeaf, currency, balance, debit, credit, rolledUp }) => ({
          ...{ code, name, accountType: type, parentAccountCode: parent, level, isLeaf, currency },
          ...{ balance: money(balance, currency), debit: base(debit), credit: base(credit), rolledUp: base(rolledUp) },
        }),
      ),
      totalDebit: base(report.debit),
      totalCredit: base(report.credit),
      balanced: report.isBalanced,
      comparison: others.map(({ asOf, rows, debit, credit }) => ({
        asOfDate: asOf,
        rows: rows.map((row) => ({ code: row.code, debit: base(row.debit), credit: base(row.credit) })),
        totalDebit: base(debit),
        totalCredit: base(credit),
      })),
    };
  },
  csv: ({ report }) => trialBalanceCsv(report),
});

const balanceSheet = defineReport({
  name: "balance-sheet",
  path: "/v1/reports/balance-sheet",
  summary: "What is owned and owed at the end of a day",
  description: "What was earned and not closed yet is part of the equity, by fiscal year.",
  params: None,
  query: Given({ asOfDate: Day, compareWith: CompareWith, ...ForTenant }),
  answer: Type.Object({
    metadata: Metadata,
    asOfDates: Type.Array(Type.String()),
    assets: SectionView,
    liabilities: SectionView,
    equity: SectionView,
    currentEarnings: Type.Array(Type.Object({ fiscalYear: Type.Integer(), amounts: Type.Array(Money) })),
    equityTotals: Type.Array(Money, { description: "With current earnings." }),
    balanced: Type.Boolean({ description: "On every one of the days." }),
  }),
  async read({ database, tenant, query: { asOfDate, compareWith } }) {
    return { tenant, sheets: await storedBalanceSheets(database, tenant, daysOf(asOfDate, compareWith)) };
  },
  view({ tenant, sheets }) {
    const { baseCurrency, source } = first(sheets);
    const years = [...new Set(sheets.flatMap(({ currentEarnings }) => currentEarnings.map((each) => each.fiscalYear)))];
    const section = (of: (sheet: BalanceSheet) => BalanceSheet["assets"]) => sectionView(sheets.map(of), baseCurrency);
    return {
      metadata: metadata({ reportType: "BALANCE_SHEET", tenant, baseCurrency, source }),
      asOfDates: sheets.map(({ asOf }) => asOf),
      assets: section(({ assets }) => assets),
      liabilities: section(({ liabilities }) => liabilities),
      equity: section(({ equity }) => equity),
      currentEarnings: years.sort().map((fiscalYear) => ({
        fiscalYear,
        amounts: sheets.map((sheet) => money(earnedIn(sheet, fiscalYear), baseCurrency)),
      })),
      equityTotals: sheets.map(({ equityTotal }) => money(equityTotal, baseCurrency)),
      balanced: sheets.every(({ isBalanced }) => isBalanced),
    };
  },
  csv: ({ sheets }) => balanceSheetCsv(sheets),
});

function earnedIn({ currentEarnings }: BalanceSheet, year: number): bigint {
  return currentEarnings.find(({ fiscalYear }) => fiscalYear === year)?.amount ?? 0n;
}

const incomeStatement = defineReport({
  name: "income-statement",
  path: "/v1/reports/income-statement",
  summary: "Revenue, expenses and what is left of them",
  description: "Contra accounts take away. Entries that close a year are left out.",
  params: None,
  query: Given({ ...RangeQuery, compareWith: CompareWithRanges, ...ForTenant }),
  answer: Type.Object({
    metadata: Metadata,
    ranges: Type.Array(Type.Object({ fromDate: Type.String(), toDate: Type.String() })),
    revenue: SectionView,
    expenses: SectionView,
    net: Type.Array(Money),
  }),
  async read({ database, tenant, query: { from, to, compareWith } }) {
    return { tenant, statements: await storedIncomeStatements(database, tenant, rangesOf({ from, to }, compareWith)) };
  },
  view({ tenant, statements }) {
    const { baseCurrency, source } = first(statements);
    const section = (of: (statement: IncomeStatement) => IncomeStatement["revenue"]) =>
      sectionView(statements.map(of), baseCurrency);
    return {
      metadata: metadata({ reportType: "INCOME_STATEMENT", tenant, baseCurrency, source }),
      ranges: statements.map(({ from, to }) => ({ fromDate: from, toDate: to })),
      revenue: section(({ revenue }) => revenue),
      expenses: section(({ expenses }) => expenses),
      net: statements.map(({ net }) => money(net, baseCurrency)),
    };
  },
  csv: ({ statements }) => incomeStatementCsv(statements),
});

const cashFlow = defineReport({
  name: "cash-flow",
  path: "/v1/reports/cash-flow",
  summary: "Where cash came from and went to",
  description:
    "By the accounts on the other side of entries with a line on cash. Accounts are marked as cash one by one.",
  params: None,
  query: Given({ ...RangeQuery, ...ForTenant }),
  answer: Type.Object({
    metadata: Metadata,
    fromDate: Type.String(),
    toDate: Type.String(),
    opening: Money,
    sections: Type.Array(
      Type.Object({
        accountType: AccountTypeField,
        rows: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), amount: Money })),
        total: Money,
      }),
    ),
    closing: Money,
    cash: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), amount: Money })),
    balanced: Type.Boolean(),
  }),
  async read({ database, tenant, query: { from, to } }) {
    return { tenant, flow: await storedCashFlow(database, tenant, { from, to }) };
  },
  view({ tenant, flow }) {
    const { baseCurrency, source } = flow;
    const base = (amount: bigint) => money(amount, baseCurrency);
    return {
      metadata: metadata({ reportType: "CASH_FLOW", tenant, baseCurrency, source }),
      fromDate: flow.from,
      toDate: flow.to,
      opening: base(flow.opening),
      sections: flow.sections.map(({ type, rows, total }) => ({
        accountType: type,
        rows: rows.map(({ code, name, amount }) => ({ code, name, amount: base(amount) })),
        total: base(total),
      })),
      closing: base(flow.closing),
      cash: flow.cash.map(({ code, name, amount }) => ({ code, name, amount: base(amount) })),
      balanced: flow.isBalanced,
    };
  },
  csv: ({ flow }) => cashFlowCsv(flow),
});

function first<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error("a day was asked for and no report came");
  return item;
}

export const statementOperations = [...trialBalance, ...balanceSheet, ...incomeStatement, ...cashFlow];
