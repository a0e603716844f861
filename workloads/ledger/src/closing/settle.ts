/** What the settlement of a foreign amount gained or lost against the rate at which it was booked. */
import { RotaError } from "@rota/engine/errors";
import { totalsOfLine, addTotals, NO_TOTALS, signedBalance, signedBaseBalance } from "../accounts/totals.ts";
import type { Books } from "../journal/books.ts";
import type { EntryDraft, JournalEntry } from "../journal/entry.ts";
import { convertAmount } from "../money/convert.ts";
import { absolute } from "../money/round.ts";
import { differenceLines, type ExchangeAccounts } from "./exchange-accounts.ts";

export type Settlement = {
  readonly eventId: string;
  readonly date: string;
  /** From the currency of the account to the base currency, with eight decimals. */
  readonly rate: bigint;
  /** The account of the original entry that is settled: a receivable, a payable. */
  readonly account: string;
  readonly createdBy: string;
  readonly accounts: ExchangeAccounts;
};

export type RealizedDifference = {
  readonly carrying: bigint;
  readonly value: bigint;
  /** Positive: a gain. */
  readonly delta: bigint;
  /** Absent when nothing was gained or lost. */
  readonly draft: EntryDraft | undefined;
};

export function settle(original: JournalEntry, settlement: Settlement, books: Books): RealizedDifference {
  const account = books.chart.require(settlement.account);
  const lines = original.lines.filter((line) => line.account === settlement.account);
  if (lines.length === 0 || account.currency === books.baseCurrency) {
    const message = `entry ${original.id} has no foreign amount on account ${settlement.account}: name the account that was settled`;
    throw new RotaError("SETTLEMENT_INVALID", message, { entry: original.id, account: settlement.account });
  }
  const totals = lines.map((line) => totalsOfLine(line, account, books.baseCurrency)).reduce(addTotals, NO_TOTALS);
  const carrying = signedBaseBalance(totals);
  const conversion = { from: account.currency, to: books.baseCurrency, rate: settlement.rate };
  const value = convertAmount(signedBalance(totals), conversion);
  return { carrying, value, delta: value - carrying, draft: draftOf(value - carrying, original, settlement, books) };
}

function draftOf(
  delta: bigint,
  original: JournalEntry,
  { eventId, date, createdBy, accounts }: Settlement,
  { baseCurrency }: Books,
): EntryDraft | undefined {
  if (delta === 0n) return undefined;
  return {
    eventId,
    postedDate: date,
    currency: baseCurrency,
    description: `Exchange difference of ${original.eventId}`,
    reference: original.reference ?? undefined,
    createdBy,
    lines: differenceLines({ isGain: delta > 0n, amount: absolute(delta) }, accounts),
  };
}
