/** A passport and the product that it is of. */
import { answerOf } from "@rota/client";
import { client } from "../../../api/client.ts";

export async function loadPassport(passportId: string, signal: AbortSignal) {
  const passport = await answerOf(
    client.GET("/v1/passports/{passportId}", { params: { path: { passportId } }, signal }),
  );
  const path = { batteryProductId: passport.battery_product_id };
  const product = await answerOf(client.GET("/v1/battery-products/{batteryProductId}", { params: { path }, signal }));
  return { passport, product };
}
