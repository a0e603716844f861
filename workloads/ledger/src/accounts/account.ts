/** What an account is, and on which side its balance normally stands. */

export type AccountType = "ASSET" | "LIABILITY" | "EQUITY" | "REVENUE" | "EXPENSE";

/** Debit or credit. */
export type Side = "D" | "C";

export type Account = {
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly currency: string;
  /** A contra account stands on the other side of its type: accumulated depreciation among assets, for example. */
  readonly isContra: boolean;
  /** The account above it in the tree, of the same type; null at the top. */
  readonly parent: string | null;
  readonly isActive: boolean;
  /** Whether cash flow counts it, and all accounts below it, as cash. Default false. */
  readonly isCash?: boolean | undefined;
};

export const ACCOUNT_TYPES: readonly AccountType[] = ["ASSET", "LIABILITY", "EQUITY", "REVENUE", "EXPENSE"];

/** The side on which accounts of a type grow; a contra account grows on the other. */
export function normalSide({ type, isContra }: Pick<Account, "type" | "isContra">): Side {
  const side = type === "ASSET" || type === "EXPENSE" ? "D" : "C";
  return isContra ? otherSide(side) : side;
}

export function otherSide(side: Side): Side {
  return side === "D" ? "C" : "D";
}

/** Revenue and expenses: what a year-end close empties into retained earnings. */
export function isOfIncome({ type }: Pick<Account, "type">): boolean {
  return type === "REVENUE" || type === "EXPENSE";
}
