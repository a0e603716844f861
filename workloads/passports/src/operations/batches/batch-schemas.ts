/** Batches of passports as the API takes and tells them. */
import { Type, type Static } from "typebox";
import { DOCUMENT_KINDS } from "../../documents/parse-document.ts";
import type { BatchRow } from "../../life/batches/batches.sql.ts";
import { NewVersion } from "../documents/document-schemas.ts";
import { Given, Time, Uuid, Whole, Word } from "../fields.ts";
import { Gtin, SerialNumber } from "./battery-fields.ts";
import { VersionView } from "../versions/version-view.ts";

/** Of one request, whose body has a limit besides: `serverBodyBytesMax`. */
export const BATCH_SIZE_MAX = 500;

export const Battery = Given({
  serial_number: SerialNumber,
  gtin: Type.Optional(Gtin),
  kind: Type.Optional(Word(DOCUMENT_KINDS, { description: "Of its document. Default: DATA_MODEL." })),
  ...NewVersion.properties,
});

export const BatchParams = Given({ batchId: Uuid });

export const BatchView = Type.Object({
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

export function batchView(row: BatchRow): Static<typeof BatchView> {
  const { batch_id, tenant, battery_product_id, rule_package_version_id, created_by, created_at, ...counts } = row;
  const named = { batch_id, tenant, battery_product_id, rule_package_version_id, created_by };
  return { ...named, created_at: created_at.toISOString(), ...counts };
}

export const BatchItemView = Type.Object({
  position: Type.Integer({ minimum: 1 }),
  serial_number: Type.String(),
  document_version_id: Uuid,
  version: VersionView,
});
