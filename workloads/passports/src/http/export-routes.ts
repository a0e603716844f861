/** Routes of exports of active versions: request, list, get. */
import { Given, Tenant, Time, Whole, Word } from "@rota/engine/operations";
import { Type } from "typebox";
import { found, wrongState } from "../store/rows.ts";
import { selectExport, selectExports } from "../store/versions.sql.ts";
import { readVersion } from "../store/versions.ts";
import { EXPORT_FORMATS, exportPassport, isExportFormat } from "../tasks/export-passport.ts";
import { PASSPORTS_GROUP } from "../tasks/passport-work.ts";
import { defineRoute, defineWrite } from "./define-route.ts";
import { Hash, Uuid } from "./fields.ts";
import { accepted, Accepted, Bytes, VersionParams } from "./version-routes.ts";

const FORMATS = Object.keys(EXPORT_FORMATS).filter(isExportFormat);

const ask = defineWrite({
  name: "passports.exports.create",
  method: "POST",
  path: "/v1/passport-versions/{passportVersionId}/exports",
  summary: "Export an active version",
  role: "operator",
  params: VersionParams,
  body: Given({ tenant: Type.Optional(Tenant), format: Word(FORMATS) }),
  answers: { 202: Accepted },
  handle({ commit, engine, params, body: { format }, tenant: asking, actor }) {
    const { passportVersionId: id } = params;
    const unique = { key: `${id}:${format}`, mode: "singleton" } as const;
    return commit(async (tx) => {
      const { status, tenant } = await readVersion(tx, id, asking);
      if (status !== "ACTIVE")
        throw wrongState(`the version ${id} is ${status}: only an active one is exported`, status);
      const placement = { in: tx, tenant, group: PASSPORTS_GROUP, unique, submittedBy: actor.name };
      return accepted(await engine.submit(exportPassport, { ...params, format }, placement));
    });
  },
});

const ExportView = Type.Object({
  export_id: Uuid,
  passport_version_id: Uuid,
  format: Type.String(),
  media_type: Type.String(),
  sha256: Hash,
  bytes: Whole,
  created_at: Time,
});

const list = defineRoute({
  name: "passports.exports.list",
  method: "GET",
  path: "/v1/passport-versions/{passportVersionId}/exports",
  summary: "The exports of a version",
  role: "viewer",
  params: VersionParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: Type.Object({ items: Type.Array(ExportView) }) },
  async handle({ engine, params, tenant }) {
    await readVersion(engine.database, params.passportVersionId, tenant);
    const rows = await engine.database.query(selectExports(params.passportVersionId));
    const items = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
    return { status: 200, body: { items } };
  },
});

const fetch = defineRoute({
  name: "passports.exports.get",
  method: "GET",
  path: "/v1/passport-exports/{exportId}",
  summary: "What was exported",
  role: "viewer",
  params: Given({ exportId: Uuid }),
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: Bytes },
  contentType: "application/json; charset=utf-8",
  async handle({ engine, params: { exportId }, tenant }) {
    const row = await found(engine.database, selectExport(exportId, tenant), { what: "export", id: exportId });
    const headers = {
      etag: `"${row.sha256}"`,
      "content-disposition": `attachment; filename="passport-${exportId}.json"`,
    };
    return { status: 200, headers, body: Buffer.from(row.content) };
  },
});

export const exportOperations = [ask, list, fetch];
