/** Defines a report that is given as JSON and, beside it, as CSV. */
import type { Operation, OperationRequest } from "@rota/engine";
import { Type, type Static, type TSchema } from "typebox";
import { askedBooks, READER } from "../asked-books.ts";
import { defineRoute } from "../define-route.ts";

type Schema = TSchema & object;

export type ReportRoute<Params extends Schema, Query extends Schema, Answer extends Schema, Report> = {
  /** Such as `trial-balance`. */
  readonly name: string;
  /** Without `.csv`. */
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

export type ReportRequest<Params extends Schema, Query extends Schema> = {
  readonly tenant: string;
  readonly database: OperationRequest["engine"]["database"];
  readonly params: Static<Params>;
  readonly query: Static<Query>;
};

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
