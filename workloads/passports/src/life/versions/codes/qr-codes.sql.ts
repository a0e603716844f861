/** The statements about the QR codes of versions. */
import { sql, type Sql } from "@rota/engine";
import { pack } from "../../pack.ts";
import type { CodeKind, DrawnCode } from "./draw-codes.ts";

export type CodeToStore = DrawnCode & { readonly tenant: string; readonly versionId: string };

/** Puts them in place of those that there were. Returns nothing. */
export const storeCodes = (codes: readonly CodeToStore[]): Sql => {
  const pngs = pack(codes.map(({ png }) => png));
  const svgs = pack(codes.map(({ svg }) => svg));
  return sql`
  insert into rota.passports_qr_codes (tenant, passport_version_id, kind, content, png, svg)
  select tenant, version_id, kind, content, substring(${pngs.bytes}::bytea from png_start for png_length),
         convert_from(substring(${svgs.bytes}::bytea from svg_start for svg_length), 'UTF8')
    from unnest(${codes.map(({ tenant }) => tenant)}::text[], ${codes.map(({ versionId }) => versionId)}::uuid[],
                ${codes.map(({ kind }) => kind)}::text[], ${codes.map(({ content }) => content)}::text[],
                ${pngs.starts}::integer[], ${pngs.lengths}::integer[], ${svgs.starts}::integer[], ${svgs.lengths}::integer[])
         as given (tenant, version_id, kind, content, png_start, png_length, svg_start, svg_length)
  on conflict (passport_version_id, kind)
  do update set content = excluded.content, png = excluded.png, svg = excluded.svg, created_at = clock_timestamp()`;
};

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
