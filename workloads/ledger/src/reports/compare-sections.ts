/** Puts the same section of several reports side by side: this year and the year before, month after month. */
import type { ReportSection } from "./report.ts";

export type ComparedRow = {
  readonly code: string;
  readonly name: string;
  /** One for each section, in their order; 0 where the account has no line. */
  readonly amounts: readonly bigint[];
  /** The last minus the first. */
  readonly change: bigint;
};

export type ComparedSection = {
  readonly rows: readonly ComparedRow[];
  readonly totals: readonly bigint[];
  readonly change: bigint;
};

/** @example compareSections([incomeStatement(…2025…).revenue, incomeStatement(…2026…).revenue]) */
export function compareSections(sections: readonly ReportSection[]): ComparedSection {
  const names = new Map(sections.flatMap(({ rows }) => rows.map(({ code, name }) => [code, name] as const)));
  const columns = sections.map(({ rows }) => new Map(rows.map(({ code, amount }) => [code, amount])));
  const rows = [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, name]) => {
      const amounts = columns.map((column) => column.get(code) ?? 0n);
      return { code, name, amounts, change: changeOf(amounts) };
    });
  const totals = sections.map(({ total }) => total);
  return { rows, totals, change: changeOf(totals) };
}

function changeOf(amounts: readonly bigint[]): bigint {
  return (amounts.at(-1) ?? 0n) - (amounts[0] ?? 0n);
}
