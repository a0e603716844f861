/** Reports of one account: its lines with the balance after each, and what it moved. */
import { Type } from "typebox";
import { csvRow } from "../../export/csv.ts";
import { statementCsv } from "../../export/report-csv.ts";
import { formatNumber } from "../../journal/number.ts";
import { formatAmount } from "../../money/amount.ts";
import { onNormalSide, signedBalance } from "../../accounts/totals.ts";
import { readTotals } from "../../reports/stored/read-totals.ts";
import { accountActivity, balanceOf, storedStatement } from "../../reports/stored/stored-statement.ts";
import * as fields from "../fields.ts";
import { AccountCode, ForTenant, Given, Money, money, Nullable } from "../fields.ts";
import { LineView, lineView } from "../journal/entry-schemas.ts";
import { defineReport } from "./define-report.ts";
import { metadata, Metadata, RangeQuery } from "./report-schemas.ts";

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
    after: fields.PageQuery.after,
    ...ForTenant,
  }),
  answer: Type.Object({
    metadata: Metadata,
    code: Type.String(),
    name: Type.String(),
    accountType: fields.AccountType,
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

export const accountReportOperations = [...generalLedger, ...activity];
