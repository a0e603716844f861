/** The statements about battery products. */
import { sql, type Sql } from "@rota/engine";
import type { PageAfter } from "../page-after.ts";

export type ProductRow = {
  battery_product_id: string;
  tenant: string;
  sku: string;
  name: string;
  created_by: string;
  created_at: Date;
};

export type NewProduct = {
  readonly tenant: string;
  readonly sku: string;
  readonly name: string;
  readonly createdBy: string;
};

/** Returns the new product. No row: the tenant has one of this number. */
export const insertProduct = (product: NewProduct): Sql<ProductRow> => sql<ProductRow>`
  insert into rota.passports_products (tenant, sku, name, created_by)
  values (${product.tenant}, ${product.sku}, ${product.name}, ${product.createdBy})
  on conflict on constraint passports_products_by_sku do nothing
  returning battery_product_id, tenant, sku, name, created_by, created_at`;

/** Returns the product, of one tenant or of any. No row: there is none. */
export const selectProduct = (productId: string, tenant: string | undefined): Sql<ProductRow> => sql<ProductRow>`
  select battery_product_id, tenant, sku, name, created_by, created_at
    from rota.passports_products
   where battery_product_id = ${productId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

export type ListedProductRow = ProductRow & { cursor_time: string };
export type ProductsPage = PageAfter & { readonly sku: string | undefined };

/** Returns products, the newest first. */
export const selectProducts = ({
  tenant,
  sku,
  after,
  limit,
}: ProductsPage): Sql<ListedProductRow> => sql<ListedProductRow>`
  select battery_product_id, tenant, sku, name, created_by, created_at,
         to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_time
    from rota.passports_products
   where (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     and (${sku ?? null}::text is null or sku = ${sku ?? null})
     and (${after?.id ?? null}::uuid is null
          or (created_at, battery_product_id) < (${after?.t ?? null}::timestamptz, ${after?.id ?? null}::uuid))
   order by created_at desc, battery_product_id desc
   limit ${limit}`;
