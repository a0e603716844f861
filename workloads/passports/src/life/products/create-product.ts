/** Creates a battery product, in a transaction of the caller's. */
import { RotaError, type Transaction } from "@rota/engine";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import { insertProduct, type NewProduct, type ProductRow } from "./products.sql.ts";

/** Refuses with ALREADY_EXISTS a number that the tenant has given to another product. */
export async function createProduct(tx: Transaction, wish: NewProduct): Promise<ProductRow> {
  const [product] = await tx.query(insertProduct(wish));
  if (product === undefined) {
    const message = `there is a product with the number ${wish.sku}: list products with sku=${wish.sku}, or choose another number`;
    throw new RotaError("ALREADY_EXISTS", message, { sku: wish.sku });
  }
  const { tenant, battery_product_id: id, sku } = product;
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "BatteryProduct", id },
    type: "PRODUCT_CREATED",
    actor: wish.createdBy,
    payload: { battery_product_id: id, sku },
  });
  return product;
}
