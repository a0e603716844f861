/** What is owed on an account, by how long it has been open. */
import { Type } from "typebox";
import { csvRow } from "../../export/csv.ts";
import { formatAmount } from "../../money/amount.ts";
import { AGES } from "../../reports/aging.ts";
import { type AgeSum, storedAging } from "../../reports/stored/stored-aging.ts";
import { AccountCode, Day, ForTenant, Given, Line, Money, money, Nullable, Whole, Word } from "../fields.ts";
import { defineReport } from "./define-report.ts";
import { metadata, Metadata } from "./report-schemas.ts";

const ITEMS_MAX = 1_000;
const Age = Word(AGES, { description: "Days since the first line on the side that is open." });
const AgeView = Type.Object({ age: Age, items: Whole, own: Money, base: Money });
const Value = Nullable(Type.String(), { description: "Of the dimension that was asked for; null: none." });

const aging = defineReport({
  name: "aging",
  path: "/v1/reports/aging",
  summary: "Open items of an account, by how long they have been open",
  description:
    "An item is what stands on the account under one reference, such as an invoice and what was paid of it; without a reference, " +
    "an entry and its reversal. What adds up to zero is not open. Amounts are positive on the side on which the account normally " +
    `stands. The sums are of all items; of the items themselves the oldest ${String(ITEMS_MAX)} are listed.`,
  params: Given({}),
  query: Given({
    accountCode: AccountCode,
    asOfDate: Day,
    dimension: Type.Optional(
      Line(100, { examples: ["customer"], description: "Keeps items apart by its value, and adds up by it." }),
    ),
    ...ForTenant,
  }),
  answer: Type.Object({
    metadata: Metadata,
    code: Type.String(),
    name: Type.String(),
    currency: Type.String(),
    asOfDate: Type.String(),
    ages: Type.Array(AgeView, { description: "All four." }),
    total: Type.Object({ items: Whole, own: Money, base: Money }),
    byValue: Type.Array(Type.Object({ value: Value, ages: Type.Array(AgeView) })),
    items: Type.Array(
      Type.Object({
        reference: Nullable(Type.String()),
        journalEntryId: Type.String(),
        value: Value,
        since: Type.String(),
        days: Type.Integer(),
        age: Age,
        own: Money,
        base: Money,
      }),
    ),
  }),
  async read({ database, tenant, query: { accountCode: account, asOfDate: asOf, dimension } }) {
    return { tenant, aged: await storedAging(database, tenant, { account, asOf, dimension, itemsMax: ITEMS_MAX }) };
  },
  view({ tenant, aged }) {
    const { account, asOf, baseCurrency, source, sums, items } = aged;
    const amounts = ({ own, base }: Amounts) => ({
      ...{ own: money(own, account.currency), base: money(base, baseCurrency) },
    });
    const agesOf = (some: readonly AgeSum[]) =>
      AGES.map((age) => {
        const sum = add(some.filter((each) => each.age === age));
        return { age, items: sum.items, ...amounts(sum) };
      });
    const total = add(sums);
    return {
      metadata: metadata({ reportType: "AGING", tenant, baseCurrency, source }),
      ...{ code: account.code, name: account.name, currency: account.currency, asOfDate: asOf },
      ages: agesOf(sums),
      total: { items: total.items, ...amounts(total) },
      byValue: [...new Set(sums.map(({ value }) => value))].map((value) => ({
        ...{ value, ages: agesOf(sums.filter((each) => each.value === value)) },
      })),
      items: items.map(({ reference, entryId, value, since, days, age, ...open }) => ({
        ...{ reference, journalEntryId: entryId, value, since, days, age, ...amounts(open) },
      })),
    };
  },
  csv({ aged: { account, baseCurrency, sums } }) {
    const cells = sums.map(({ value, age, items, own, base }) => [
      ...[account.code, value ?? "", age, String(items)],
      ...[formatAmount(own, account.currency), formatAmount(base, baseCurrency)],
    ]);
    return [["account", "value", "age", "items", "open", "open in base"], ...cells].map(csvRow).join("");
  },
});

type Amounts = { readonly own: bigint; readonly base: bigint };

function add(sums: readonly AgeSum[]): Amounts & { readonly items: number } {
  return sums.reduce(
    (sum, { items, own, base }) => ({ items: sum.items + items, own: sum.own + own, base: sum.base + base }),
    { items: 0, own: 0n, base: 0n },
  );
}

export const agingOperations = aging;
