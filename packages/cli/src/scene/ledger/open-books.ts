/** The books of the scene: an entity, two accounts and the period of this year; what is there stays as it is. */
import { answerOf, type RotaClient } from "@rota/client";
import { unlessDone } from "../stage.ts";

export const CURRENCY = "EUR";
export const CASH = "cash";
export const SALES = "sales";

const ACCOUNTS = [
  { code: CASH, name: "Cash", accountType: "ASSET", currencyCode: CURRENCY },
  { code: SALES, name: "Sales", accountType: "REVENUE", currencyCode: CURRENCY },
] as const;

export async function openBooks(client: RotaClient): Promise<void> {
  await unlessDone(client.POST("/v1/business-entity", { body: { name: "Cedar & Co", baseCurrency: CURRENCY } }));
  for (const body of ACCOUNTS) await unlessDone(client.POST("/v1/accounts", { body }));
}

/** For events of this day. */
export async function openPeriod(client: RotaClient, day: string): Promise<void> {
  const { items } = await answerOf(client.GET("/v1/accounting-periods"));
  if (items.some(({ startDate, endDate }) => startDate <= day && day <= endDate)) return;
  const year = day.slice(0, 4);
  const period = { name: year, startDate: `${year}-01-01`, endDate: `${year}-12-31` };
  await client.POST("/v1/accounting-periods", { body: period });
}
