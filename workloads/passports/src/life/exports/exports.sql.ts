/** The statements about exports of versions. */
import { sql, type Sql } from "@rota/engine";

export type ExportRow = {
  export_id: string;
  passport_version_id: string;
  format: string;
  media_type: string;
  sha256: string;
  bytes: number;
  created_at: Date;
};

export type NewExport = {
  readonly tenant: string;
  readonly versionId: string;
  readonly format: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
  readonly sha256: string;
};

/** Returns the new export. No row: there is one in this format. */
export const insertExport = (made: NewExport): Sql<ExportRow> => sql<ExportRow>`
  insert into rota.passports_exports (tenant, passport_version_id, format, media_type, content, sha256)
  values (${made.tenant}, ${made.versionId}::uuid, ${made.format}, ${made.mediaType}, ${made.content}, decode(${made.sha256}, 'hex'))
  on conflict (passport_version_id, format) do nothing
  returning export_id, passport_version_id, format, media_type, encode(sha256, 'hex') as sha256, length(content) as bytes, created_at`;

/** Returns the exports of a version, one for each format. */
export const selectExports = (versionId: string): Sql<ExportRow> => sql<ExportRow>`
  select export_id, passport_version_id, format, media_type, encode(sha256, 'hex') as sha256, length(content) as bytes, created_at
    from rota.passports_exports
   where passport_version_id = ${versionId}::uuid
   order by format
   limit 100`;

export type ExportContent = { content: Uint8Array; media_type: string; format: string; sha256: string };

/** Returns one export with its content, of one tenant or of any. No row: there is none. */
export const selectExport = (exportId: string, tenant: string | undefined): Sql<ExportContent> => sql<ExportContent>`
  select content, media_type, format, encode(sha256, 'hex') as sha256
    from rota.passports_exports
   where export_id = ${exportId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;
