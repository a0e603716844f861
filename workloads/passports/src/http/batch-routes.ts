/** Routes of batches: create the passports of many batteries, get the progress, list the items. */
import { Given, Tenant, Time, Whole, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { DOCUMENT_KINDS } from "../core/facts/parse-document.ts";
import { type BatchRow, selectBatch, selectBatchItems } from "../store/batches.sql.ts";
import { readUpload } from "../store/documents.ts";
import { found } from "../store/rows.ts";
import { submitIn } from "../tasks/passport-work.ts";
import { startBatch } from "../tasks/start-batch.ts";
import { defineRoute, defineWrite, tenantOf } from "./define-route.ts";
import { UploadBody } from "./document-routes.ts";
import { JobId, Uuid } from "./fields.ts";
import { Gtin, SerialNumber } from "./passport-routes.ts";
import { versionView, VersionView } from "./version-routes.ts";

/** Maximum number of batteries in a request. The size of its body is limited too, by `serverBodyBytesMax`. */
const BATCH_SIZE_MAX = 500;

const Battery = Given({
  serial_number: SerialNumber,
  gtin: Type.Optional(Gtin),
  kind: Type.Optional(Word(DOCUMENT_KINDS, { description: "Of its document. Default: DATA_MODEL." })),
  ...UploadBody.properties,
});

const BatchParams = Given({ batchId: Uuid });

const BatchView = Type.Object({
  batch_id: Uuid,
  tenant: Type.String(),
  battery_product_id: Uuid,
  rule_package_version_id: Uuid,
  created_by: Type.String(),
  created_at: Time,
  total: Whole,
  compiling: Type.Integer({ minimum: 0, description: "Not signed yet." }),
  signed: Type.Integer({ minimum: 0, description: "Signed, and without a QR code yet." }),
  completed: Type.Integer({ minimum: 0, description: "With their QR code." }),
  failed: Type.Integer({ minimum: 0, description: "Their versions say why." }),
});

function batchView(row: BatchRow): Static<typeof BatchView> {
  const { batch_id, tenant, battery_product_id, rule_package_version_id, created_by, created_at, ...counts } = row;
  const named = { batch_id, tenant, battery_product_id, rule_package_version_id, created_by };
  return { ...named, created_at: created_at.toISOString(), ...counts };
}

const BatchItemView = Type.Object({
  position: Type.Integer({ minimum: 1 }),
  serial_number: Type.String(),
  document_version_id: Uuid,
  version: VersionView,
});

const ITEMS_LIMIT = 50;
const ITEMS_LIMIT_MAX = 200;

const create = defineWrite({
  name: "passports.batches.create",
  method: "POST",
  path: "/v1/passport-batches",
  summary: "Make the passports of many batteries",
  description:
    "Each document becomes the facts of a snapshot of its own, which is sealed, compiled and signed, and its QR code " +
    "drawn, in the background. A battery whose document is rejected or cannot be compiled says why; the others go on.",
  role: "operator",
  body: Given({
    tenant: Type.Optional(Tenant),
    battery_product_id: Uuid,
    rule_package_version_id: Uuid,
    batteries: Type.Array(Battery, { minItems: 1, maxItems: BATCH_SIZE_MAX }),
  }),
  answers: {
    202: Type.Object({
      batch_id: Uuid,
      job_ids: Type.Array(JobId, { description: "Of the tasks that read the documents." }),
      items: Type.Array(
        Type.Object({
          serial_number: Type.String(),
          passport_id: Uuid,
          passport_version_id: Uuid,
          document_version_id: Uuid,
        }),
      ),
      status: Word(["ACCEPTED"]),
    }),
  },
  handle({ commit, engine, body, tenant, actor }) {
    const request = {
      tenant: tenantOf({ tenant }),
      batteryProductId: body.battery_product_id,
      rulePackageVersionId: body.rule_package_version_id,
      actor: actor.name,
      batteries: body.batteries.map(({ serial_number, gtin, kind = "DATA_MODEL", content, mime_type }) => ({
        ...readUpload({ content, mimeType: mime_type }),
        serialNumber: serial_number,
        gtin,
        kind,
      })),
    };
    return commit(async (tx) => {
      const { batchId, items, jobIds } = await startBatch(tx, request, submitIn(engine));
      const created = items.map(({ serialNumber, passportId, passportVersionId, documentVersionId }) => ({
        serial_number: serialNumber,
        passport_id: passportId,
        passport_version_id: passportVersionId,
        document_version_id: documentVersionId,
      }));
      const accepted = { batch_id: batchId, job_ids: jobIds.map(String), items: created, status: "ACCEPTED" } as const;
      return { status: 202, body: accepted };
    });
  },
});

const show = defineRoute({
  name: "passports.batches.get",
  method: "GET",
  path: "/v1/passport-batches/{batchId}",
  summary: "How far the passports of a batch are",
  role: "viewer",
  params: BatchParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: BatchView },
  async handle({ engine, params: { batchId: id }, tenant }) {
    const row = await found(engine.database, selectBatch(id, tenant), { what: "batch", id });
    return { status: 200, body: batchView(row) };
  },
});

const items = defineRoute({
  name: "passports.batches.items",
  method: "GET",
  path: "/v1/passport-batches/{batchId}/items",
  summary: "The batteries of a batch in their order, each with its version",
  role: "viewer",
  params: BatchParams,
  query: Given({
    tenant: Type.Optional(Tenant),
    after: Type.Optional(Type.Integer({ minimum: 0, description: "The position of the last one of the page before." })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: ITEMS_LIMIT_MAX, default: ITEMS_LIMIT })),
  }),
  answers: { 200: Type.Object({ items: Type.Array(BatchItemView) }) },
  async handle({ engine: { database }, params: { batchId: id }, query, tenant }) {
    await found(database, selectBatch(id, tenant), { what: "batch", id });
    const { after = 0, limit = ITEMS_LIMIT } = query;
    const rows = await database.query(selectBatchItems({ batchId: id, after, limit }));
    const views = rows.map((row) => ({
      position: row.position,
      serial_number: row.serial_number ?? "",
      document_version_id: row.document_version_id,
      version: versionView(row),
    }));
    return { status: 200, body: { items: views } };
  },
});

export const batchOperations = [create, show, items];
