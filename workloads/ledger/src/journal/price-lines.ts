/** Gives every line its amount in the base currency so that the entry balances there to the last unit. */
import { RotaError } from "@rota/engine/errors";
import type { Side } from "../accounts/account.ts";
import { formatAmount } from "../money/amount.ts";
import { convertLines } from "../money/convert.ts";
import { absolute } from "../money/round.ts";
import type { Books } from "./books.ts";
import type { Dimensions, DraftLine, JournalLine } from "./entry.ts";

export type LinesToPrice = {
  readonly currency: string;
  /** From `currency` to the base currency. */
  readonly rate: bigint;
  readonly lines: readonly DraftLine[];
};

export function priceLines(entry: LinesToPrice, books: Books): readonly JournalLine[] {
  checkSides(entry);
  const base = entry.lines.map(({ amount }) => amount);
  priceSide("D", entry, books, base);
  priceSide("C", entry, books, base);
  const priced = entry.lines.map((line, index) => ({
    n: index + 1,
    account: line.account,
    side: line.side,
    currency: line.currency ?? entry.currency,
    amount: line.amount,
    baseAmount: base[index] ?? 0n,
    dimensions: line.dimensions ?? NO_DIMENSIONS,
  }));
  return withRoundingLine(priced, books);
}

const NO_DIMENSIONS: Dimensions = {};

/** Debits equal credits when one currency is used; in entries of two, only their base amounts can be compared. */
function checkSides({ lines, currency }: LinesToPrice): void {
  const hasBoth = lines.some(({ side }) => side === "D") && lines.some(({ side }) => side === "C");
  if (!hasBoth) throw unbalanced("needs a debit and a credit line");
  const bad = lines.findIndex(({ amount }) => amount <= 0n);
  if (bad >= 0)
    throw unbalanced(
      `has amount ${String(lines[bad]?.amount)} in line ${String(bad + 1)}; amounts are above 0, and the side says the direction`,
    );

  const only = lines[0]?.currency ?? currency;
  if (lines.some((line) => (line.currency ?? currency) !== only)) return;
  const [debit, credit] = [sumOf(lines, "D"), sumOf(lines, "C")];
  if (debit !== credit)
    throw unbalanced(`has debits of ${formatAmount(debit, only)} and credits of ${formatAmount(credit, only)} ${only}`);
}

/** Puts the base amounts of the foreign lines of a side into `base`; the others are in it already. */
function priceSide(side: Side, { lines, currency, rate }: LinesToPrice, { baseCurrency }: Books, base: bigint[]): void {
  if (currency === baseCurrency) return;
  const places = [...lines.keys()].filter((place) => {
    const line = lines[place];
    return line?.side === side && (line.currency ?? currency) !== baseCurrency;
  });
  const amounts = places.map((place) => base[place] ?? 0n);
  const converted = convertLines(amounts, { from: currency, to: baseCurrency, rate });
  for (const [index, place] of places.entries()) base[place] = converted[index] ?? 0n;
}

/** The units that two roundings leave over go to the rounding account; more than a unit a line is no rounding. */
function withRoundingLine(lines: readonly JournalLine[], { baseCurrency, roundingAccount }: Books) {
  const difference = baseSumOf(lines, "D") - baseSumOf(lines, "C");
  if (difference === 0n) return lines;
  const size = absolute(difference);
  const shown = `${formatAmount(size, baseCurrency)} ${baseCurrency}`;
  if (size > BigInt(lines.length))
    throw unbalanced(`differs by ${shown} in the base currency, which is more than rounding; add a line for it`);
  if (roundingAccount === undefined)
    throw unbalanced(`is left with ${shown} by rounding, and the tenant has no rounding account; name one`);
  const side = difference > 0n ? "C" : "D";
  const line = { account: roundingAccount, side, currency: baseCurrency, amount: size, baseAmount: size } as const;
  return [...lines, { n: lines.length + 1, ...line, dimensions: NO_DIMENSIONS }];
}

export function baseSumOf(lines: readonly Pick<JournalLine, "side" | "baseAmount">[], side: Side): bigint {
  return lines.reduce((sum, line) => (line.side === side ? sum + line.baseAmount : sum), 0n);
}

function sumOf(lines: readonly DraftLine[], side: Side): bigint {
  return lines.reduce((sum, line) => (line.side === side ? sum + line.amount : sum), 0n);
}

export function unbalanced(reason: string): RotaError {
  return new RotaError("UNBALANCED_ENTRY", `the entry ${reason}`);
}
