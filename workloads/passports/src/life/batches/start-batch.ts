/** Takes the wish for the passports of many batteries: everything of theirs gets its id, and the work is submitted, in a transaction of the caller's. */
import { randomUUID } from "node:crypto";
import { RotaError, type Transaction } from "@rota/engine";
import { sha256Hex } from "../../canonical/sha256.ts";
import type { DocumentKind } from "../../documents/parse-document.ts";
import { parseFacts } from "../../tasks/documents/parse-facts.ts";
import { planPart } from "../../tasks/plan-part.ts";
import type { Upload } from "../documents/read-upload.ts";
import { appendPassportEvents } from "../events/append-passport-events.ts";
import { found } from "../found.ts";
import { chooseKey } from "../keys/choose-key.ts";
import { checkedGtin } from "../passports/create-passport.ts";
import { selectProduct } from "../products/products.sql.ts";
import type { SubmitIn } from "../submit-in.ts";
import { passportSettings } from "../settings/passport-settings.ts";
import { requirePublished } from "../versions/compiling/require-compilable.ts";
import { batchEvents } from "./batch-events.ts";
import { partsOf } from "./batch-part.ts";
import { insertBatch, insertPassports, selectPassportsOf, type NewBattery, type NewItem } from "./batches.sql.ts";

export type BatteryWish = Upload & {
  readonly serialNumber: string;
  readonly gtin: string | undefined;
  readonly kind: DocumentKind;
};

export type BatchWish = {
  readonly tenant: string;
  readonly batteryProductId: string;
  readonly rulePackageVersionId: string;
  readonly batteries: readonly BatteryWish[];
  readonly actor: string;
};

export type StartedBatch = {
  readonly batchId: string;
  readonly items: readonly NewItem[];
  readonly jobIds: readonly bigint[];
};

export async function startBatch(tx: Transaction, wish: BatchWish, submit: SubmitIn): Promise<StartedBatch> {
  const { tenant, batteryProductId, rulePackageVersionId, actor } = wish;
  const batteries = distinctBatteries(wish);
  const batchId = randomUUID();
  await found(tx, selectProduct(batteryProductId, tenant), { what: "battery product", id: batteryProductId });
  await requirePublished(tx, { tenant, rulePackageVersionId });
  const signingKeyId = await chooseKey(tx, { tenant, actor });
  const passports = await passportsOf(tx, wish, batteries);
  const items = wish.batteries.map((battery) => newItem(battery, passports.ids.get(battery.serialNumber) ?? ""));
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

/** In one order for all, so that two batches with the same batteries never wait for each other in a ring. */
function distinctBatteries({ batteries }: BatchWish): NewBattery[] {
  const known = new Set<string>();
  for (const { serialNumber } of batteries) {
    if (known.has(serialNumber)) {
      const message = `the serial number ${serialNumber} is there twice: a batch makes one passport of a battery`;
      throw new RotaError("VALIDATION_ERROR", message, { serialNumber });
    }
    known.add(serialNumber);
  }
  return batteries
    .map(({ serialNumber, gtin }) => ({ serialNumber, gtin: checkedGtin({ serialNumber, gtin }) }))
    .sort((a, b) => (a.serialNumber < b.serialNumber ? -1 : 1));
}

type Passports = { readonly ids: ReadonlyMap<string, string>; readonly newIds: ReadonlySet<string> };

/** Batteries that have a passport get a new version of it. */
async function passportsOf(
  tx: Transaction,
  { tenant, batteryProductId, actor }: BatchWish,
  batteries: readonly NewBattery[],
): Promise<Passports> {
  const made = await tx.query(insertPassports({ tenant, batteryProductId, createdBy: actor }, batteries));
  const ids = new Map(made.map(({ serial_number, passport_id }) => [serial_number ?? "", passport_id]));
  const others = batteries.filter(({ serialNumber }) => !ids.has(serialNumber));
  if (others.length > 0) {
    const serialNumbers = others.map(({ serialNumber }) => serialNumber);
    const held = await tx.query(selectPassportsOf({ tenant, batteryProductId }, serialNumbers));
    for (const { serial_number, passport_id, gtin } of held) {
      const wished = others.find(({ serialNumber }) => serialNumber === serial_number);
      if ((gtin ?? undefined) !== wished?.gtin) throw otherGtin(passport_id, serial_number);
      ids.set(serial_number ?? "", passport_id);
    }
  }
  return { ids, newIds: new Set(made.map(({ passport_id }) => passport_id)) };
}

function newItem({ serialNumber, kind, mimeType, content }: BatteryWish, passportId: string): NewItem {
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
  return new RotaError("INVALID_STATE", message, { passportId });
}
