/** Reverses, corrects and settles entries, each in one transaction. */
import type { Database, Queryable, RotaError } from "@rota/engine";
import type { Books } from "../core/books.ts";
import { businessHash } from "../core/chain.ts";
import { checkDraft } from "../core/check-entry.ts";
import { needsApproval } from "../core/draft.ts";
import type { JournalEntry } from "../core/entry.ts";
import type { Poster } from "../core/period.ts";
import { type RealizedDifference, settle } from "../core/revaluation.ts";
import { correctEntry, reverseEntry } from "../core/reverse-entry.ts";
import { LedgerError } from "../errors.ts";
import { currentBooks } from "./books-store.ts";
import { type ActionContext, type BusinessEntity, readEntity } from "./entity-store.ts";
import { readEntry, reversalOf } from "./entry-store.ts";
import { type ManualEntry, postOnce } from "./post-entries.ts";

type TakeBack = ActionContext & { readonly poster: Poster; readonly entryId: string };

type ReversalRequest = TakeBack & {
  readonly eventId: string;
  readonly reason?: string | undefined;
  readonly effectiveDate?: string | undefined;
};

type TakenBack = { readonly reversal: JournalEntry; readonly isRepeated: boolean };

export async function reverse(database: Database, request: ReversalRequest): Promise<TakenBack> {
  const { tenant, actor, poster, entryId, eventId, reason, effectiveDate } = request;
  const hash = businessHash({ command: "reverse", entryId, eventId, reason, effectiveDate });
  const { entries, isRepeated } = await postOnce(
    database,
    { tenant, commands: [{ eventId, hash }] },
    async (posting, tx) => {
      const original = await readEntry(tx, await readEntity(tx, tenant), entryId);
      const isReversed = (await reversalOf(tx, entryId)) !== undefined;
      const wanted = { eventId, createdBy: actor, reason, effectiveDate };
      return [{ ...reverseEntry(original, wanted, posting.books, { isReversed, ...poster }), payloadHash: hash }];
    },
  );
  return { reversal: only(entries[0]), isRepeated };
}

type CorrectionRequest = TakeBack & {
  readonly entry: ManualEntry;
  readonly reversalEventId: string;
  readonly reason?: string | undefined;
};

type Corrected = TakenBack & { readonly correction: JournalEntry };

/** Corrects an entry. The hash covers the new lines: another correction under the same ids is refused. */
export async function correct(database: Database, request: CorrectionRequest): Promise<Corrected> {
  const { tenant, actor, poster, entryId, entry, reversalEventId, reason } = request;
  const command = { command: "correct", entryId, entry, reversalEventId, reason };
  const reversalHash = businessHash({ ...command, part: "reversal" });
  const hash = businessHash({ ...command, part: "correction" });
  const commands = [
    { eventId: reversalEventId, hash: reversalHash },
    { eventId: entry.eventId, hash },
  ];
  const { entries, isRepeated } = await postOnce(database, { tenant, commands }, async ({ books }, tx) => {
    const original = await readEntry(tx, await readEntity(tx, tenant), entryId);
    const isReversed = (await reversalOf(tx, entryId)) !== undefined;
    const draft = { ...entry, createdBy: actor, payloadHash: hash };
    const made = correctEntry(original, { draft, reversalEventId, reason }, books, { isReversed, ...poster });
    if (needsApproval(made.correction, books.approvalThreshold)) throw needsSecond();
    return [{ ...made.reversal, payloadHash: reversalHash }, made.correction];
  });
  return { reversal: only(entries[0]), correction: only(entries[1]), isRepeated };
}

function only(entry: JournalEntry | undefined): JournalEntry {
  if (entry === undefined) throw new Error("what was posted is missing");
  return entry;
}

function needsSecond(): RotaError {
  const message =
    "the corrected entry reaches the threshold of approval: reverse the wrong one, and post the right one";
  return new LedgerError("APPROVAL_VIOLATION", message);
}

type SettlementRequest = ActionContext & {
  readonly poster: Poster;
  readonly eventId: string;
  readonly entryId: string;
  readonly date: string;
  readonly rate: bigint;
  readonly account: string;
  /** Accounts for the difference. Each one defaults to that in the tenant's settings. */
  readonly accounts: {
    readonly reserve?: string | undefined;
    readonly gain?: string | undefined;
    readonly loss?: string | undefined;
  };
};

type Settled = Pick<RealizedDifference, "carrying" | "value" | "delta"> & {
  /** Undefined if nothing was gained or lost. */
  readonly entry: JournalEntry | undefined;
  readonly isRepeated: boolean;
  readonly baseCurrency: string;
};

/** Posts the gain or loss of settling a foreign amount, in one transaction. */
export async function settleEntry(database: Database, request: SettlementRequest): Promise<Settled> {
  const { tenant, poster, eventId, entryId, date, rate, account, accounts } = request;
  const hash = businessHash({ command: "settle", eventId, entryId, date, rate, account, accounts });
  const commands = [{ eventId, hash }];
  const { entries, isRepeated } = await postOnce(database, { tenant, commands }, async ({ books }, tx) => {
    const { draft } = await differenceOf(tx, request, books);
    return draft === undefined ? [] : [checkDraft({ ...draft, payloadHash: hash }, books, poster)];
  });
  // Entries, their accounts and currencies never change, so the result can be computed again.
  const books = await currentBooks(database, tenant);
  const { carrying, value, delta } = await differenceOf(database, request, books);
  return { carrying, value, delta, entry: entries[0], isRepeated, baseCurrency: books.baseCurrency };
}

async function differenceOf(on: Queryable, request: SettlementRequest, books: Books): Promise<RealizedDifference> {
  const { tenant, actor, eventId, entryId, date, rate, account, accounts } = request;
  const entity = await readEntity(on, tenant);
  const original = await readEntry(on, entity, entryId);
  const settlement = { eventId, date, rate, account, createdBy: actor, accounts: accountsOf(accounts, entity) };
  return settle(original, settlement, books);
}

function accountsOf({ reserve, gain, loss }: SettlementRequest["accounts"], entity: BusinessEntity) {
  return {
    reserve: named(reserve ?? entity.fxReserveAccount, "the reserve"),
    gain: named(gain ?? entity.fxGainAccount, "gains"),
    loss: named(loss ?? entity.fxLossAccount, "losses"),
  };
}

function named(code: string | null, role: string): string {
  if (code !== null) return code;
  const message = `no account is named for ${role}: name one in the request or in the settings of the tenant`;
  throw new LedgerError("REVALUATION_CONFIGURATION_INVALID", message, { role });
}
