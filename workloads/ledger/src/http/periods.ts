/** Serves accounting periods, the year-end close and opening balances. */
import { createdOnce, Given, Line, Nullable, Time, Whole, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { readEntity } from "../store/entity-store.ts";
import { postOpening } from "../store/import-opening.ts";
import { changePeriodStatus, closeFiscalYear } from "../store/period-closing.ts";
import { createPeriod, type KeptPeriod, readPeriods } from "../store/period-store.ts";
import { askedBooks, BOOKS_ADMIN, defineRoute, READER, requireOwnName } from "./define-route.ts";
import { entryView, EntryView } from "./entry-views.ts";
import { AccountCode, CreatedBy, Day, EventId, ForTenant, GivenCents, Money, money, Uuid } from "./fields.ts";

const STATUSES = ["OPEN", "SOFT_CLOSED", "HARD_CLOSED"] as const;
const Status = Word(STATUSES);

const PeriodView = Type.Object({
  periodId: Uuid,
  name: Type.String(),
  startDate: Type.String(),
  endDate: Type.String(),
  status: Status,
  closedBy: Nullable(Type.String()),
  closedAt: Nullable(Time),
  createdAt: Time,
});

function periodView(period: KeptPeriod): Static<typeof PeriodView> {
  const { periodId, name, start: startDate, end: endDate, status, closedBy, closedAt, createdAt } = period;
  const times = { closedAt: closedAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
  return { periodId, name, startDate, endDate, status, closedBy, ...times };
}

const create = defineRoute({
  name: "ledger.periods.create",
  method: "POST",
  path: "/v1/accounting-periods",
  summary: "Open an accounting period",
  description: "Both days belong to it. Periods of a tenant share no day.",
  role: BOOKS_ADMIN,
  body: Given({ name: Line(50, { examples: ["2026-03"] }), startDate: Day, endDate: Day, ...ForTenant }),
  answers: { 201: PeriodView },
  async handle(request) {
    const { name, startDate: start, endDate: end } = request.body;
    const { tenant, actor } = await askedBooks(request);
    const period = await createPeriod(request.engine, { tenant, actor, period: { name, start, end } });
    return { status: 201, body: periodView(period) };
  },
});

const list = defineRoute({
  name: "ledger.periods.list",
  method: "GET",
  path: "/v1/accounting-periods",
  summary: "Accounting periods, in their order",
  role: READER,
  query: Given(ForTenant),
  answers: { 200: Type.Object({ items: Type.Array(PeriodView) }) },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    await readEntity(request.engine.database, tenant);
    const periods = await readPeriods(request.engine.database, tenant);
    return { status: 200, body: { items: periods.map(periodView) } };
  },
});

const change = defineRoute({
  name: "ledger.periods.change",
  method: "PATCH",
  path: "/v1/accounting-periods/{periodId}/status",
  summary: "Close a period, or open it again",
  description:
    "SOFT_CLOSED: only administrators of the books post. HARD_CLOSED: nobody does; foreign balances are revalued first, and " +
    "all periods before it must be closed so. OPEN again: only while all after it are open. The same status changes nothing.",
  role: BOOKS_ADMIN,
  params: Given({ periodId: Uuid }),
  body: Given({ status: Status, ...ForTenant }),
  answers: { 200: PeriodView },
  async handle(request) {
    const { tenant, actor } = await askedBooks(request);
    const { periodId } = request.params;
    const { status } = request.body;
    const period = await changePeriodStatus(request.engine, { tenant, actor, periodId, status });
    return { status: 200, body: periodView(period) };
  },
});

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

const OpeningView = Type.Object({ count: Whole, entries: Type.Array(EntryView) });

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
    const command = { tenant, actor, poster, eventId, date, equity, balances: csv ?? given };
    const { entries, isRepeated } = await postOpening(request.engine.database, command);
    const body = { count: entries.length, entries: entries.map(entryView) };
    return createdOnce(body, { isRepeated });
  },
});

export const periodOperations = [create, list, change];
/** Separate from periodOperations, because other operations are listed between them. */
export const yearEndOperations = [closeYear, opening];
