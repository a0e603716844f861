/** Serves reports of the journal: its register, its dimensions, and its foreign balances. */
import { isRotaError } from "@rota/engine";
import { Given, Line, Nullable } from "@rota/engine/operations";
import { Type } from "typebox";
import { signedBalance, signedBaseBalance } from "../core/balance.ts";
import type { Books } from "../core/books.ts";
import { csvRow, journalCsv } from "../core/csv-export.ts";
import { isDate } from "../core/iso-date.ts";
import { formatAmount } from "../core/money.ts";
import { convertAmount } from "../core/rate.ts";
import { checkRange } from "../core/report.ts";
import { LedgerError } from "../errors.ts";
import { withLines } from "../store/entry-store.ts";
import { readTotals } from "../store/report-store.ts";
import { selectRegister, sumByDimension } from "../store/report.sql.ts";
import { defineReport, metadata, Metadata, RangeQuery } from "./define-report.ts";
import { entryView, EntryView } from "./entry-views.ts";
import { AccountTypeField, Day, ForTenant, Money, money, PageQuery } from "./fields.ts";

const None = Given({});
const REGISTER_MAX = 1_000;

const register = defineReport({
  name: "journal-register",
  path: "/v1/reports/journal-register",
  summary: "Entries of some days with their lines, in their order",
  params: None,
  query: Given({
    ...RangeQuery,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: REGISTER_MAX, default: REGISTER_MAX })),
    after: PageQuery.after,
    ...ForTenant,
  }),
  answer: Type.Object({
    metadata: Metadata,
    fromDate: Type.String(),
    toDate: Type.String(),
    entries: Type.Array(EntryView),
    next: Nullable(Type.String(), { description: "Where the next page begins; null: nowhere." }),
  }),
  async read({ database, tenant, query: { from, to, limit = REGISTER_MAX, after } }) {
    checkRange({ from, to });
    const place = after === undefined ? { afterDate: null, afterSeq: null } : readPlace(after);
    return readTotals(database, tenant, async ({ books, source, on }) => {
      const { ledgerId, ledger: ledgerCode } = books;
      const rows = await on.query(selectRegister({ ledgerId, from, to, ...place, limit }));
      return { tenant, from, to, limit, books, source, entries: await withLines(on, { ledgerId, ledgerCode }, rows) };
    });
  },
  view({ tenant, from, to, limit, books: { baseCurrency }, source, entries }) {
    const last = entries.length < limit ? undefined : entries.at(-1);
    return {
      metadata: metadata({ reportType: "JOURNAL_REGISTER", tenant, baseCurrency, source }),
      ...{ fromDate: from, toDate: to, entries: entries.map(entryView) },
      next: last === undefined ? null : `${last.effectiveDate}.${String(last.chainSeq)}`,
    };
  },
  csv: ({ entries, books }) => [...journalCsv(entries, books.chart)].join(""),
});

function readPlace(text: string) {
  const [, date = "", seq = ""] = /^([\d-]{10})\.(\d{1,18})$/.exec(text) ?? [];
  if (isDate(date)) return { afterDate: date, afterSeq: BigInt(seq) };
  const message = "after cannot be read: give the next of the page before, or leave it out";
  throw new LedgerError("REPORT_INVALID_PARAMS", message, { field: "after" });
}

const dimensions = defineReport({
  name: "dimension-summary",
  path: "/v1/reports/dimension-summary",
  summary: "Lines added up by their value of a dimension, and by account",
  params: None,
  query: Given({ ...RangeQuery, dimension: Line(100, { examples: ["costCentre"] }), ...ForTenant }),
  answer: Type.Object({
    metadata: Metadata,
    dimension: Type.String(),
    fromDate: Type.String(),
    toDate: Type.String(),
    rows: Type.Array(
      Type.Object({
        value: Nullable(Type.String(), { description: "Null: lines without the dimension." }),
        accountCode: Type.String(),
        debit: Money,
        credit: Money,
      }),
    ),
  }),
  async read({ database, tenant, query: { from, to, dimension } }) {
    checkRange({ from, to });
    return readTotals(database, tenant, async ({ books: { baseCurrency, ledgerId }, source, on }) => {
      const rows = await on.query(sumByDimension(ledgerId, dimension, { from, to }));
      return { tenant, from, to, dimension, baseCurrency, source, rows };
    });
  },
  view({ tenant, from, to, dimension, baseCurrency, source, rows }) {
    return {
      metadata: metadata({ reportType: "DIMENSION_SUMMARY", tenant, baseCurrency, source }),
      ...{ dimension, fromDate: from, toDate: to },
      rows: rows.map(({ value, code, debit, credit }) => ({
        ...{ value, accountCode: code },
        ...{ debit: money(BigInt(debit), baseCurrency), credit: money(BigInt(credit), baseCurrency) },
      })),
    };
  },
  csv({ dimension, rows, baseCurrency }) {
    const cells = rows.map(({ value, code, debit, credit }) => [
      ...[value ?? "", code, formatAmount(BigInt(debit), baseCurrency), formatAmount(BigInt(credit), baseCurrency)],
    ]);
    return [[dimension, "account", "debit", "credit"], ...cells].map(csvRow).join("");
  },
});

const exposure = defineReport({
  name: "fx-exposure",
  path: "/v1/reports/fx-exposure",
  summary: "What accounts hold in foreign currencies, and what it is worth",
  description: "By the SPOT rate of the day; null where there is none.",
  params: None,
  query: Given({ asOfDate: Day, ...ForTenant }),
  answer: Type.Object({
    metadata: Metadata,
    asOfDate: Type.String(),
    rows: Type.Array(
      Type.Object({
        code: Type.String(),
        accountType: AccountTypeField,
        currency: Type.String(),
        balance: Type.Object(Money.properties, { description: "Debits minus credits." }),
        carrying: Money,
        value: Nullable(Money),
      }),
    ),
  }),
  async read({ database, tenant, query: { asOfDate } }) {
    return readTotals(database, tenant, async (totals) => {
      const { books, source } = totals;
      const balances = await totals.until(asOfDate);
      const rows = books.chart.accounts.flatMap(({ code, type, currency }) => {
        const held = currency === books.baseCurrency ? undefined : balances.get(code);
        if (held === undefined) return [];
        const [balance, carrying] = [signedBalance(held), signedBaseBalance(held)];
        return [{ code, type, currency, balance, carrying, value: valueOf(balance, currency, asOfDate, books) }];
      });
      return { tenant, asOfDate, baseCurrency: books.baseCurrency, source, rows };
    });
  },
  view({ tenant, asOfDate, baseCurrency, source, rows }) {
    return {
      metadata: metadata({ reportType: "FX_EXPOSURE", tenant, baseCurrency, source }),
      asOfDate,
      rows: rows.map(({ code, type, currency, balance, carrying, value }) => ({
        ...{
          code,
          accountType: type,
          currency,
          balance: money(balance, currency),
          carrying: money(carrying, baseCurrency),
        },
        value: value === undefined ? null : money(value, baseCurrency),
      })),
    };
  },
  csv({ rows, baseCurrency }) {
    const cells = rows.map(({ code, currency, balance, carrying, value }) => [
      ...[code, currency, formatAmount(balance, currency), formatAmount(carrying, baseCurrency)],
      value === undefined ? "" : formatAmount(value, baseCurrency),
    ]);
    return [["account", "currency", "balance", "carrying", "value"], ...cells].map(csvRow).join("");
  },
});

function valueOf(balance: bigint, from: string, date: string, { rates, baseCurrency: to }: Books): bigint | undefined {
  try {
    return convertAmount(balance, { from, to, rate: rates.find({ from, to, date }).rate });
  } catch (error) {
    if (isRotaError(error, "EXCHANGE_RATE_NOT_FOUND") || isRotaError(error, "RATE_TOO_OLD")) return undefined;
    throw error;
  }
}

export const journalReportOperations = [...register, ...dimensions, ...exposure];
