/** Adds exchange rates in one audited transaction, and keeps the rates that they replace. */
import type { Database } from "@rota/engine";
import { requireDate } from "../core/iso-date.ts";
import { exponentOf } from "../core/money.ts";
import { type ExchangeRate, formatRate } from "../core/rate.ts";
import { LedgerError } from "../errors.ts";
import { type ActionContext, holdEntity, noteChanges } from "./entity-store.ts";
import { insertRates, supersedeRates } from "./rate.sql.ts";

export const RATES_MAX = 10_000;

type TakenRates = { readonly added: number; readonly replaced: number };

/** Adds rates. Of several for the same day, type and pair, the last one counts. */
export function addRates(
  database: Database,
  { tenant, actor, rates }: ActionContext & { readonly rates: readonly ExchangeRate[] },
): Promise<TakenRates> {
  for (const rate of rates) checkRate(rate);
  const last = [...new Map(rates.map((rate) => [keyOf(rate), rate])).values()];
  const given = {
    tenant,
    sources: last.map(({ from }) => from),
    targets: last.map(({ to }) => to),
    types: last.map(({ type }) => type),
    dates: last.map(({ date }) => date),
    rates: last.map(({ rate }) => formatRate(rate)),
  };
  return database.transaction(async (tx) => {
    await holdEntity(tx, tenant);
    const replaced = await tx.query(supersedeRates(given));
    const added = await tx.query(insertRates(given, actor));
    const after = { added: added.length, replaced: replaced.length, first: last[0] && shown(last[0]) };
    const subject = { type: "exchange-rates", id: tenant };
    await noteChanges(tx, { tenant, actor }, [{ action: "rates.added", subject, after }]);
    return { added: added.length, replaced: replaced.length };
  });
}

function checkRate({ from, to, date, rate }: ExchangeRate): void {
  exponentOf(from);
  exponentOf(to);
  requireDate(date, "effectiveDate");
  if (from !== to) return;
  const message = `a rate from ${from} to ${to} is always 1: leave it out`;
  throw new LedgerError("EXCHANGE_RATE_INVALID", message, { rate: formatRate(rate) });
}

function keyOf({ from, to, type, date }: ExchangeRate): string {
  return [from, to, type, date].join(" ");
}

function shown(rate: ExchangeRate) {
  return { ...rate, rate: formatRate(rate.rate) };
}
