/** Creates the client of the API of books, and names the types of its answers. */
import { type AnswerTo, apiClient, type ItemOf } from "@rota/dashboard";
import type { paths } from "../src/api-types.generated.ts";

export const client = apiClient<paths>();

type Json<Path extends keyof paths> = AnswerTo<paths, Path>;
type Item<Path extends keyof paths> = ItemOf<paths, Path>;

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
