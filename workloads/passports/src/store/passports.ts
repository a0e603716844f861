/** Creates battery products and passports and reads passports. Each change is a part of the caller's transaction. */
import type { Queryable, Transaction } from "@rota/engine";
import { gtin14, isSerialNumber } from "../core/qr/passport-link.ts";
import { PassportError } from "../errors.ts";
import { appendPassportEvent } from "./events.ts";
import {
  insertPassport,
  insertProduct,
  type NewProduct,
  type PassportRow,
  type ProductRow,
  selectPassport,
  selectPassportOf,
  selectProduct,
} from "./passports.sql.ts";
import { found } from "./rows.ts";

type PassportRequest = {
  readonly tenant: string;
  readonly batteryProductId: string;
  /** Serial number of the battery, or undefined for a passport of the product. */
  readonly serialNumber: string | undefined;
  /** GTIN. With it, web links are GS1 Digital Links. */
  readonly gtin: string | undefined;
  readonly actor: string;
};

/** Creates a passport, or returns the existing one. */
export async function createPassport(
  tx: Transaction,
  request: PassportRequest,
): Promise<{ readonly passport: PassportRow; readonly isNew: boolean }> {
  const { tenant, batteryProductId, serialNumber, actor } = request;
  const gtin = checkedGtin(request);
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
  throw new PassportError(
    "INVALID_STATE",
    `the passport ${held.passport_id} of this battery has another GTIN: leave it out`,
  );
}

/** Returns the GTIN with 14 digits. Refuses a GTIN or a serial number that no web link can hold here, and not later when labels are printed. */
export function checkedGtin({
  gtin,
  serialNumber,
}: Pick<PassportRequest, "gtin" | "serialNumber">): string | undefined {
  if (gtin === undefined) return undefined;
  if (serialNumber !== undefined && !isSerialNumber(serialNumber)) {
    const message = "with a GTIN, serialNumber must have 1 to 20 letters, digits or signs that GS1 allows";
    throw new PassportError("VALIDATION_ERROR", message, { member: "serialNumber" });
  }
  return gtin14(gtin);
}

/** @throws NOT_FOUND also if the passport belongs to another tenant. */
export async function readPassport(on: Queryable, passportId: string, tenant?: string): Promise<PassportRow> {
  return found(on, selectPassport(passportId, tenant), { what: "passport", id: passportId });
}

/** Refuses with ALREADY_EXISTS a number that the tenant has given to another product. */
export async function createProduct(tx: Transaction, input: NewProduct): Promise<ProductRow> {
  const [product] = await tx.query(insertProduct(input));
  if (product === undefined) {
    const message = `there is a product with the number ${input.sku}: list products with sku=${input.sku}, or choose another number`;
    throw new PassportError("ALREADY_EXISTS", message, { sku: input.sku });
  }
  const { tenant, battery_product_id: id, sku } = product;
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "BatteryProduct", id },
    type: "PRODUCT_CREATED",
    actor: input.createdBy,
    payload: { battery_product_id: id, sku },
  });
  return product;
}
