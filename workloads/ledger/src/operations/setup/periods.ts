/** Accounting periods: create, list, close and open. */
import { Type, type Static } from "typebox";
import { createPeriod, type KeptPeriod, readPeriods } from "../../entities/periods/keep-periods.ts";
import { readEntity } from "../../entities/entity.ts";
import { changePeriodStatus } from "../../runs/change-period-status.ts";
import { askedBooks, BOOKS_ADMIN, READER } from "../asked-books.ts";
import { defineRoute } from "../define-route.ts";
import { Day, ForTenant, Given, Line, Nullable, Time, Uuid, Word } from "../fields.ts";

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

export const periodOperations = [create, list, change];
