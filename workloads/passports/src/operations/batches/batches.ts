/** Passports of many batteries at once: hand in their documents, see how far they are. */
import { Type } from "typebox";
import { selectBatch, selectBatchItems } from "../../life/batches/batches.sql.ts";
import { startBatch } from "../../life/batches/start-batch.ts";
import { readUpload } from "../../life/documents/read-upload.ts";
import { found } from "../../life/found.ts";
import { submitIn } from "../../life/submit-in.ts";
import { defineRoute, defineWrite } from "../define-route.ts";
import { Given, JobId, Tenant, Uuid, Word } from "../fields.ts";
import { tenantOf } from "../tenant-of.ts";
import { versionView } from "../versions/version-view.ts";
import { BATCH_SIZE_MAX, BatchItemView, BatchParams, batchView, BatchView, Battery } from "./batch-schemas.ts";

const ITEMS_TOLD = 50;
const ITEMS_TOLD_MAX = 200;

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
    const wish = {
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
      const { batchId, items, jobIds } = await startBatch(tx, wish, submitIn(engine));
      const told = items.map(({ serialNumber, passportId, passportVersionId, documentVersionId }) => ({
        serial_number: serialNumber,
        passport_id: passportId,
        passport_version_id: passportVersionId,
        document_version_id: documentVersionId,
      }));
      const accepted = { batch_id: batchId, job_ids: jobIds.map(String), items: told, status: "ACCEPTED" } as const;
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
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: ITEMS_TOLD_MAX, default: ITEMS_TOLD })),
  }),
  answers: { 200: Type.Object({ items: Type.Array(BatchItemView) }) },
  async handle({ engine: { database }, params: { batchId: id }, query, tenant }) {
    await found(database, selectBatch(id, tenant), { what: "batch", id });
    const { after = 0, limit = ITEMS_TOLD } = query;
    const rows = await database.query(selectBatchItems({ batchId: id, after, limit }));
    const told = rows.map((row) => ({
      position: row.position,
      serial_number: row.serial_number ?? "",
      document_version_id: row.document_version_id,
      version: versionView(row),
    }));
    return { status: 200, body: { items: told } };
  },
});

export const batchOperations = [create, show, items];
