/** Tells the type of an account by the first part of its name, as programs of plain-text accounting do. */
import type { AccountType } from "../../accounts/account.ts";
import type { AccountRecord } from "../../book-file/record-schemas.ts";

const TYPES: Readonly<Record<string, AccountType>> = {
  assets: "ASSET",
  asset: "ASSET",
  liabilities: "LIABILITY",
  liability: "LIABILITY",
  debts: "LIABILITY",
  equity: "EQUITY",
  income: "REVENUE",
  revenue: "REVENUE",
  revenues: "REVENUE",
  expenses: "EXPENSE",
  expense: "EXPENSE",
};

/** Undefined where the name does not tell: such an account must be there already. */
export function accountOfName(code: string, currency: string): AccountRecord | undefined {
  const [root = ""] = code.split(":");
  const type = TYPES[root.toLowerCase()];
  return type && { record: "account", code, name: code, type, currency };
}
