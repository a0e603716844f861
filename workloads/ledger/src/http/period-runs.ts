/** Serves revaluation and translation runs of a period. */
import type { OperationRequest } from "@rota/engine/workload";
import { createdOnce, Given, Nullable, Time, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { readEntity } from "../store/entity-store.ts";
import { type Run, runRefusal, toRun } from "../store/period-run-store.ts";
import { findPeriod, readPeriods } from "../store/period-store.ts";
import { type RunKind, selectRuns } from "../store/period.sql.ts";
import { type RunRequest, startRun } from "../tasks/period-run.ts";
import { askedBooks, BOOKS_ADMIN, defineRoute, READER, requireOwnName } from "./define-route.ts";
import { AccountCode, Cents, CreatedBy, EventId, Formatted, ForTenant, Money, money, Uuid } from "./fields.ts";

const RunView = Type.Object({
  runId: Type.String(),
  periodId: Type.String(),
  eventId: Type.String(),
  status: Word(["PROCESSING", "COMPLETED", "FAILED"]),
  results: Type.Array(
    Type.Object({
      currency: Type.String(),
      rate: Type.String(),
      balance: Type.Object({ cents: Cents, formatted: Formatted }, { description: "Debits minus credits." }),
      carrying: Money,
      value: Money,
      delta: Money,
      journalEntryId: Nullable(Type.String()),
    }),
  ),
  problem: Nullable(Type.Object({ code: Type.String(), detail: Type.String() })),
  createdBy: Type.String(),
  createdAt: Time,
});

function runView(run: Run, baseCurrency: string): Static<typeof RunView> {
  const { runId, periodId, eventId, status, refusal, createdBy } = run;
  return {
    ...{ runId, periodId, eventId, status, createdBy },
    results: run.results.map(({ currency, rate, balance, carrying, value, delta, journalEntryId }) => ({
      ...{ currency, rate, journalEntryId },
      balance: money(BigInt(balance), currency),
      carrying: money(BigInt(carrying), baseCurrency),
      value: money(BigInt(value), baseCurrency),
      delta: money(BigInt(delta), baseCurrency),
    })),
    problem: refusal === undefined ? null : { code: refusal.code, detail: refusal.message },
    createdAt: run.createdAt.toISOString(),
  };
}

const PeriodParams = Given({ periodId: Uuid });
const REVALUATIONS = "/v1/revaluations/periods/{periodId}";
const TRANSLATIONS = "/v1/revaluations/periods/{periodId}/translation";
const OptionalCode = Type.Optional(AccountCode);

const answers = { 200: RunView, 201: RunView, 202: RunView };

const revalue = defineRoute({
  name: "ledger.revaluations.run",
  method: "POST",
  path: REVALUATIONS,
  summary: "Value foreign assets and liabilities at a period's end",
  description:
    "By the CLOSING rates, from all entries up to its last day; the entries reverse themselves in the next period. Once for each " +
    "period that is not open; one that failed may be asked for again. 202: it is not done yet.",
  role: BOOKS_ADMIN,
  params: PeriodParams,
  body: Given({
    eventId: EventId,
    reserveAccountCode: OptionalCode,
    gainAccountCode: OptionalCode,
    lossAccountCode: OptionalCode,
    createdBy: CreatedBy,
    ...ForTenant,
  }),
  answers,
  async handle(request) {
    const { eventId, reserveAccountCode: reserve, gainAccountCode: gain, lossAccountCode: loss } = request.body;
    const accounts = { ...(reserve && { reserve }), ...(gain && { gain }), ...(loss && { loss }) };
    return start(request, { kind: "revaluation", eventId, accounts });
  },
});

const translate = defineRoute({
  name: "ledger.translations.run",
  method: "POST",
  path: TRANSLATIONS,
  summary: "Translate the foreign income of a period at its average rate",
  description:
    "By the AVERAGE rates; the difference goes to other comprehensive income. Once for each period that is not open.",
  role: BOOKS_ADMIN,
  params: PeriodParams,
  body: Given({
    eventId: EventId,
    ociAccountCode: AccountCode,
    reserveAccountCode: OptionalCode,
    createdBy: CreatedBy,
    ...ForTenant,
  }),
  answers,
  async handle(request) {
    const { eventId, ociAccountCode: oci, reserveAccountCode: reserve } = request.body;
    return start(request, { kind: "translation", eventId, accounts: { oci, ...(reserve && { reserve }) } });
  },
});

type StartRequest = OperationRequest<{ readonly periodId: string }, unknown, { readonly createdBy?: string }>;

async function start(request: StartRequest, options: Pick<RunRequest, "kind" | "eventId" | "accounts">) {
  const { tenant, actor } = await askedBooks(request);
  requireOwnName(request.body.createdBy, actor);
  const { periodId } = request.params;
  const { engine, signal } = request;
  const { run, isRepeated } = await startRun(engine, { ...options, tenant, actor, periodId }, signal);
  if (run.status === "FAILED") throw runRefusal(run);
  const { baseCurrency } = await readEntity(engine.database, tenant);
  const body = runView(run, baseCurrency);
  if (run.status === "PROCESSING") return { status: 202, body } as const;
  return createdOnce(body, { isRepeated });
}

const RunsView = Type.Object({ items: Type.Array(RunView) });

const revaluations = defineRoute({
  name: "ledger.revaluations.list",
  method: "GET",
  path: REVALUATIONS,
  summary: "The revaluations of a period, the newest first",
  role: READER,
  params: PeriodParams,
  query: Given(ForTenant),
  answers: { 200: RunsView },
  handle: (request) => list(request, "revaluation"),
});

const translations = defineRoute({
  name: "ledger.translations.list",
  method: "GET",
  path: TRANSLATIONS,
  summary: "The translations of a period, the newest first",
  role: READER,
  params: PeriodParams,
  query: Given(ForTenant),
  answers: { 200: RunsView },
  handle: (request) => list(request, "translation"),
});

async function list(request: OperationRequest<{ readonly periodId: string }>, kind: RunKind) {
  const { tenant } = await askedBooks(request);
  const { database } = request.engine;
  const { baseCurrency } = await readEntity(database, tenant);
  const { periodId } = findPeriod(await readPeriods(database, tenant), request.params.periodId);
  const rows = await database.query(selectRuns(kind, tenant, periodId));
  return { status: 200, body: { items: rows.map((row) => runView(toRun(kind, row), baseCurrency)) } } as const;
}

export const runOperations = [revalue, translate, revaluations, translations];
