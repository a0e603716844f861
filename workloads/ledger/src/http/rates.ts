/** Serves exchange rates: add and list them. */
import { Given, Nullable, PageView, pageOf, Time, Whole, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { requireDate } from "../core/iso-date.ts";
import { parseRate } from "../core/rate.ts";
import { readEntity } from "../store/entity-store.ts";
import { addRates, RATES_MAX } from "../store/rate-store.ts";
import { type RateRow, selectRates } from "../store/rate.sql.ts";
import { askedBooks, BOOKS_ADMIN, defineRoute, READER } from "./define-route.ts";
import { Currency, DatedPlace, Day, ForTenant, LIMIT, PageQuery, Rate, Uuid } from "./fields.ts";

const RateType = Word(["SPOT", "CLOSING", "AVERAGE"], {
  description: "SPOT for entries, CLOSING for balances at a period's end, AVERAGE for the income of a period.",
});

const add = defineRoute({
  name: "ledger.rates.add",
  method: "POST",
  path: "/v1/exchange-rates",
  summary: "Take exchange rates in",
  description: "Of one day, type and pair the newest holds; those it replaces are kept.",
  role: BOOKS_ADMIN,
  body: Given({
    rates: Type.Array(
      Given({
        sourceCurrency: Currency,
        targetCurrency: Currency,
        rate: Rate,
        effectiveDate: Day,
        rateType: Type.Optional(RateType),
      }),
      { minItems: 1, maxItems: RATES_MAX },
    ),
    ...ForTenant,
  }),
  answers: { 201: Type.Object({ added: Whole, replaced: Whole }) },
  async handle(request) {
    const { tenant, actor } = await askedBooks(request);
    const rates = request.body.rates.map(({ sourceCurrency, targetCurrency, rate, effectiveDate, rateType }) => ({
      ...{
        from: sourceCurrency,
        to: targetCurrency,
        rate: parseRate(rate),
        date: effectiveDate,
        type: rateType ?? "SPOT",
      },
    }));
    return { status: 201, body: await addRates(request.engine.database, { tenant, actor, rates }) };
  },
});

const RateView = Type.Object({
  rateId: Uuid,
  sourceCurrency: Type.String(),
  targetCurrency: Type.String(),
  rateType: RateType,
  rate: Type.String(),
  effectiveDate: Type.String(),
  uploadedBy: Type.String(),
  createdAt: Time,
  supersededAt: Nullable(Time, { description: "When another one replaced it; null: it holds." }),
});

function rateView(row: RateRow): Static<typeof RateView> {
  return {
    rateId: row.rate_id,
    sourceCurrency: row.source_currency,
    targetCurrency: row.target_currency,
    rateType: row.rate_type,
    rate: row.rate,
    effectiveDate: row.effective_date,
    uploadedBy: row.uploaded_by,
    createdAt: row.created_at.toISOString(),
    supersededAt: row.superseded_at?.toISOString() ?? null,
  };
}

const list = defineRoute({
  name: "ledger.rates.list",
  method: "GET",
  path: "/v1/exchange-rates",
  summary: "Exchange rates, the latest day first",
  role: READER,
  query: Given({
    limit: PageQuery.limit,
    after: Type.Optional(DatedPlace),
    sourceCurrency: Type.Optional(Currency),
    targetCurrency: Type.Optional(Currency),
    rateType: Type.Optional(RateType),
    effectiveDate: Type.Optional(Day),
    superseded: Type.Optional(Type.Boolean({ description: "Also those that were replaced. Default false." })),
    ...ForTenant,
  }),
  answers: { 200: PageView(RateView) },
  async handle(request) {
    const { limit = LIMIT, after, sourceCurrency, targetCurrency, rateType, effectiveDate, superseded } = request.query;
    const { tenant } = await askedBooks(request);
    await readEntity(request.engine.database, tenant);
    const before = after === undefined ? null : requireDate(after.slice(0, -37), "after");
    const beforeId = after?.slice(-36) ?? null;
    const rows = await request.engine.database.query(
      selectRates({
        ...{ tenant, before, beforeId, limit },
        source: sourceCurrency ?? null,
        target: targetCurrency ?? null,
        type: rateType ?? null,
        date: effectiveDate ?? null,
        hasSuperseded: superseded ?? false,
      }),
    );
    const cursorOf = (rate: Static<typeof RateView>) => `${rate.effectiveDate}.${rate.rateId}`;
    return { status: 200, body: pageOf(rows.map(rateView), { limit, cursorOf }) };
  },
});

export const rateOperations = [add, list];
