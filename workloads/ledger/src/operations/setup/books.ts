/** Whose books there are: what a reader chooses from. */
import { Type } from "typebox";
import { selectAllBooks, type BooksRow } from "../../entities/entities.sql.ts";
import { askedTenant, READER } from "../asked-books.ts";
import { defineRoute } from "../define-route.ts";
import { ForTenant, Given, LIMIT, Page, PageQuery, pageOf, Whole } from "../fields.ts";

const BooksView = Type.Object({
  tenant: Type.String({ description: "Whose they are." }),
  name: Type.String({ description: "Of the business entity." }),
  baseCurrency: Type.String(),
  isActive: Type.Boolean(),
  entries: Whole,
});

const list = defineRoute({
  name: "ledger.books.list",
  method: "GET",
  path: "/v1/books",
  summary: "Tenants that have books",
  description: "In the order of tenants. A key of one tenant is shown its own alone.",
  role: READER,
  query: Given({ ...PageQuery, ...ForTenant }),
  answers: { 200: Page(BooksView) },
  async handle(request) {
    const { limit = LIMIT, after } = request.query;
    const rows = await request.engine.database.query(selectAllBooks({ tenant: askedTenant(request), after, limit }));
    return { status: 200, body: pageOf(rows.map(toView), { limit, cursorOf: ({ tenant }) => tenant }) };
  },
});

function toView({ tenant_id: tenant, name, base_currency: baseCurrency, is_active: isActive, entries }: BooksRow) {
  return { tenant, name, baseCurrency, isActive, entries: Number(entries) };
}

export const booksOperations = [list];
