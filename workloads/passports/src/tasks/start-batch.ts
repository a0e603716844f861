/** Starts a batch: creates all rows of its batteries in one transaction and submits PARSE_FACTS for each part. */
import { randomUUID } from "node:crypto";
import type { RotaError, Transaction } from "@rota/engine";
import { sha256Hex } from "../core/canonical/sha256.ts";
import type { DocumentKind } from "../core/facts/parse-document.ts";
import { PassportError } from "../errors.ts";
import { partsOf } from "../store/batch-part.ts";
import {
  insertBatch,
  insertPassports,
  type NewBattery,
  type NewItem,
  selectPassportsOf,
} from "../store/batches.sql.ts";
import type { Upload } from "../store/documents.ts";
import { appendPassportEvents, type NewPassportEvent } from "../store/events.ts";
import { selectProduct } from "../store/passports.sql.ts";
import { checkedGtin } from "../store/passports.ts";
import { found } from "../store/rows.ts";
import { passportSettings } from "../store/settings.ts";
import { chooseKey } from "../store/signing-keys.ts";
import { requirePublished } from "../store/versions.ts";
import { parseFacts } from "./parse-facts.ts";
import { planPart, type SubmitIn } from "./passport-work.ts";

type BatteryInput = Upload & {
  readonly serialNumber: string;
  readonly gtin: string | undefined;
  readonly kind: DocumentKind;
};

type BatchRequest = {
  readonly tenant: string;
  readonly batteryProductId: string;
  readonly rulePackageVersionId: string;
  readonly batteries: readonly BatteryInput[];
  readonly actor: string;
};

type StartedBatch = {
  readonly batchId: string;
  readonly items: readonly NewItem[];
  readonly jobIds: readonly bigint[];
};

export async function startBatch(tx: Transaction, request: BatchRequest, submit: SubmitIn): Promise<StartedBatch> {
  const { tenant, batteryProductId, rulePackageVersionId, actor } = request;
  const batteries = distinctBatteries(request);
  const batchId = randomUUID();
  await found(tx, selectProduct(batteryProductId, tenant), { what: "battery product", id: batteryProductId });
  await requirePublished(tx, { tenant, rulePackageVersionId });
  const signingKeyId = await chooseKey(tx, { tenant, actor });
  const passports = await passportsOf(tx, request, batteries);
  const items = request.batteries.map((battery) => newItem(battery, passports.ids.get(battery.serialNumber) ?? ""));
  const { compilerBuildId } = passportSettings();
  const fixed = { batchId, tenant, batteryProductId, rulePackageVersionId, compilerBuildId, signingKeyId };
  await tx.query(insertBatch({ ...fixed, createdBy: actor }, items));
  await appendPassportEvents(tx, batchEvents({ tenant, batteryProductId, actor, items, newIds: passports.newIds }));
  const placement = { tenant, submittedBy: actor };
  const parts = partsOf(batchId, items.length);
  const tasks = await Promise.all(parts.map((part) => planPart(parseFacts, part, placement)));
  const submitted = await submit(tx, tasks);
  return { batchId, items, jobIds: submitted.map(({ taskId }) => taskId) };
}

/** Returns the batteries, and refuses duplicates. All batches use the same order, so that two with the same batteries never deadlock. */
function distinctBatteries({ batteries }: BatchRequest): NewBattery[] {
  const known = new Set<string>();
  for (const { serialNumber } of batteries) {
    if (known.has(serialNumber)) {
      const message = `the serial number ${serialNumber} is there twice: a batch makes one passport of a battery`;
      throw new PassportError("VALIDATION_ERROR", message, { serialNumber });
    }
    known.add(serialNumber);
  }
  return batteries
    .map(({ serialNumber, gtin }) => ({ serialNumber, gtin: checkedGtin({ serialNumber, gtin }) }))
    .sort((a, b) => (a.serialNumber < b.serialNumber ? -1 : 1));
}

type Passports = { readonly ids: ReadonlyMap<string, string>; readonly newIds: ReadonlySet<string> };

/** Returns the passports of batteries. A battery that already has one gets a new version of it. */
async function passportsOf(
  tx: Transaction,
  { tenant, batteryProductId, actor }: BatchRequest,
  batteries: readonly NewBattery[],
): Promise<Passports> {
  const made = await tx.query(insertPassports({ tenant, batteryProductId, createdBy: actor }, batteries));
  const ids = new Map(made.map(({ serial_number, passport_id }) => [serial_number ?? "", passport_id]));
  const others = batteries.filter(({ serialNumber }) => !ids.has(serialNumber));
  if (others.length > 0) {
    const serialNumbers = others.map(({ serialNumber }) => serialNumber);
    const held = await tx.query(selectPassportsOf({ tenant, batteryProductId }, serialNumbers));
    for (const { serial_number, passport_id, gtin } of held) {
      const battery = others.find(({ serialNumber }) => serialNumber === serial_number);
      if ((gtin ?? undefined) !== battery?.gtin) throw otherGtin(passport_id, serial_number);
      ids.set(serial_number ?? "", passport_id);
    }
  }
  return { ids, newIds: new Set(made.map(({ passport_id }) => passport_id)) };
}

function newItem({ serialNumber, kind, mimeType, content }: BatteryInput, passportId: string): NewItem {
  if (passportId === "") throw new Error("a passport was in the way and is not there");
  return {
    serialNumber,
    kind,
    mimeType,
    content,
    sha256: sha256Hex(content),
    passportId,
    documentId: randomUUID(),
    documentVersionId: randomUUID(),
    snapshotId: randomUUID(),
    passportVersionId: randomUUID(),
  };
}

function otherGtin(passportId: string, serialNumber: string | null): RotaError {
  const message = `the passport ${passportId} of the battery ${serialNumber ?? ""} has another GTIN: leave it out`;
  return new PassportError("INVALID_STATE", message, { passportId });
}

type TakenBatch = {
  readonly tenant: string;
  readonly batteryProductId: string;
  readonly actor: string;
  readonly items: readonly NewItem[];
  /** Ids of the new passports. */
  readonly newIds: ReadonlySet<string>;
};

/** Lists the events of a new batch: each document, snapshot and version has the same events as if created alone. */
function batchEvents({ items, ...batch }: TakenBatch): NewPassportEvent[] {
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
