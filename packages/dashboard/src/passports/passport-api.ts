/** Names the types of the API's answers about passports, and contains the requests that several pages share. */
import { answerOf } from "@rota/client";
import type { Item, Json } from "../api/api-types.ts";
import { client } from "../api/client.ts";

export type Passport = Item<"/v1/passports">;
export type Version = Json<"/v1/passport-versions/{passportVersionId}">;
export type Product = Item<"/v1/battery-products">;
export type RulePackage = Item<"/v1/rule-packages">;
export type RuleVersion = Json<"/v1/rule-packages/{rulePackageId}">["versions"][number];
export type PassportDocument = Item<"/v1/documents">;
export type DocumentVersion = Json<"/v1/documents/{documentId}">["versions"][number];
export type Fact = Item<"/v1/facts">;
export type Snapshot = Item<"/v1/snapshots">;

/** How many things a form offers to choose from: as many as a page of them holds, the newest. */
export const CHOICES_MAX = 200;

type CursorPage<Row> = { readonly items: readonly Row[]; readonly next_cursor: string | null };

/** As lists of the dashboard want it. */
export function pageOf<Row>({ items, next_cursor }: CursorPage<Row>) {
  return { items, next: next_cursor };
}

/** Every write is done once, however often it is sent. */
export function onceHeader() {
  return { "idempotency-key": crypto.randomUUID() };
}

export async function loadPassport(passportId: string, signal: AbortSignal) {
  const passport = await answerOf(
    client.GET("/v1/passports/{passportId}", { params: { path: { passportId } }, signal }),
  );
  const path = { batteryProductId: passport.battery_product_id };
  const product = await answerOf(client.GET("/v1/battery-products/{batteryProductId}", { params: { path }, signal }));
  return { passport, product };
}
