/** Verifies a journal from what is stored of it: the chain, the numbers, the balance of each entry, the head. */
import { type ChainCheck, type ChainDifference, type ChainHead, createChainCheck } from "@rota/proofs";
import type { JournalEntry } from "../journal/entry.ts";
import { baseSumOf } from "../journal/price-lines.ts";
import { entryText } from "./entry-text.ts";
import { genesisHash, linkHash } from "./entry-hash.ts";

export type JournalDifference =
  | ChainDifference
  /** The entry is of another tenant or ledger. */
  | { readonly kind: "FOREIGN"; readonly number: number; readonly found: string }
  | { readonly kind: "UNBALANCED"; readonly number: number; readonly debit: string; readonly credit: string }
  /** Numbers of a fiscal year do not follow each other. */
  | { readonly kind: "MISNUMBERED"; readonly number: number; readonly expected: number; readonly found: number };

export type JournalToVerify = {
  readonly tenant: string;
  readonly ledger: string;
  /** Heads that were kept elsewhere: without one, a cut end or a chain written anew cannot be seen. */
  readonly heads?: readonly ChainHead[] | undefined;
};

/** Checks entries in the order of `chainSeq`, one by one, and keeps nothing but where it stands. */
export type JournalCheck = {
  add(entry: JournalEntry): JournalDifference | undefined;
  /** To be asked after the last entry. */
  end(): JournalDifference | undefined;
};

/** The first difference, or undefined when all is in order. */
export function verifyJournal(
  entries: Iterable<JournalEntry>,
  journal: JournalToVerify,
): JournalDifference | undefined {
  const check = createJournalCheck(journal);
  for (const entry of entries) {
    const difference = check.add(entry);
    if (difference !== undefined) return difference;
  }
  return check.end();
}

export function createJournalCheck({ tenant, ledger, heads }: JournalToVerify): JournalCheck {
  const chain: ChainCheck = createChainCheck({
    after: { number: 0, hash: genesisHash(tenant, ledger) },
    heads,
    hashOf: (previousHash, { text }) => linkHash(previousHash ?? "", String(text)),
  });
  const lastNumbers = new Map<number, number>();
  return {
    add(entry) {
      const found = { number: entry.chainSeq, text: entryText(entry) };
      const difference =
        chain.add({ entry: found, previousHash: entry.previousHash, hash: entry.hash }) ??
        compareOwner(entry, `${tenant} ${ledger}`) ??
        compareSides(entry) ??
        compareNumber(entry, (lastNumbers.get(entry.fiscalYear) ?? 0) + 1);
      lastNumbers.set(entry.fiscalYear, entry.number);
      return difference;
    },
    end: () => chain.end(),
  };
}

function compareOwner({ chainSeq, tenant, ledger }: JournalEntry, expected: string): JournalDifference | undefined {
  const found = `${tenant} ${ledger}`;
  return found === expected ? undefined : { kind: "FOREIGN", number: chainSeq, found };
}

function compareSides({ chainSeq, lines }: JournalEntry): JournalDifference | undefined {
  const [debit, credit] = [baseSumOf(lines, "D"), baseSumOf(lines, "C")];
  if (debit === credit) return undefined;
  return { kind: "UNBALANCED", number: chainSeq, debit: String(debit), credit: String(credit) };
}

function compareNumber(entry: JournalEntry, expected: number): JournalDifference | undefined {
  if (entry.number === expected) return undefined;
  return { kind: "MISNUMBERED", number: entry.chainSeq, expected, found: entry.number };
}
