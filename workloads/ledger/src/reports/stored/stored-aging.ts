/** Reads the open items of an account from the database, with the sums of their ages. */
import type { Database } from "@rota/engine";
import type { Account } from "../../accounts/account.ts";
import { onNormalSide } from "../../accounts/totals.ts";
import { requireDate } from "../../periods/iso-date.ts";
import { ageOf, byAge, requireAged, type Age, type AgingQuestion, type OpenItem } from "../aging.ts";
import type { ReportSource } from "../report.ts";
import { type AgingRow, selectAging } from "./aging.sql.ts";
import { readTotals } from "./read-totals.ts";

export type AgeSum = {
  readonly value: string | null;
  readonly age: Age;
  readonly items: number;
  readonly own: bigint;
  readonly base: bigint;
};

export type Aging = {
  readonly account: Account;
  readonly asOf: string;
  readonly baseCurrency: string;
  readonly source: ReportSource | undefined;
  /** By value of the dimension, then by age; of all items. */
  readonly sums: readonly AgeSum[];
  /** The oldest, at most `itemsMax`. */
  readonly items: readonly OpenItem[];
};

export function storedAging(
  database: Database,
  tenant: string,
  { account: code, asOf, dimension, itemsMax }: AgingQuestion & { readonly itemsMax: number },
): Promise<Aging> {
  requireDate(asOf, "asOfDate");
  return readTotals(database, tenant, async ({ books, source, on }) => {
    const { baseCurrency } = books;
    const account = requireAged(books.chart.require(code));
    const wish = { accountId: books.accountId(code), currency: account.currency, baseCurrency, asOf };
    const rows = await on.query(selectAging({ ...wish, dimension: dimension ?? null, itemsMax }));
    return {
      ...{ account, asOf, baseCurrency, source },
      sums: rows.filter(({ since }) => since === null).map((row) => sumOf(row, account)),
      items: rows.flatMap((row) => itemOf(row, account)).sort(byAge),
    };
  });
}

function sumOf({ value, days, items, own, base }: AgingRow, account: Account): AgeSum {
  return { value, age: ageOf(days), items, ...amounts({ own, base }, account) };
}

function itemOf(row: AgingRow, account: Account): OpenItem[] {
  const { reference, journal_entry_id: entryId, value, since, days } = row;
  if (since === null || entryId === null) return [];
  return [{ reference, entryId, value, since, days, age: ageOf(days), ...amounts(row, account) }];
}

function amounts({ own, base }: Pick<AgingRow, "own" | "base">, account: Account) {
  return { own: onNormalSide(BigInt(own), account), base: onNormalSide(BigInt(base), account) };
}
