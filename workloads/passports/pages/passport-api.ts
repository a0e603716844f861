/** Creates the client of the passports API, names the types of its answers, and contains requests that several pages share. */
import { type AnswerTo, answerOf, apiClient, type ItemOf } from "@rota/dashboard";
import type { paths } from "../src/api-types.generated.ts";

export const client = apiClient<paths>();

type Json<Path extends keyof paths> = AnswerTo<paths, Path>;
type Item<Path extends keyof paths> = ItemOf<paths, Path>;

export type Passport = Item<"/v1/passports">;
export type Version = Json<"/v1/passport-versions/{passportVersionId}">;
export type Product = Item<"/v1/battery-products">;
export type RulePackage = Item<"/v1/rule-packages">;
export type RuleVersion = Json<"/v1/rule-packages/{rulePackageId}">["versions"][number];
export type PassportDocument = Item<"/v1/documents">;
export type DocumentVersion = Json<"/v1/documents/{documentId}">["versions"][number];
export type Fact = Item<"/v1/facts">;
export type Snapshot = Item<"/v1/snapshots">;

/** Maximum number of choices in a form: one page of the list, the newest. */
export const CHOICES_MAX = 200;

type CursorPage<Row> = { readonly items: readonly Row[]; readonly next_cursor: string | null };

/** Converts a page to the form that the dashboard's lists use. */
export function pageOf<Row>({ items, next_cursor }: CursorPage<Row>) {
  return { items, next: next_cursor };
}

/** Creates an idempotency key, so that a repeated request takes effect once. */
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
