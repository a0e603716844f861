/** What happened when a batch was taken in: to each document, snapshot and version as if it had been made by itself. Pure. */
import type { NewPassportEvent } from "../events/append-passport-events.ts";
import type { NewItem } from "./batches.sql.ts";

export type TakenBatch = {
  readonly tenant: string;
  readonly batteryProductId: string;
  readonly actor: string;
  readonly items: readonly NewItem[];
  /** The passports that were not there before. */
  readonly newIds: ReadonlySet<string>;
};

export function batchEvents({ items, ...batch }: TakenBatch): NewPassportEvent[] {
  return items.flatMap((item) => [...documentEvents(item, batch), ...passportEvents(item, batch)]);
}

type Batch = Omit<TakenBatch, "items">;

function documentEvents(item: NewItem, { tenant, actor }: Batch): NewPassportEvent[] {
  const { documentId: document_id, documentVersionId: document_version_id, kind, sha256, snapshotId } = item;
  return [
    {
      tenant,
      actor,
      aggregate: { type: "Document", id: document_id },
      type: "DOCUMENT_CREATED",
      payload: { document_id, kind },
    },
    {
      tenant,
      actor,
      aggregate: { type: "DocumentVersion", id: document_version_id },
      type: "DOCUMENT_UPLOADED",
      payload: { document_id, document_version_id, version: 1, sha256 },
    },
    {
      tenant,
      actor,
      aggregate: { type: "DataSnapshot", id: snapshotId },
      type: "SNAPSHOT_CREATED",
      payload: { snapshot_id: snapshotId },
    },
  ];
}

function passportEvents(item: NewItem, { tenant, actor, batteryProductId, newIds }: Batch): NewPassportEvent[] {
  const { passportId: passport_id, passportVersionId: passport_version_id } = item;
  const named = { passport_id, battery_product_id: batteryProductId };
  const created: NewPassportEvent = {
    tenant,
    actor,
    aggregate: { type: "Passport", id: passport_id },
    type: "PASSPORT_CREATED",
    payload: { ...named, scope: "item" },
  };
  const requested: NewPassportEvent = {
    tenant,
    actor,
    aggregate: { type: "PassportVersion", id: passport_version_id },
    type: "PASSPORT_REQUESTED",
    payload: { ...named, passport_version_id },
  };
  return newIds.has(passport_id) ? [created, requested] : [requested];
}
