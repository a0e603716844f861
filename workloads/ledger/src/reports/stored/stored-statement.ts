/** The statement of an account from the database, page by page, with the balance after each line. */
import { type Database, RotaError } from "@rota/engine";
import type { Account } from "../../accounts/account.ts";
import { addTotals, NO_TOTALS, onNormalSide, signedBalance, signedBaseBalance } from "../../accounts/totals.ts";
import { type Totals, totalsOfLine } from "../../accounts/totals.ts";
import type { JournalLine } from "../../journal/entry.ts";
import { addDays, isDate } from "../../periods/iso-date.ts";
import type { AccountStatement, StatementBalance, StatementLine, StatementQuestion } from "../account-statement.ts";
import { checkRange, type ReportSource } from "../report.ts";
import { type JournalTotals, readTotals } from "./read-totals.ts";
import { type LinePlace, selectStatementLines, type StatementLineRow, sumBefore } from "./statement.sql.ts";

export type StatementPage = AccountStatement & {
  readonly baseCurrency: string;
  readonly source: ReportSource | undefined;
  /** Where the next page begins; undefined: nowhere. `closing` is that of the whole range all the same. */
  readonly next: string | undefined;
};

export type StatementWish = StatementQuestion & { readonly limit: number; readonly after?: string | undefined };

export function storedStatement(database: Database, tenant: string, wish: StatementWish): Promise<StatementPage> {
  const { account: code, from, to, limit } = wish;
  checkRange({ from, to });
  const start: LinePlace = wish.after === undefined ? dayStart(from) : readPlace(wish.after);
  return readTotals(database, tenant, async (totals) => {
    const { books, source, on } = totals;
    const account = books.chart.require(code);
    const accountId = books.accountId(code);
    const opening = await totalsBefore(totals, account, dayStart(from));
    const closing = await totalsBefore(totals, account, dayStart(addDays(to, 1)));
    const rows = await on.query(selectStatementLines(accountId, start, to, limit + 1));
    const next = rows[limit];
    const sum = wish.after === undefined ? opening : await totalsBefore(totals, account, start);
    return {
      ...{ account, from, to, source, baseCurrency: books.baseCurrency },
      opening: balanceOf(opening, account),
      lines: withBalances(rows.slice(0, limit), sum, account, books.baseCurrency),
      closing: balanceOf(closing, account),
      next: next && writePlace(next),
    };
  });
}

/** What an account moved in a range, without its lines. */
export async function accountActivity(totals: JournalTotals, { account: code, from, to }: StatementQuestion) {
  checkRange({ from, to });
  const account = totals.books.chart.require(code);
  const opening = await totalsBefore(totals, account, dayStart(from));
  const closing = await totalsBefore(totals, account, dayStart(addDays(to, 1)));
  return { account, opening, closing };
}

async function totalsBefore({ books, on }: JournalTotals, account: Account, place: LinePlace): Promise<Totals> {
  const rows = await on.query(sumBefore(books.accountId(account.code), place));
  return rows
    .map((row) => totalsOfLine(lineOf({ ...row, line_no: 1, dimensions: null }, account), account, books.baseCurrency))
    .reduce(addTotals, NO_TOTALS);
}

function withBalances(
  rows: readonly StatementLineRow[],
  before: Totals,
  account: Account,
  baseCurrency: string,
): StatementLine[] {
  let totals = before;
  return rows.map((row) => {
    const line = lineOf(row, account);
    totals = addTotals(totals, totalsOfLine(line, account, baseCurrency));
    return {
      entryId: row.journal_entry_id,
      eventId: row.event_id,
      fiscalYear: row.fiscal_year,
      number: Number(row.sequence_number),
      chainSeq: Number(row.chain_seq),
      effectiveDate: row.effective_date,
      description: row.description,
      line,
      balance: balanceOf(totals, account),
    };
  });
}

type StoredLine = Pick<StatementLineRow, "line_no" | "is_credit" | "currency_code" | "dimensions"> & {
  readonly amount: bigint | string;
  readonly base_amount: bigint | string;
};

function lineOf(row: StoredLine, { code }: Account): JournalLine {
  return {
    n: row.line_no,
    account: code,
    side: row.is_credit ? "C" : "D",
    currency: row.currency_code,
    amount: BigInt(row.amount),
    baseAmount: BigInt(row.base_amount),
    dimensions: row.dimensions ?? {},
  };
}

export function balanceOf(totals: Totals, account: Account): StatementBalance {
  return {
    own: onNormalSide(signedBalance(totals), account),
    base: onNormalSide(signedBaseBalance(totals), account),
  };
}

function dayStart(date: string): LinePlace {
  return { date, chainSeq: 0n, lineNo: 0 };
}

function writePlace({ effective_date: date, chain_seq: seq, line_no: line }: StatementLineRow): string {
  return `${date}.${String(seq)}.${String(line)}`;
}

function readPlace(text: string): LinePlace {
  const [, date = "", chainSeq = "", lineNo = ""] = /^([\d-]{10})\.(\d{1,18})\.(\d{1,9})$/.exec(text) ?? [];
  if (isDate(date)) return { date, chainSeq: BigInt(chainSeq), lineNo: Number(lineNo) };
  const message = "after cannot be read: give the next of the page before, or leave it out";
  throw new RotaError("REPORT_INVALID_PARAMS", message, { field: "after" });
}
