/** Defines reports that are served as JSON and as CSV, with the schemas that they share. */
import type { Operation, OperationRequest } from "@rota/engine/workload";
import { Line, Nullable, Time } from "@rota/engine/operations";
import { type Static, type TSchema, Type } from "typebox";
import { compareSections, type ReportSection, type ReportSource } from "../core/report.ts";
import { askedBooks, defineRoute, READER } from "./define-route.ts";
import { Day, money, Money } from "./fields.ts";

type Schema = TSchema & object;

type ReportRoute<Params extends Schema, Query extends Schema, Answer extends Schema, Report> = {
  /** Name of the report, such as `trial-balance`. */
  readonly name: string;
  /** Path without `.csv`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly params: Params;
  readonly query: Query;
  readonly answer: Answer;
  readonly read: (asked: ReportRequest<Params, Query>) => Promise<Report>;
  readonly view: (report: Report) => Static<Answer>;
  readonly csv: (report: Report) => string;
};

type ReportRequest<Params extends Schema, Query extends Schema> = {
  readonly tenant: string;
  readonly database: OperationRequest["engine"]["database"];
  readonly params: Static<Params>;
  readonly query: Static<Query>;
};

/** Defines a report as two operations: one returns JSON, the other CSV under the same path with `.csv`. */
export function defineReport<Params extends Schema, Query extends Schema, Answer extends Schema, Report>(
  report: ReportRoute<Params, Query, Answer, Report>,
): Operation[] {
  const { name, path, summary, description, params, query, read } = report;
  const common = {
    method: "GET",
    role: READER,
    params,
    query,
    ...(description === undefined ? {} : { description }),
  } as const;
  const readFor = async (request: OperationRequest<Static<Params>, Static<Query>>) => {
    const { tenant } = await askedBooks(request);
    const { params: place, query: asked, engine } = request;
    return read({ tenant, database: engine.database, params: place, query: asked });
  };
  const asJson = defineRoute({
    ...common,
    name: `ledger.reports.${name}`,
    path,
    summary,
    answers: { 200: report.answer },
    handle: async (request) => ({ status: 200, body: report.view(await readFor(request)) }),
  });
  const asCsv = defineRoute({
    ...common,
    name: `ledger.reports.${name}-csv`,
    path: `${path}.csv`,
    summary: `${summary}, as CSV`,
    answers: { 200: Type.String() },
    contentType: "text/csv; charset=utf-8",
    handle: async (request) => ({ status: 200, body: report.csv(await readFor(request)) }),
  });
  return [asJson, asCsv];
}

/** End of the chain that the report covers. With it, anyone who has the journal can make the same report again. */
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

type MetadataInput = {
  readonly reportType: string;
  readonly tenant: string;
  readonly baseCurrency: string;
  readonly source: ReportSource | undefined;
};

export function metadata({ reportType, tenant, baseCurrency, source }: MetadataInput): Static<typeof Metadata> {
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

/** Compares the same section of several reports, the requested one first. */
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

/** More days to compare with. */
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

/** More ranges to compare with, each as from:to. */
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
