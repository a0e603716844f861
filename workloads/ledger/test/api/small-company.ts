/** Creates the books of a small company over the API: base currency USD, a chart, months of 2026 as periods. */
import { eachAt, textAt, type World } from "./world.ts";

const ACCOUNTS: readonly (readonly [code: string, type: string, more?: object])[] = [
  ["assets", "ASSET"],
  ["cash", "ASSET", { parentAccountCode: "assets", cash: true }],
  ["bank-eur", "ASSET", { parentAccountCode: "assets", currencyCode: "EUR" }],
  ["receivable", "ASSET", { parentAccountCode: "assets" }],
  ["depreciation", "ASSET", { contra: true }],
  ["fx-reserve", "ASSET"],
  ["payable", "LIABILITY"],
  ["payable-eur", "LIABILITY", { currencyCode: "EUR" }],
  ["capital", "EQUITY"],
  ["retained", "EQUITY"],
  ["oci", "EQUITY"],
  ["sales", "REVENUE"],
  ["sales-eur", "REVENUE", { currencyCode: "EUR" }],
  ["returns", "REVENUE", { contra: true }],
  ["fx-gain", "REVENUE"],
  ["rent", "EXPENSE"],
  ["fx-loss", "EXPENSE"],
  ["rounding", "EXPENSE"],
];

/** Opens the books with the first months of 2026 as periods. */
export async function openCompany(world: World, months = 12): Promise<void> {
  const as = "admin";
  const entity = { name: "Acme", baseCurrency: "USD" };
  await world.expect(201, "POST", "/v1/business-entity", { as, body: entity });
  for (const [code, accountType, more] of ACCOUNTS)
    await world.expect(201, "POST", "/v1/accounts", {
      as,
      body: { code, name: code, accountType, currencyCode: "USD", ...more },
    });
  for (let month = 1; month <= months; month++) await openMonth(world, 2026, month);
  await world.expect(200, "PATCH", "/v1/business-entity", {
    as,
    body: {
      rateAgeDaysMax: 400,
      retainedEarningsAccountCode: "retained",
      fxGainAccountCode: "fx-gain",
      fxLossAccountCode: "fx-loss",
      fxReserveAccountCode: "fx-reserve",
      roundingAccountCode: "rounding",
    },
  });
  await addRate(world, { rate: "1.1", effectiveDate: "2026-01-01" });
}

export function openMonth(world: World, year: number, month: number) {
  const name = `${String(year)}-${String(month).padStart(2, "0")}`;
  const endDate = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  const body = { name, startDate: `${name}-01`, endDate };
  return world.expect(201, "POST", "/v1/accounting-periods", { as: "admin", body });
}

export function addRate(world: World, rate: { rate: string; effectiveDate: string; rateType?: string }) {
  const rates = [{ sourceCurrency: "EUR", targetCurrency: "USD", ...rate }];
  return world.expect(201, "POST", "/v1/exchange-rates", { as: "admin", body: { rates } });
}

export const debit = (accountCode: string, amountCents: number | bigint, more: object = {}) => ({
  ...{ accountCode, amountCents: String(amountCents), isCredit: false, ...more },
});
export const credit = (accountCode: string, amountCents: number | bigint, more: object = {}) => ({
  ...{ accountCode, amountCents: String(amountCents), isCredit: true, ...more },
});

let counted = 0;

export function newId(stem = "event"): string {
  counted += 1;
  return `${stem}-${String(counted)}`;
}

/** Returns the body of an entry, dated in March. */
export function entryOf(lines: readonly object[], changes: object = {}) {
  return { eventId: newId(), postedDate: "2026-03-15", transactionCurrency: "USD", lines, ...changes };
}

export async function periodId(world: World, name: string): Promise<string> {
  const listed = await world.expect(200, "GET", "/v1/accounting-periods");
  const place = eachAt(listed, "items", "name").indexOf(name);
  return textAt(listed, `items.${String(place)}.periodId`);
}

/** Closes a month softly, and then hard if requested. */
export async function closeMonth(world: World, name: string, status: "SOFT_CLOSED" | "HARD_CLOSED"): Promise<void> {
  const path = `/v1/accounting-periods/${await periodId(world, name)}/status`;
  await world.expect(200, "PATCH", path, { as: "admin", body: { status: "SOFT_CLOSED" } });
  if (status === "HARD_CLOSED") await world.expect(200, "PATCH", path, { as: "admin", body: { status } });
}
