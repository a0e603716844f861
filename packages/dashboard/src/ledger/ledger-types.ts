/** Names the types of the API's answers about books. */
import type { Item, Json } from "../api/api-types.ts";

export type BooksList = Json<"/v1/books">;
export type BooksItem = Item<"/v1/books">;
/** What there is to choose from, and what is chosen. */
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
