/** The statements about the QR codes of versions. */
import { sql, type Sql } from "@rota/engine";
import type { CodeKind, DrawnCode } from "./draw-codes.ts";

/** Puts it in place of the one that there was. Returns nothing. */
export const storeCode = (code: DrawnCode & { readonly tenant: string; readonly versionId: string }): Sql => sql`
  insert into rota.passports_qr_codes (tenant, passport_version_id, kind, content, png, svg)
  values (${code.tenant}, ${code.versionId}::uuid, ${code.kind}, ${code.content}, ${code.png}, ${code.svg})
  on conflict (passport_version_id, kind)
  do update set content = excluded.content, png = excluded.png, svg = excluded.svg, created_at = clock_timestamp()`;

export type CodeRow = { content: string; png: Uint8Array; svg: string };

/** Returns the QR code. No row: it was not drawn. */
export const selectCode = (versionId: string, kind: CodeKind): Sql<CodeRow> => sql<CodeRow>`
  select content, png, svg from rota.passports_qr_codes
   where passport_version_id = ${versionId}::uuid and kind = ${kind}`;

export type LabelRow = {
  name: string;
  sku: string;
  serial_number: string | null;
  qr_svg: string;
  link_svg: string | null;
};

/** Returns what a label shows. No row: there is no such version, or its QR code was not drawn. */
export const selectLabel = (versionId: string): Sql<LabelRow> => sql<LabelRow>`
  select product.name, product.sku, passport.serial_number, qr.svg as qr_svg, link.svg as link_svg
    from rota.passports_versions version
    join rota.passports passport using (tenant, passport_id)
    join rota.passports_products product using (tenant, battery_product_id)
    join rota.passports_qr_codes qr on qr.passport_version_id = version.passport_version_id and qr.kind = 'BPC-QR-1'
    left join rota.passports_qr_codes link on link.passport_version_id = version.passport_version_id and link.kind = 'LINK'
   where version.passport_version_id = ${versionId}::uuid`;
