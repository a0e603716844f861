/** Posts what the settlement of a foreign amount gained or lost, in one transaction that it opens. */
import { RotaError, type Database, type Queryable } from "@rota/engine";
import { currentBooks } from "../books/current-books.ts";
import { businessHash } from "../chain/business-hash.ts";
import { type RealizedDifference, settle } from "../closing/settle.ts";
import { type BusinessEntity, readEntity } from "../entities/entity.ts";
import type { Acting } from "../entities/note-change.ts";
import type { Books } from "../journal/books.ts";
import { checkDraft } from "../journal/check-draft.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Poster } from "../periods/period.ts";
import { postOnce } from "./post-once.ts";
import { readEntry } from "./read-entries.ts";

export type SettlementWish = Acting & {
  readonly poster: Poster;
  readonly eventId: string;
  readonly entryId: string;
  readonly date: string;
  readonly rate: bigint;
  readonly account: string;
  /** Those that are left out are the tenant's. */
  readonly accounts: {
    readonly reserve?: string | undefined;
    readonly gain?: string | undefined;
    readonly loss?: string | undefined;
  };
};

export type Settled = Pick<RealizedDifference, "carrying" | "value" | "delta"> & {
  /** Undefined: nothing was gained or lost. */
  readonly entry: JournalEntry | undefined;
  readonly isRepeated: boolean;
  readonly baseCurrency: string;
};

export async function settleEntry(database: Database, wish: SettlementWish): Promise<Settled> {
  const { tenant, poster, eventId, entryId, date, rate, account, accounts } = wish;
  const hash = businessHash({ command: "settle", eventId, entryId, date, rate, account, accounts });
  const commands = [{ eventId, hash }];
  const { entries, isRepeated } = await postOnce(database, { tenant, commands }, async ({ books }, tx) => {
    const { draft } = await differenceOf(tx, wish, books);
    return draft === undefined ? [] : [checkDraft({ ...draft, payloadHash: hash }, books, poster)];
  });
  // Entries and what they are of never change: what came out can be computed again.
  const books = await currentBooks(database, tenant);
  const { carrying, value, delta } = await differenceOf(database, wish, books);
  return { carrying, value, delta, entry: entries[0], isRepeated, baseCurrency: books.baseCurrency };
}

async function differenceOf(on: Queryable, wish: SettlementWish, books: Books): Promise<RealizedDifference> {
  const { tenant, actor, eventId, entryId, date, rate, account, accounts } = wish;
  const entity = await readEntity(on, tenant);
  const original = await readEntry(on, entity, entryId);
  const settlement = { eventId, date, rate, account, createdBy: actor, accounts: accountsOf(accounts, entity) };
  return settle(original, settlement, books);
}

function accountsOf({ reserve, gain, loss }: SettlementWish["accounts"], entity: BusinessEntity) {
  return {
    reserve: named(reserve ?? entity.fxReserveAccount, "the reserve"),
    gain: named(gain ?? entity.fxGainAccount, "gains"),
    loss: named(loss ?? entity.fxLossAccount, "losses"),
  };
}

function named(code: string | null, role: string): string {
  if (code !== null) return code;
  const message = `no account is named for ${role}: name one in the request or in the settings of the tenant`;
  throw new RotaError("REVALUATION_CONFIGURATION_INVALID", message, { role });
}
