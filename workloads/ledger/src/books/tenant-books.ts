/** The books of a tenant as they are kept in memory: what entries are checked against, and under which version it was read. */
import type { CompiledRule } from "../mapping/compile-rule.ts";
import type { Books } from "../journal/books.ts";

export type TenantBooks = Books & {
  readonly tenant: string;
  /** The code of the ledger, as it is hashed. */
  readonly ledger: string;
  readonly ledgerId: bigint;
  /** Another one after every change of anything that is in here. No two databases have one in common. */
  readonly version: string;
  readonly isActive: boolean;
  /** The active rule for events of a type. Throws MAPPING_RULE_INVALID for one that cannot be compiled any more. */
  ruleOf(eventType: string): CompiledRule | undefined;
  /** Refuses an account that is not in the chart. */
  accountId(code: string): bigint;
  /** Of debits in the base currency; undefined: no entry needs approval. */
  readonly approvalThreshold: bigint | undefined;
  /** Codes of accounts; undefined: none was named. */
  readonly namedAccounts: NamedAccounts;
};

export type NamedAccounts = {
  readonly retainedEarnings: string | undefined;
  readonly gain: string | undefined;
  readonly loss: string | undefined;
  readonly reserve: string | undefined;
};

/** How far ahead of the day in Greenwich any place on earth may be. */
const AHEAD_MS = 24 * 3_600_000;

/** The same books on a day: entries may not be dated later than it is anywhere on earth. */
export function asOf<Given extends Books>(books: Given, at: Date): Given {
  return { ...books, today: new Date(at.getTime() + AHEAD_MS).toISOString().slice(0, 10) };
}
