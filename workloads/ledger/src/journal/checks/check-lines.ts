/** Checks that the accounts of lines exist, are active and take the currency, and that dimensions are known. */
import { RotaError } from "@rota/engine/errors";
import type { Account } from "../../accounts/account.ts";
import { requireAmount } from "../../money/amount.ts";
import { exponentOf } from "../../money/currency.ts";
import type { Books } from "../books.ts";
import type { Dimensions, DraftLine, EntryDraft } from "../entry.ts";
import { isStorable } from "./check-texts.ts";

export const LINES_MAX = 1_000;

export function checkLines({ currency, lines }: Pick<EntryDraft, "currency" | "lines">, books: Books): void {
  exponentOf(currency);
  if (lines.length > LINES_MAX)
    throw new RotaError("JOURNAL_ENTRY_INVALID", `the entry has more than ${String(LINES_MAX)} lines: split it`);
  for (const [index, line] of lines.entries()) checkLine(line, { currency, index, books });
}

type Surroundings = { readonly currency: string; readonly index: number; readonly books: Books };

function checkLine(line: DraftLine, { currency, index, books }: Surroundings): void {
  const used = line.currency ?? currency;
  requireAmount(line.amount, used);
  if (used !== currency && used !== books.baseCurrency) {
    const message = `${placeOf(index)} is in ${used}: lines are in the currency of the entry (${currency}) or in the base currency (${books.baseCurrency})`;
    throw new RotaError("ACCOUNT_CURRENCY_MISMATCH", message, { currency: used });
  }
  checkAccount(books.chart.require(line.account), { currency: used, index, books });
  if (line.dimensions !== undefined) checkDimensions(line.dimensions, { currency: used, index, books });
}

/** Only what is refused needs a name. */
function placeOf(index: number): string {
  return `line ${String(index + 1)}`;
}

/** An account takes its own currency; one in the base currency takes the base amount of any line. */
function checkAccount(account: Account, { currency, index, books }: Surroundings): void {
  if (!account.isActive) {
    const message = `account ${account.code} of ${placeOf(index)} is not active: activate it, or use another`;
    throw new RotaError("INACTIVE_ACCOUNT", message, { account: account.code });
  }
  if (account.currency === currency || account.currency === books.baseCurrency) return;
  const message = `account ${account.code} of ${placeOf(index)} is kept in ${account.currency} and takes no ${currency}: use an account in ${currency} or in ${books.baseCurrency}`;
  throw new RotaError("ACCOUNT_CURRENCY_MISMATCH", message, { account: account.code, currency });
}

function checkDimensions(dimensions: Dimensions, { index, books: { dimensionNames } }: Surroundings): void {
  for (const [name, value] of Object.entries(dimensions)) {
    if (dimensionNames !== undefined && !dimensionNames.includes(name)) {
      const message = `${placeOf(index)} has dimension ${JSON.stringify(name)}, known are ${dimensionNames.join(", ")}: correct the name`;
      throw new RotaError("JOURNAL_ENTRY_INVALID", message, { dimension: name });
    }
    if (typeof value !== "string" || !isStorable(name) || !isStorable(value))
      throw new RotaError(
        "JOURNAL_ENTRY_INVALID",
        `dimension ${JSON.stringify(name)} of ${placeOf(index)} is not valid text`,
      );
  }
}
