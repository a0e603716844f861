/** Defines accounts and the chart of accounts: a tree of accounts, each with one type, one currency and at most one parent. */
import type { RotaError } from "@rota/engine/errors";
import { LedgerError } from "../errors.ts";
import { exponentOf } from "./money.ts";

export type AccountType = "ASSET" | "LIABILITY" | "EQUITY" | "REVENUE" | "EXPENSE";

/** Debit or credit. */
export type Side = "D" | "C";

export type Account = {
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly currency: string;
  /** A contra account grows on the opposite side of its type, such as accumulated depreciation among assets. */
  readonly isContra: boolean;
  /** Code of the account above it in the tree, which has the same type. Null at the top. */
  readonly parent: string | null;
  readonly isActive: boolean;
  /** Whether cash flow counts the account, and all accounts below it, as cash. Defaults to false. */
  readonly isCash?: boolean | undefined;
};

export const ACCOUNT_TYPES: readonly AccountType[] = ["ASSET", "LIABILITY", "EQUITY", "REVENUE", "EXPENSE"];

/** Returns the side on which an account grows. A contra account grows on the opposite side of its type. */
export function normalSide({ type, isContra }: Pick<Account, "type" | "isContra">): Side {
  const side = type === "ASSET" || type === "EXPENSE" ? "D" : "C";
  return isContra ? otherSide(side) : side;
}

export function otherSide(side: Side): Side {
  return side === "D" ? "C" : "D";
}

/** Returns true for revenue and expenses, which a year-end close moves into retained earnings. */
export function isOfIncome({ type }: Pick<Account, "type">): boolean {
  return type === "REVENUE" || type === "EXPENSE";
}

export type Chart = {
  /** Ordered by code. */
  readonly accounts: readonly Account[];
  find(code: string): Account | undefined;
  /** Returns the account. Throws ACCOUNT_NOT_FOUND with the code. */
  require(code: string): Account;
  childrenOf(code: string): readonly Account[];
  /** Returns the depth in the tree: 0 for an account without a parent. */
  levelOf(code: string): number;
};

/** Excludes spaces and punctuation that have a meaning in the export formats of other programs. */
const CODE = /^[\p{L}\p{N}][\p{L}\p{N}:._/-]{0,49}$/u;

/** Creates a chart. Refuses a duplicate code, a missing parent, a parent of another type, and a cycle. */
export function createChart(accounts: Iterable<Account>): Chart {
  const byCode = new Map<string, Account>();
  for (const account of accounts) {
    checkAccount(account);
    if (byCode.has(account.code)) throw duplicate(account.code);
    byCode.set(account.code, account);
  }
  for (const account of byCode.values()) checkParents(account, byCode);

  const sorted = [...byCode.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  const children = new Map<string, Account[]>();
  for (const account of sorted)
    if (account.parent !== null) children.set(account.parent, [...(children.get(account.parent) ?? []), account]);
  return {
    accounts: sorted,
    find: (code) => byCode.get(code),
    require: (code) => byCode.get(code) ?? refuseUnknown(code),
    childrenOf: (code) => children.get(code) ?? [],
    levelOf: (code) => levelOf(code, byCode),
  };
}

function levelOf(code: string, byCode: ReadonlyMap<string, Account>): number {
  const parent = byCode.get(code)?.parent ?? null;
  return parent === null ? 0 : levelOf(parent, byCode) + 1;
}

function checkAccount({ code, name, currency }: Account): void {
  exponentOf(currency);
  if (!CODE.test(code))
    throw invalid(code, "codes are 1 to 50 letters, digits and : . _ / -, and start with a letter or digit");
  if (name.length > 255) throw invalid(code, "its name has more than 255 characters");
}

function checkParents(account: Account, byCode: ReadonlyMap<string, Account>): void {
  let parentCode = account.parent;
  for (const seen = new Set([account.code]); parentCode !== null;) {
    if (seen.has(parentCode)) throw invalid(account.code, `it is its own ancestor through ${parentCode}`);
    seen.add(parentCode);
    const parent = byCode.get(parentCode);
    if (parent === undefined) throw invalid(account.code, `its parent ${parentCode} is not in the chart`);
    if (parent.type !== account.type)
      throw invalid(account.code, `it is ${account.type} and ${parentCode} above it is ${parent.type}`);
    parentCode = parent.parent;
  }
}

function refuseUnknown(code: string): never {
  const message = `account ${JSON.stringify(code)} is not in the chart: create it, or correct the code`;
  throw new LedgerError("ACCOUNT_NOT_FOUND", message, { account: code });
}

function duplicate(code: string): RotaError {
  const message = `account ${code} is in the chart already: choose another code`;
  return new LedgerError("DUPLICATE_ACCOUNT_CODE", message, { account: code });
}

function invalid(code: string, reason: string): RotaError {
  return new LedgerError("ACCOUNT_INVALID", `account ${JSON.stringify(code)} is not possible: ${reason}`, {
    account: code,
  });
}
