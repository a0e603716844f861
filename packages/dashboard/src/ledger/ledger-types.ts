/** Names the response types of the books API. */
import type { Item, Json } from "../api/api-types.ts";

export type BooksList = Json<"/v1/books">;
export type BooksItem = Item<"/v1/books">;
/** Books to choose from and the chosen tenant. */
export type BooksChoice = { readonly all: BooksList; readonly chosen: string };
export type Entry = Item<"/v1/journal-entries">;
export type Period = Item<"/v1/accounting-periods">;
export type Rule = Item<"/v1/mapping-rules">;
export type RejectedEvent = Item<"/v1/admin/rejected-events">;
export type RejectedDetails = Json<"/v1/admin/rejected-events/{rejectedEventId}">;
export type TrialBalance = Json<"/v1/reports/trial-balance">;
export type BalanceSheet = Json<"/v1/reports/balance-sheet">;
export type Section = BalanceSheet["assets"];
export type Statement = Json<"/v1/reports/general-ledger/{code}">;
