/** The chart of accounts: a tree in which every account has one type, one currency and at most one parent. */
import { RotaError } from "@rota/engine/errors";
import { exponentOf } from "../money/currency.ts";
import type { Account } from "./account.ts";

export type Chart = {
  /** In the order of their codes. */
  readonly accounts: readonly Account[];
  find(code: string): Account | undefined;
  /** The account, or a refusal that names the code. */
  require(code: string): Account;
  childrenOf(code: string): readonly Account[];
  /** 0 for an account without a parent. */
  levelOf(code: string): number;
};

/** Without spaces and punctuation that exports to other programs would read as something else. */
const CODE = /^[\p{L}\p{N}][\p{L}\p{N}:._/-]{0,49}$/u;

/** Refuses a chart in which a code comes twice, a parent is missing, of another type, or below its own child. */
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
  throw new RotaError("ACCOUNT_NOT_FOUND", message, { account: code });
}

function duplicate(code: string): RotaError {
  const message = `account ${code} is in the chart already: choose another code`;
  return new RotaError("DUPLICATE_ACCOUNT_CODE", message, { account: code });
}

function invalid(code: string, reason: string): RotaError {
  return new RotaError("ACCOUNT_INVALID", `account ${JSON.stringify(code)} is not possible: ${reason}`, {
    account: code,
  });
}
