/** Routes of battery products: create, list, get. */
import { Given, Line, Tenant, Time } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { type ProductRow, selectProduct, selectProducts } from "../store/passports.sql.ts";
import { createProduct } from "../store/passports.ts";
import { found } from "../store/rows.ts";
import { defineRoute, defineWrite, tenantOf } from "./define-route.ts";
import { Page, PAGE_FIELDS, pageOf, readPageQuery, Uuid } from "./fields.ts";

const ProductView = Type.Object({
  battery_product_id: Uuid,
  tenant: Type.String(),
  sku: Type.String(),
  name: Type.String(),
  created_by: Type.String(),
  created_at: Time,
});

const create = defineWrite({
  name: "passports.products.create",
  method: "POST",
  path: "/v1/battery-products",
  summary: "Create a battery product",
  description: "Its number and name stand in passports and never change.",
  role: "admin",
  body: Given({
    tenant: Type.Optional(Tenant),
    sku: Line(200, { description: "Its number.", examples: ["SKU-123"] }),
    name: Line(300, { examples: ["Pack 75"] }),
  }),
  answers: { 201: ProductView },
  handle({ commit, body: { sku, name }, actor, tenant }) {
    const input = { tenant: tenantOf({ tenant }), sku, name, createdBy: actor.name };
    return commit(async (tx) => ({ status: 201, body: productView(await createProduct(tx, input)) }));
  },
});

const list = defineRoute({
  name: "passports.products.list",
  method: "GET",
  path: "/v1/battery-products",
  summary: "Battery products, the newest first",
  role: "viewer",
  query: Given({ ...PAGE_FIELDS, sku: Type.Optional(Line(200)) }),
  answers: { 200: Page(ProductView) },
  async handle({ engine, query, tenant }) {
    const page = readPageQuery(query);
    const rows = await engine.database.query(selectProducts({ ...page, tenant, sku: query.sku }));
    return { status: 200, body: pageOf(rows, { ...page, idOf: (row) => row.battery_product_id, view: productView }) };
  },
});

const get = defineRoute({
  name: "passports.products.get",
  method: "GET",
  path: "/v1/battery-products/{batteryProductId}",
  summary: "A battery product",
  role: "viewer",
  params: Given({ batteryProductId: Uuid }),
  answers: { 200: ProductView },
  async handle({ engine, params: { batteryProductId: id }, tenant }) {
    const row = await found(engine.database, selectProduct(id, tenant), { what: "battery product", id });
    return { status: 200, body: productView(row) };
  },
});

function productView(row: ProductRow): Static<typeof ProductView> {
  const { battery_product_id, tenant, sku, name, created_by } = row;
  return { battery_product_id, tenant, sku, name, created_by, created_at: row.created_at.toISOString() };
}

export const productOperations = [create, list, get];
