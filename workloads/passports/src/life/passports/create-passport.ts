/** Creates the passport of a product or of one battery, in a transaction of the caller's. */
import { RotaError, type Transaction } from "@rota/engine";
import { gtin14, isSerialNumber } from "../../qr/passport-link.ts";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import { found } from "../found.ts";
import { selectProduct } from "../products/products.sql.ts";
import { insertPassport, selectPassportOf, type PassportRow } from "./passports.sql.ts";

export type PassportWish = {
  readonly tenant: string;
  readonly batteryProductId: string;
  /** Of the one battery that it is about; undefined: it is about the product. */
  readonly serialNumber: string | undefined;
  /** With it, web links are GS1 Digital Links. */
  readonly gtin: string | undefined;
  readonly actor: string;
};

/** Asked for again, it is the one that there is. */
export async function createPassport(
  tx: Transaction,
  wish: PassportWish,
): Promise<{ readonly passport: PassportRow; readonly isNew: boolean }> {
  const { tenant, batteryProductId, serialNumber, actor } = wish;
  const gtin = checkedGtin(wish);
  await found(tx, selectProduct(batteryProductId, tenant), { what: "battery product", id: batteryProductId });
  const [made] = await tx.query(insertPassport({ tenant, batteryProductId, serialNumber, gtin, createdBy: actor }));
  if (made !== undefined) {
    await appendPassportEvent(tx, {
      tenant,
      aggregate: { type: "Passport", id: made.passport_id },
      type: "PASSPORT_CREATED",
      actor,
      payload: { passport_id: made.passport_id, battery_product_id: batteryProductId, scope: made.scope },
    });
    return { passport: made, isNew: true };
  }
  const [held] = await tx.query(selectPassportOf({ tenant, batteryProductId, serialNumber }));
  if (held === undefined) throw new Error("a passport was in the way and is not there");
  if ((held.gtin ?? undefined) === gtin) return { passport: held, isNew: false };
  throw new RotaError(
    "INVALID_STATE",
    `the passport ${held.passport_id} of this battery has another GTIN: leave it out`,
  );
}

/** A GTIN and serial number that no web link could hold are refused now, not when labels are to be printed. */
export function checkedGtin({ gtin, serialNumber }: Pick<PassportWish, "gtin" | "serialNumber">): string | undefined {
  if (gtin === undefined) return undefined;
  if (serialNumber !== undefined && !isSerialNumber(serialNumber)) {
    const message = "with a GTIN, serialNumber must have 1 to 20 letters, digits or signs that GS1 allows";
    throw new RotaError("VALIDATION_ERROR", message, { member: "serialNumber" });
  }
  return gtin14(gtin);
}
