/** Verifies the books of a tenant from the database: chain, numbers, balances and the equation, in one snapshot that it opens. */
import type { ChainHead } from "@rota/proofs";
import type { Database, Transaction } from "@rota/engine";
import { selectAccounts, type AccountRow } from "../books/books.sql.ts";
import { noBooks } from "../books/read-books.ts";
import { genesisHash } from "../chain/entry-hash.ts";
import { createJournalCheck } from "../chain/verify-journal.ts";
import { compareStored } from "./compare-stored.ts";
import type { LedgerDifference } from "./ledger-difference.ts";
import { readJournal } from "./read-journal.ts";
import { createRunningSums, type RunningSums } from "./running-sums.ts";
import { selectLedgerState, type LedgerStateRow } from "./verify.sql.ts";

export type LedgerToVerify = {
  readonly tenant: string;
  /** The code of a ledger. Default: the tenant's default ledger. */
  readonly ledger?: string | undefined;
  /** Heads that were kept elsewhere: without one, a chain that was cut off or written anew with its head cannot be told. */
  readonly heads?: readonly ChainHead[] | undefined;
  readonly onProgress?: ((progress: LedgerVerificationProgress) => void) | undefined;
  /** Ends the verification between two pages, with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
};

/** How many entries were looked at, and how many there are by the stored head. */
export type LedgerVerificationProgress = { readonly entries: number; readonly entriesMax: number };

export type LedgerReport = {
  readonly tenant: string;
  readonly ledger: string;
  /** How many were looked at. */
  readonly entries: number;
  readonly lines: number;
  /** Debits minus credits in the base currency over all lines: 0 in books that are in order. */
  readonly equationDelta: bigint;
  /** Where the chain ends; undefined: it is empty. Worth keeping elsewhere. */
  readonly head: ChainHead | undefined;
  /** Empty when all is in order. Of the chain the first difference only: what follows it proves nothing. */
  readonly differences: readonly LedgerDifference[];
};

export async function verifyLedger(database: Database, wish: LedgerToVerify): Promise<LedgerReport> {
  return database.transaction((tx) => verifyLedgerInside(tx, wish), { readOnlySnapshot: true });
}

/** In a transaction of the caller's, with what that has changed: its statements should see one snapshot. */
export async function verifyLedgerInside(tx: Transaction, wish: LedgerToVerify): Promise<LedgerReport> {
  const { tenant, ledger } = wish;
  const [state] = await tx.query(selectLedgerState({ tenant, ledger }));
  if (state === undefined) throw noBooks({ tenant, ledger });
  const accounts = await tx.query(selectAccounts(state.ledger_id));
  const sums = createRunningSums(new Map(accounts.map(({ code, currency_code: currency }) => [code, { currency }])));
  const ofChain = await walkChain(tx, { wish, state, accounts, sums });
  const ofRows = await compareStored(tx, { tenant, state, sums });
  const { entries, lines, equationDelta, last } = sums.totals();
  return {
    tenant,
    ledger: state.ledger_code,
    entries,
    lines,
    equationDelta,
    head: last && { number: last.chainSeq, hash: last.hash },
    differences: [...ofChain, ...ofRows],
  };
}

type Walk = {
  readonly wish: LedgerToVerify;
  readonly state: LedgerStateRow;
  readonly accounts: readonly AccountRow[];
  readonly sums: RunningSums;
};

async function walkChain(tx: Transaction, { wish, state, accounts, sums }: Walk): Promise<LedgerDifference[]> {
  const { tenant, heads, signal, onProgress } = wish;
  const { ledger_id: ledgerId, ledger_code: ledger } = state;
  const codes = new Map(accounts.map(({ account_id: id, code }) => [id, code]));
  const journal = { tenant, ledger, ledgerId, accountCode: (id: bigint) => codes.get(id) };
  const check = createJournalCheck({ tenant, ledger, heads });
  const entriesMax = Number(state.next_chain_seq ?? 1) - 1;
  const differences: LedgerDifference[] = [];
  let broken: LedgerDifference | undefined;
  for await (const page of readJournal(tx, journal)) {
    signal?.throwIfAborted();
    for (const { entry, hasKey, hasStrayLine } of page) {
      sums.add(entry);
      broken ??= check.add(entry);
      if (!hasKey) differences.push({ kind: "KEY_DIFFERS", number: entry.chainSeq });
      if (hasStrayLine) differences.push({ kind: "LINE_MOVED", number: entry.chainSeq });
    }
    onProgress?.({ entries: sums.totals().entries, entriesMax });
  }
  broken ??= check.end();
  const ofHead = broken === undefined ? compareHead(state, sums, genesisHash(tenant, ledger)) : [];
  return [...(broken === undefined ? [] : [broken]), ...ofHead, ...differences];
}

function compareHead(state: LedgerStateRow, sums: RunningSums, genesis: string): LedgerDifference[] {
  const { last } = sums.totals();
  const expected = `${String(last?.chainSeq ?? 0)}:${last?.hash ?? genesis}`;
  const found = `${String(Number(state.next_chain_seq ?? 1) - 1)}:${state.last_hash ?? genesis}`;
  return expected === found ? [] : [{ kind: "HEAD_DIFFERS", expected, found }];
}
