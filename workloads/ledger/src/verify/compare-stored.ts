/** Compares what is stored beside the journal with what its entries add up to: balances, numbers, lines and keys. */
import type { Queryable } from "@rota/engine";
import type { Totals } from "../accounts/totals.ts";
import { verifyBalances } from "../chain/verify-balances.ts";
import type { LedgerDifference } from "./ledger-difference.ts";
import type { RunningSums } from "./running-sums.ts";
import { countLooseKeys, selectBalances, selectSequences, type BalanceRow, type LedgerStateRow } from "./verify.sql.ts";

export type StoredBooks = {
  readonly tenant: string;
  readonly state: LedgerStateRow;
  readonly sums: RunningSums;
};

export async function compareStored(
  on: Queryable,
  { tenant, state, sums }: StoredBooks,
): Promise<readonly LedgerDifference[]> {
  const balances = await on.query(selectBalances(state.ledger_id));
  const sequences = await on.query(selectSequences(state.ledger_id));
  const [keys] = await on.query(countLooseKeys(tenant));
  const numbers = new Map(sequences.map(({ fiscal_year: year, next_value: next }) => [year, Number(next)]));
  return [
    ...compareBalances(balances, sums),
    ...compareNumbers(numbers, sums),
    ...looseRows("lines", Number(state.lines) - sums.totals().lines),
    ...looseRows("keys", Number(keys?.loose ?? 0)),
  ];
}

function compareBalances(stored: readonly BalanceRow[], sums: RunningSums): LedgerDifference[] {
  const byCode = new Map(stored.map((row) => [row.code, totalsOf(row)]));
  const { differences, equationDelta } = verifyBalances(byCode, sums.balances());
  const stale = stored.flatMap(({ code, updated_seq: seq }): LedgerDifference[] => {
    const [expected, found] = [sums.lastSeqOf(code), Number(seq ?? 0)];
    return expected === found ? [] : [{ kind: "BALANCE_STALE", account: code, expected, found }];
  });
  return [
    ...differences.map((difference): LedgerDifference => ({ kind: "BALANCE_DIFFERS", ...difference })),
    ...stale,
    ...(equationDelta === 0n ? [] : [{ kind: "EQUATION_BROKEN", delta: equationDelta } as const]),
  ];
}

function totalsOf(row: BalanceRow): Totals {
  return {
    debit: BigInt(row.debit_minor ?? 0),
    credit: BigInt(row.credit_minor ?? 0),
    baseDebit: BigInt(row.base_debit_minor ?? 0),
    baseCredit: BigInt(row.base_credit_minor ?? 0),
  };
}

function compareNumbers(stored: ReadonlyMap<number, number>, sums: RunningSums): LedgerDifference[] {
  const last = sums.lastNumbers();
  return [...new Set([...stored.keys(), ...last.keys()])].flatMap((fiscalYear): LedgerDifference[] => {
    const expected = (last.get(fiscalYear) ?? 0) + 1;
    const found = stored.get(fiscalYear) ?? 1;
    return expected === found ? [] : [{ kind: "NUMBERING_DIFFERS", fiscalYear, expected, found }];
  });
}

function looseRows(rows: "lines" | "keys", count: number): LedgerDifference[] {
  return count === 0 ? [] : [{ kind: "LOOSE_ROWS", rows, count }];
}
