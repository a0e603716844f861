/** Closes a fiscal year from the totals that the database adds up, in one transaction that it opens, and audited. */
import { type Database, RotaError } from "@rota/engine";
import { closeYearOf } from "../closing/close-year.ts";
import { holdEntity } from "../entities/entity.ts";
import { type Acting, noteChanges } from "../entities/note-change.ts";
import { readEntry } from "../entries/read-entries.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { fiscalYearEnd, fiscalYearStart } from "../periods/fiscal-year.ts";
import { beginPosting } from "../posting/begin-posting.ts";
import { type IncomeStatement, incomeStatementOf } from "../reports/income-statement.ts";
import { openTotals } from "../reports/stored/read-totals.ts";
import { selectClosings } from "./closings.sql.ts";

export type YearWish = Acting & {
  readonly fiscalYear: number;
  /** Default: that of the tenant. */
  readonly retainedEarnings?: string | undefined;
};

export type ClosedYear = {
  readonly income: IncomeStatement;
  /** The last entry that closed the year; undefined: it had nothing to close. */
  readonly entry: JournalEntry | undefined;
  /** False: nothing was left to close. */
  readonly isNew: boolean;
};

export function closeFiscalYear(database: Database, wish: YearWish): Promise<ClosedYear> {
  const { tenant, actor, fiscalYear } = wish;
  return database.transaction(async (tx) => {
    const entity = await holdEntity(tx, tenant);
    const retainedEarnings = wish.retainedEarnings ?? entity.retainedEarningsAccount;
    if (retainedEarnings === null) throw notNamed(fiscalYear);
    const totals = await openTotals(tx, tenant);
    const { books, source } = totals;
    const { fiscalYearStartMonth: month } = books;
    const range = { from: fiscalYearStart(fiscalYear, month), to: fiscalYearEnd(fiscalYear, month) };
    const closings = await tx.query(selectClosings(entity.ledgerId, fiscalYear));
    const year = { tenant, fiscalYear, retainedEarnings, createdBy: actor };
    const closing = closeYearOf({ balances: await totals.between(range), closings: closings.length }, year, books);
    const withoutClosing = await totals.between(range, { isWithoutClosing: true });
    const income = incomeStatementOf({ range, balances: withoutClosing, source }, books);
    if (closing === undefined) {
      const last = closings.at(-1)?.journal_entry_id;
      return { income, entry: last === undefined ? undefined : await readEntry(tx, entity, last), isNew: false };
    }
    const posting = await beginPosting(tx, { tenant, eventIds: [closing.eventId] });
    const [entry] = await posting.post([closing]);
    const subject = { type: "fiscal-year", id: String(fiscalYear) };
    const after = { journalEntryId: entry?.id, retainedEarnings };
    await noteChanges(tx, { tenant, actor }, [{ action: "year.closed", subject, after }]);
    return { income, entry, isNew: true };
  });
}

function notNamed(fiscalYear: number): RotaError {
  const message = `fiscal year ${String(fiscalYear)} cannot be closed: name the account for retained earnings in the request or in the settings of the tenant`;
  return new RotaError("YEAR_END_CLOSE_FAILED", message, { fiscalYear });
}
