/** The year-end close, and opening balances of other books. */
import { Type } from "typebox";
import { importOpening } from "../../entries/import-opening.ts";
import { closeFiscalYear } from "../../runs/close-fiscal-year.ts";
import { askedBooks, BOOKS_ADMIN, requireOwnName } from "../asked-books.ts";
import { defineRoute } from "../define-route.ts";
import * as fields from "../fields.ts";
import {
  AccountCode,
  CreatedBy,
  Day,
  EventId,
  ForTenant,
  Given,
  GivenCents,
  Money,
  money,
  Nullable,
} from "../fields.ts";
import { EntryView, entryView, REPLAYED } from "../journal/entry-schemas.ts";

const ClosedView = Type.Object({
  fiscalYear: Type.Integer(),
  totalRevenue: Money,
  totalExpenses: Money,
  netIncome: Money,
  closingJournalEntryId: Nullable(Type.String()),
  entry: Nullable(EntryView, { description: "Null: the year had nothing to close." }),
});

const closeYear = defineRoute({
  name: "ledger.year.close",
  method: "POST",
  path: "/v1/admin/year-end-close",
  summary: "Empty revenue and expenses of a fiscal year into retained earnings",
  description:
    "All its periods must be closed hard. 200: nothing was left to close. After a year was opened again and added to, it " +
    "closes what was added.",
  role: BOOKS_ADMIN,
  body: Given({
    fiscalYear: Type.Integer({ minimum: 1, maximum: 9_998 }),
    retainedEarningsAccountCode: Type.Optional(AccountCode),
    createdBy: CreatedBy,
    ...ForTenant,
  }),
  answers: { 200: ClosedView, 201: ClosedView },
  async handle(request) {
    const { tenant, actor } = await askedBooks(request);
    const { fiscalYear, retainedEarningsAccountCode: retainedEarnings, createdBy } = request.body;
    requireOwnName(createdBy, actor);
    const closed = await closeFiscalYear(request.engine.database, { tenant, actor, fiscalYear, retainedEarnings });
    const { income, entry, isNew } = closed;
    const { baseCurrency, revenue, expenses, net } = income;
    const body = {
      fiscalYear,
      totalRevenue: money(revenue.total, baseCurrency),
      totalExpenses: money(expenses.total, baseCurrency),
      netIncome: money(net, baseCurrency),
      closingJournalEntryId: entry?.id ?? null,
      entry: entry === undefined ? null : entryView(entry),
    };
    return isNew ? { status: 201, body } : { status: 200, body };
  },
});

const OpeningView = Type.Object({ count: fields.Whole, entries: Type.Array(EntryView) });

const opening = defineRoute({
  name: "ledger.opening.import",
  method: "POST",
  path: "/v1/opening-balances",
  summary: "Bring in the balances of other books",
  description:
    "As a list, or as CSV with the columns account, debit, credit and, for foreign accounts, base_debit, base_credit. What is left " +
    "over goes to the account of equity.",
  role: BOOKS_ADMIN,
  body: Given({
    eventId: EventId,
    date: Day,
    equityAccountCode: AccountCode,
    balances: Type.Optional(
      Type.Array(
        Given({
          accountCode: AccountCode,
          amountCents: GivenCents,
          isCredit: Type.Boolean(),
          baseAmountCents: Type.Optional(GivenCents),
        }),
        { maxItems: 50_000 },
      ),
    ),
    csv: Type.Optional(
      Type.String({ maxLength: 5_000_000, examples: ["account,debit,credit\ncash,12.99,\nloan,,12.99"] }),
    ),
    createdBy: CreatedBy,
    ...ForTenant,
  }),
  answers: { 200: OpeningView, 201: OpeningView },
  async handle(request) {
    const { tenant, actor, poster } = await askedBooks(request);
    const { eventId, date, equityAccountCode: equity, csv, balances = [], createdBy } = request.body;
    requireOwnName(createdBy, actor);
    const given = balances.map(({ accountCode: account, amountCents, isCredit, baseAmountCents: base }) => ({
      ...{ account, amount: BigInt(amountCents), side: isCredit ? ("C" as const) : ("D" as const) },
      baseAmount: base === undefined ? undefined : BigInt(base),
    }));
    const wish = { tenant, actor, poster, eventId, date, equity, balances: csv ?? given };
    const { entries, isRepeated } = await importOpening(request.engine.database, wish);
    const body = { count: entries.length, entries: entries.map(entryView) };
    return isRepeated ? { status: 200, headers: REPLAYED, body } : { status: 201, body };
  },
});

export const yearEndOperations = [closeYear, opening];
