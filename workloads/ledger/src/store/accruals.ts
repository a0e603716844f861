/** Reverses the accruals of closed periods in the transaction of the caller. */
import type { Transaction } from "@rota/engine";
import { periodOf } from "../core/period.ts";
import { reverseAccruals } from "../core/reverse-entry.ts";
import { currentBooks } from "./books-store.ts";
import { type ActionContext, holdEntity } from "./entity-store.ts";
import { withLines } from "./entry-store.ts";
import { selectDueAccruals } from "./entry.sql.ts";
import { beginPosting } from "./posting.ts";

/** Maximum number per transaction, because no other transaction posts for the tenant meanwhile. */
const ACCRUALS_MAX = 500;

type ReversedAccruals = {
  readonly reversed: number;
  /** Whether more may be due. */
  readonly isFull: boolean;
};

export async function reverseDueAccruals(tx: Transaction, { tenant, actor }: ActionContext): Promise<ReversedAccruals> {
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
