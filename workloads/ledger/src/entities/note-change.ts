/** Writes what was changed in the books into the audit log, with what was before and what is now. */
import { appendAudits, APPENDED_MAX, type Queryable } from "@rota/engine";

export type BooksChange = {
  /** Such as `account.created`. */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly before?: object | undefined;
  readonly after?: object | undefined;
};

export type Acting = { readonly tenant: string; readonly actor: string };

/** To be called last in a transaction: the log of the tenant is held until it ends. */
export async function noteChanges(
  tx: Queryable,
  { tenant, actor }: Acting,
  changes: readonly BooksChange[],
): Promise<void> {
  const entries = changes.map(({ action, subject, before, after }) => ({
    ...{ tenant, actor, action: `ledger.${action}`, subject },
    details: { ...(before && { before: plain(before) }), ...(after && { after: plain(after) }) },
  }));
  for (let from = 0; from < entries.length; from += APPENDED_MAX)
    await appendAudits(tx, entries.slice(from, from + APPENDED_MAX));
}

/** Amounts as text, which JSON holds exactly. */
function plain(value: object): unknown {
  const text = JSON.stringify(value, (_, member: unknown) => (typeof member === "bigint" ? String(member) : member));
  return JSON.parse(text);
}
