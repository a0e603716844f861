/** The accounts that take exchange differences, and the two lines of one. */
import type { DraftLine } from "../journal/entry.ts";

/** All in the base currency. */
export type ExchangeAccounts = {
  /** Stands beside the foreign balances and carries what they are worth more or less. */
  readonly reserve: string;
  readonly gain: string;
  readonly loss: string;
};

export type ExchangeDifference = { readonly isGain: boolean; readonly amount: bigint };

/** A gain debits the reserve and credits the gain; a loss debits the loss and credits the reserve. */
export function differenceLines({ isGain, amount }: ExchangeDifference, accounts: ExchangeAccounts): DraftLine[] {
  const [debit, credit] = isGain ? [accounts.reserve, accounts.gain] : [accounts.loss, accounts.reserve];
  return [
    { account: debit, side: "D", amount },
    { account: credit, side: "C", amount },
  ];
}
