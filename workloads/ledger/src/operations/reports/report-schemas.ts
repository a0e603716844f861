/** What reports have in common as the API tells them. */
import { Type, type Static } from "typebox";
import { compareSections } from "../../reports/compare-sections.ts";
import type { ReportSection, ReportSource } from "../../reports/report.ts";
import { Day, Line, Money, money, Nullable, Time } from "../fields.ts";

/** With it, anybody who has the journal can make the same report again. */
const SourceView = Nullable(
  Type.Object(
    { chainSeq: Type.Integer(), hash: Type.String() },
    { description: "The end of the chain it was made from." },
  ),
);

export const Metadata = Type.Object({
  reportType: Type.String(),
  tenantId: Type.String(),
  baseCurrency: Type.String(),
  generatedAt: Time,
  source: SourceView,
});

export type MetadataWish = {
  readonly reportType: string;
  readonly tenant: string;
  readonly baseCurrency: string;
  readonly source: ReportSource | undefined;
};

export function metadata({ reportType, tenant, baseCurrency, source }: MetadataWish): Static<typeof Metadata> {
  const generatedAt = new Date().toISOString();
  return { reportType, tenantId: tenant, baseCurrency, generatedAt, source: source ?? null };
}

export const SectionView = Type.Object({
  rows: Type.Array(
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      amounts: Type.Array(Money, { description: "One for each day or range that was asked for." }),
      change: Type.Object(Money.properties, { description: "What was asked for, less the last comparison." }),
    }),
  ),
  totals: Type.Array(Money),
  change: Money,
});

/** The same section of all reports, that which was asked for first. */
export function sectionView(sections: readonly ReportSection[], currency: string): Static<typeof SectionView> {
  const { rows, totals, change } = compareSections(sections);
  return {
    rows: rows.map(({ code, name, amounts, change: moved }) => ({
      ...{ code, name, amounts: amounts.map((amount) => money(amount, currency)) },
      change: money(-moved, currency),
    })),
    totals: totals.map((total) => money(total, currency)),
    change: money(-change, currency),
  };
}

/** Further days to compare with. */
export const CompareWith = Type.Optional(
  Type.String({
    maxLength: 500,
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}(,[0-9]{4}-[0-9]{2}-[0-9]{2}){0,23}$",
    description: "Further days, with commas between them.",
    examples: ["2025-12-31,2024-12-31"],
  }),
);

export function daysOf(asOf: string, compareWith: string | undefined): string[] {
  return [asOf, ...(compareWith?.split(",") ?? [])];
}

/** Further ranges to compare with, each as from:to. */
export const CompareWithRanges = Type.Optional(
  Line(1_000, {
    description: "Further ranges, as from:to with commas between them.",
    examples: ["2025-01-01:2025-12-31"],
  }),
);

export function rangesOf(range: { from: string; to: string }, compareWith: string | undefined) {
  const others = (compareWith?.split(",") ?? []).slice(0, 24).map((text) => {
    const [from = "", to = ""] = text.split(":");
    return { from, to };
  });
  return [range, ...others];
}

export const RangeQuery = { from: Day, to: Day };
