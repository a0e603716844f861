/** Mirrors accruals whose period is closed, in the caller's transaction. */
import type { Transaction } from "@rota/engine";
import { currentBooks } from "../books/current-books.ts";
import { holdEntity } from "../entities/entity.ts";
import type { Acting } from "../entities/note-change.ts";
import { selectDueAccruals } from "../entries/entries.sql.ts";
import { withLines } from "../entries/read-entries.ts";
import { reverseAccruals } from "../journal/reverse-accruals.ts";
import { periodOf } from "../periods/period.ts";
import { beginPosting } from "../posting/begin-posting.ts";

/** Of one transaction: while it lasts, nobody else posts for the tenant. */
const ACCRUALS_MAX = 500;

export type ReversedAccruals = {
  readonly reversed: number;
  /** Whether there may be more. */
  readonly isFull: boolean;
};

export async function reverseDueAccruals(tx: Transaction, { tenant, actor }: Acting): Promise<ReversedAccruals> {
  const entity = await holdEntity(tx, tenant);
  const rows = await tx.query(selectDueAccruals(entity.ledgerId, ACCRUALS_MAX));
  const accruals = await withLines(tx, entity, rows);
  const books = await currentBooks(tx, tenant);
  const mirrors = books.periods.flatMap((period) => {
    const own = accruals.filter(({ effectiveDate }) => periodOf([period], effectiveDate) !== undefined);
    return own.length === 0 ? [] : reverseAccruals(own, period, books, actor);
  });
  const posting = await beginPosting(tx, { tenant, eventIds: mirrors.map(({ eventId }) => eventId) });
  const posted = await posting.post(mirrors);
  return { reversed: posted.length, isFull: rows.length === ACCRUALS_MAX && posted.length > 0 };
}
