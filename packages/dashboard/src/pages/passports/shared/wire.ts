/** Short names of what the server answers about passports, and how its pages and writes are asked for. */
import type { Item, Json } from "../../../api/wire.ts";

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
