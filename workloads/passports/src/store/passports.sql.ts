/** Statements about passports and battery products. */
import { sql, type Sql } from "@rota/engine";
import type { PageAfter } from "./rows.ts";

type PassportScope = "product" | "item";

export type PassportRow = {
  passport_id: string;
  tenant: string;
  battery_product_id: string;
  scope: PassportScope;
  serial_number: string | null;
  gtin: string | null;
  current_version_id: string | null;
  created_by: string;
  created_at: Date;
};

/** Returns the passport, of one tenant or of any, or no row if there is none. */
export const selectPassport = (passportId: string, tenant: string | undefined): Sql<PassportRow> => sql<PassportRow>`
  select * from rota.passports
   where passport_id = ${passportId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

/** Returns the passport and locks it, so that its current version does not change before the transaction ends. */
export const lockPassport = (passportId: string, tenant: string): Sql<PassportRow> => sql<PassportRow>`
  select * from rota.passports where passport_id = ${passportId}::uuid and tenant = ${tenant} for no key update`;

type NewPassportRow = {
  readonly tenant: string;
  readonly batteryProductId: string;
  readonly serialNumber: string | undefined;
  readonly gtin: string | undefined;
  readonly createdBy: string;
};

/** Returns the new passport, or no row if the product or battery already has one. */
export const insertPassport = (passport: NewPassportRow): Sql<PassportRow> => sql<PassportRow>`
  insert into rota.passports (tenant, battery_product_id, scope, serial_number, gtin, created_by)
  values (${passport.tenant}, ${passport.batteryProductId}::uuid,
          case when ${passport.serialNumber ?? null}::text is null then 'product' else 'item' end,
          ${passport.serialNumber ?? null}, ${passport.gtin ?? null}, ${passport.createdBy})
  on conflict do nothing
  returning *`;

/** Returns the passport of a product, or of one of its batteries. */
export const selectPassportOf = (of: {
  tenant: string;
  batteryProductId: string;
  serialNumber: string | undefined;
}): Sql<PassportRow> => sql<PassportRow>`
  select * from rota.passports
   where tenant = ${of.tenant} and battery_product_id = ${of.batteryProductId}::uuid
     and serial_number is not distinct from ${of.serialNumber ?? null}`;

/** Returns passports with an active version under a GTIN, newest first. There are several if tenants share the GTIN. */
export const selectByGtin = (gtin: string, serialNumber: string | undefined): Sql<PassportRow> => sql<PassportRow>`
  select * from rota.passports
   where gtin = ${gtin} and serial_number is not distinct from ${serialNumber ?? null}
     and current_version_id is not null
   order by created_at desc, passport_id
   limit 2`;

/** Returns nothing. */
export const setCurrent = (passportId: string, versionId: string | null): Sql => sql`
  update rota.passports set current_version_id = ${versionId}::uuid where passport_id = ${passportId}::uuid`;

type ListedPassportRow = PassportRow & { cursor_time: string };

type PassportsPage = PageAfter & {
  readonly batteryProductId: string | undefined;
  readonly serialNumber: string | undefined;
};

/** Returns passports, newest first. */
export const selectPassports = (page: PassportsPage): Sql<ListedPassportRow> => sql<ListedPassportRow>`
  select *, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_time
    from rota.passports
   where (${page.tenant ?? null}::text is null or tenant = ${page.tenant ?? null})
     and (${page.batteryProductId ?? null}::uuid is null or battery_product_id = ${page.batteryProductId ?? null}::uuid)
     and (${page.serialNumber ?? null}::text is null or serial_number = ${page.serialNumber ?? null})
     and (${page.after?.id ?? null}::uuid is null
          or (created_at, passport_id) < (${page.after?.t ?? null}::timestamptz, ${page.after?.id ?? null}::uuid))
   order by created_at desc, passport_id desc
   limit ${page.limit}`;

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

/** Returns the new product, or no row if the tenant already has one with this number. */
export const insertProduct = (product: NewProduct): Sql<ProductRow> => sql<ProductRow>`
  insert into rota.passports_products (tenant, sku, name, created_by)
  values (${product.tenant}, ${product.sku}, ${product.name}, ${product.createdBy})
  on conflict on constraint passports_products_by_sku do nothing
  returning battery_product_id, tenant, sku, name, created_by, created_at`;

/** Returns the product, of one tenant or of any, or no row if there is none. */
export const selectProduct = (productId: string, tenant: string | undefined): Sql<ProductRow> => sql<ProductRow>`
  select battery_product_id, tenant, sku, name, created_by, created_at
    from rota.passports_products
   where battery_product_id = ${productId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

type ListedProductRow = ProductRow & { cursor_time: string };
type ProductsPage = PageAfter & { readonly sku: string | undefined };

/** Returns products, newest first. */
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
