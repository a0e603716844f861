/** Serves reports of one account: its lines, its activity, and its open items by age. */
import { Given, Line, Nullable, Whole, Word } from "@rota/engine/operations";
import { Type } from "typebox";
import { AGES } from "../core/account-report.ts";
import { onNormalSide, signedBalance } from "../core/balance.ts";
import { csvRow, statementCsv } from "../core/csv-export.ts";
import { formatNumber } from "../core/entry.ts";
import { formatAmount } from "../core/money.ts";
import {
  accountActivity,
  type AgeSum,
  balanceOf,
  readTotals,
  storedAging,
  storedStatement,
} from "../store/report-store.ts";
import { defineReport, metadata, Metadata, RangeQuery } from "./define-report.ts";
import { lineView, LineView } from "./entry-views.ts";
import { AccountCode, AccountTypeField, Day, ForTenant, Money, money, PageQuery } from "./fields.ts";

const Balance = Type.Object(
  { own: Money, base: Money },
  { description: "In the account's currency and in the base currency." },
);
const CodeParams = Given({ code: AccountCode });
const LINES_MAX = 1_000;

const generalLedger = defineReport({
  name: "general-ledger",
  path: "/v1/reports/general-ledger/{code}",
  summary: "Every line of an account, with the balance after each",
  description:
    "In the order of effective dates, within a day in that of the chain. The opening is all before `from`. Balances are positive on " +
    "the side on which the account normally stands.",
  params: CodeParams,
  query: Given({
    ...RangeQuery,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LINES_MAX, default: LINES_MAX })),
    after: PageQuery.after,
    ...ForTenant,
  }),
  answer: Type.Object({
    metadata: Metadata,
    code: Type.String(),
    name: Type.String(),
    accountType: AccountTypeField,
    currency: Type.String(),
    fromDate: Type.String(),
    toDate: Type.String(),
    opening: Balance,
    lines: Type.Array(
      Type.Object({
        journalEntryId: Type.String(),
        eventId: Type.String(),
        number: Type.String(),
        chainSeq: Type.Integer(),
        effectiveDate: Type.String(),
        description: Nullable(Type.String()),
        line: LineView,
        balance: Balance,
      }),
    ),
    closing: Balance,
    next: Nullable(Type.String(), { description: "Where the next page begins; null: nowhere." }),
  }),
  async read({ database, tenant, params: { code }, query: { from, to, limit = LINES_MAX, after } }) {
    return { tenant, page: await storedStatement(database, tenant, { account: code, from, to, limit, after }) };
  },
  view({ tenant, page }) {
    const { account, baseCurrency, source } = page;
    const balance = ({ own, base }: { readonly own: bigint; readonly base: bigint }) => ({
      ...{ own: money(own, account.currency), base: money(base, baseCurrency) },
    });
    return {
      metadata: metadata({ reportType: "GENERAL_LEDGER", tenant, baseCurrency, source }),
      ...{ code: account.code, name: account.name, accountType: account.type, currency: account.currency },
      ...{ fromDate: page.from, toDate: page.to, opening: balance(page.opening), closing: balance(page.closing) },
      lines: page.lines.map(
        ({ entryId, eventId, fiscalYear, number, chainSeq, effectiveDate, description, ...each }) => ({
          ...{ journalEntryId: entryId, eventId, number: formatNumber(fiscalYear, number), chainSeq, effectiveDate },
          ...{ description, line: lineView(each.line, baseCurrency), balance: balance(each.balance) },
        }),
      ),
      next: page.next ?? null,
    };
  },
  csv: ({ page }) => statementCsv(page, page.baseCurrency),
});

const activity = defineReport({
  name: "account-activity",
  path: "/v1/reports/account-activity/{code}",
  summary: "What an account moved",
  params: CodeParams,
  query: Given({ ...RangeQuery, ...ForTenant }),
  answer: Type.Object({
    metadata: Metadata,
    code: Type.String(),
    name: Type.String(),
    currency: Type.String(),
    fromDate: Type.String(),
    toDate: Type.String(),
    opening: Money,
    debits: Money,
    credits: Money,
    closing: Money,
  }),
  async read({ database, tenant, params: { code }, query: { from, to } }) {
    const { books, source, moved } = await readTotals(database, tenant, async (totals) => ({
      books: totals.books,
      source: totals.source,
      moved: await accountActivity(totals, { account: code, from, to }),
    }));
    const { account, opening, closing } = moved;
    return {
      ...{ tenant, source, account, from, to, baseCurrency: books.baseCurrency },
      opening: onNormalSide(signedBalance(opening), account),
      debits: closing.debit - opening.debit,
      credits: closing.credit - opening.credit,
      closing: balanceOf(closing, account).own,
    };
  },
  view({ tenant, source, account, baseCurrency, from, to, ...amounts }) {
    const own = (amount: bigint) => money(amount, account.currency);
    return {
      metadata: metadata({ reportType: "ACCOUNT_ACTIVITY", tenant, baseCurrency, source }),
      ...{ code: account.code, name: account.name, currency: account.currency, fromDate: from, toDate: to },
      opening: own(amounts.opening),
      debits: own(amounts.debits),
      credits: own(amounts.credits),
      closing: own(amounts.closing),
    };
  },
  csv({ account, from, to, opening, debits, credits, closing }) {
    const cells = [opening, debits, credits, closing].map((amount) => formatAmount(amount, account.currency));
    const head = ["account", "name", "currency", "from", "to", "opening", "debits", "credits", "closing"];
    return [head, [account.code, account.name, account.currency, from, to, ...cells]].map(csvRow).join("");
  },
});

/** Separate from agingOperations, because other operations are listed between them. */
export const accountReportOperations = [...generalLedger, ...activity];

const ITEMS_MAX = 1_000;
const Age = Word(AGES, { description: "Days since the first line on the side that is open." });
const AgeView = Type.Object({ age: Age, items: Whole, own: Money, base: Money });
const Value = Nullable(Type.String(), { description: "Of the dimension that was asked for; null: none." });

export const agingOperations = defineReport({
  name: "aging",
  path: "/v1/reports/aging",
  summary: "Open items of an account, by how long they have been open",
  description:
    "An item is what stands on the account under one reference, such as an invoice and what was paid of it; without a reference, " +
    "an entry and its reversal. What adds up to zero is not open. Amounts are positive on the side on which the account normally " +
    `stands. The sums are of all items; of the items themselves the oldest ${String(ITEMS_MAX)} are listed.`,
  params: Given({}),
  query: Given({
    accountCode: AccountCode,
    asOfDate: Day,
    dimension: Type.Optional(
      Line(100, { examples: ["customer"], description: "Keeps items apart by its value, and adds up by it." }),
    ),
    ...ForTenant,
  }),
  answer: Type.Object({
    metadata: Metadata,
    code: Type.String(),
    name: Type.String(),
    currency: Type.String(),
    asOfDate: Type.String(),
    ages: Type.Array(AgeView, { description: "All four." }),
    total: Type.Object({ items: Whole, own: Money, base: Money }),
    byValue: Type.Array(Type.Object({ value: Value, ages: Type.Array(AgeView) })),
    items: Type.Array(
      Type.Object({
        reference: Nullable(Type.String()),
        journalEntryId: Type.String(),
        value: Value,
        since: Type.String(),
        days: Type.Integer(),
        age: Age,
        own: Money,
        base: Money,
      }),
    ),
  }),
  async read({ database, tenant, query: { accountCode: account, asOfDate: asOf, dimension } }) {
    return { tenant, aged: await storedAging(database, tenant, { account, asOf, dimension, itemsMax: ITEMS_MAX }) };
  },
  view({ tenant, aged }) {
    const { account, asOf, baseCurrency, source, sums, items } = aged;
    const amounts = ({ own, base }: Amounts) => ({
      ...{ own: money(own, account.currency), base: money(base, baseCurrency) },
    });
    const agesOf = (some: readonly AgeSum[]) =>
      AGES.map((age) => {
        const sum = add(some.filter((each) => each.age === age));
        return { age, items: sum.items, ...amounts(sum) };
      });
    const total = add(sums);
    return {
      metadata: metadata({ reportType: "AGING", tenant, baseCurrency, source }),
      ...{ code: account.code, name: account.name, currency: account.currency, asOfDate: asOf },
      ages: agesOf(sums),
      total: { items: total.items, ...amounts(total) },
      byValue: [...new Set(sums.map(({ value }) => value))].map((value) => ({
        ...{ value, ages: agesOf(sums.filter((each) => each.value === value)) },
      })),
      items: items.map(({ reference, entryId, value, since, days, age, ...open }) => ({
        ...{ reference, journalEntryId: entryId, value, since, days, age, ...amounts(open) },
      })),
    };
  },
  csv({ aged: { account, baseCurrency, sums } }) {
    const cells = sums.map(({ value, age, items, own, base }) => [
      ...[account.code, value ?? "", age, String(items)],
      ...[formatAmount(own, account.currency), formatAmount(base, baseCurrency)],
    ]);
    return [["account", "value", "age", "items", "open", "open in base"], ...cells].map(csvRow).join("");
  },
});

type Amounts = { readonly own: bigint; readonly base: bigint };

function add(sums: readonly AgeSum[]): Amounts & { readonly items: number } {
  return sums.reduce(
    (sum, { items, own, base }) => ({ items: sum.items + items, own: sum.own + own, base: sum.base + base }),
    { items: 0, own: 0n, base: 0n },
  );
}
