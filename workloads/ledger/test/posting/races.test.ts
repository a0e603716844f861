/** Story: the books stay correct when callers post, close, deactivate or reverse at the same time. */
import { type Database, isRotaError, sql } from "@rota/engine";
import { sqlState } from "@rota/engine/workload";
import { expect, test, vi } from "vitest";
import { checkDraft } from "../../src/core/check-entry.ts";
import type { CheckedEntry, JournalEntry } from "../../src/core/entry.ts";
import { reverseEntry } from "../../src/core/reverse-entry.ts";
import { beginPosting, type Posting, type PostingRequest } from "../../src/store/posting.ts";
import { verifyLedger } from "../../src/store/verify-ledger.ts";
import { countRows } from "./journal-rows.ts";
import { addBooks, openStoredBooks } from "./stored-books.ts";

async function openBooks(): Promise<Database> {
  const database = await openStoredBooks();
  await addBooks(database, { tenant: "acme" });
  return database;
}

type Making = PostingRequest & {
  readonly make: (posting: Posting) => CheckedEntry[];
};

function post(database: Database, { make, ...wish }: Making): Promise<readonly JournalEntry[]> {
  return database.transaction(async (tx) => {
    const posting = await beginPosting(tx, wish);
    return posting.post(make(posting));
  });
}

function sale(database: Database, eventId: string): Promise<readonly JournalEntry[]> {
  return post(database, {
    tenant: "acme",
    eventIds: [eventId],
    make: ({ books }) => [
      checkDraft(
        {
          eventId,
          postedDate: "2026-03-15",
          currency: "EUR",
          createdBy: "ann",
          lines: [
            { account: "cash", side: "D", amount: 5n },
            { account: "sales", side: "C", amount: 5n },
          ],
        },
        books,
      ),
    ],
  });
}

test("of many who post the same event at once, one does", async () => {
  const database = await openBooks();

  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => sale(database, "e1")));

  const refused = answers.filter(
    (answer) => answer.status === "rejected" && isRotaError(answer.reason, "IDEMPOTENCY_CONFLICT"),
  );
  expect(refused).toHaveLength(7);
  expect(await countRows(database)).toMatchObject({ entries: 1, keys: 1, announced: 1 });
});

test("of many who post for one tenant at once, each has its own number and place", async () => {
  const database = await openBooks();

  const posted = await Promise.all(Array.from({ length: 20 }, (_, nth) => sale(database, `e${String(nth)}`)));

  const places = posted.flat().map(({ chainSeq }) => chainSeq);
  expect(places.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, nth) => nth + 1));
  expect(await verifyLedger(database, { tenant: "acme" })).toMatchObject({ entries: 20, differences: [] });
});

/** Posts in a transaction that stays open until the test calls `resume`. */
function postSlowly(database: Database, eventId: string) {
  let resume = (): void => undefined;
  const resumed = new Promise<void>((resolve) => (resume = resolve));
  let hasBegun = false;
  const done = database.transaction(async (tx) => {
    const posting = await beginPosting(tx, { tenant: "acme", eventIds: [eventId] });
    hasBegun = true;
    await resumed;
    const draft = {
      eventId,
      postedDate: "2026-03-15",
      currency: "EUR",
      createdBy: "ann",
      lines: [
        { account: "cash", side: "D", amount: 5n },
        { account: "sales", side: "C", amount: 5n },
      ] as const,
    };
    return posting.post([checkDraft(draft, posting.books)]);
  });
  return { done, resume: () => resume(), begun: () => vi.waitUntil(() => hasBegun) };
}

test.each([
  [
    "closes the period",
    sql`update rota.fis_accounting_period set status = 'SOFT_CLOSED' where name = '2026-03'`,
    "PERIOD_CLOSED",
  ],
  [
    "deactivates an account",
    sql`update rota.fis_account set is_active = false where code = 'cash'`,
    "INACTIVE_ACCOUNT",
  ],
])("whoever %s waits for a posting that has begun, and the next one is refused", async (_what, change, code) => {
  const database = await openBooks();
  const first = postSlowly(database, "e1");
  await first.begun();

  const changing = database.query(change).then(async () => countRows(database));
  first.resume();
  await first.done;

  expect((await changing).entries).toBe(1);
  await expect(sale(database, "e2")).rejects.toMatchObject({ code });
  expect(await countRows(database)).toMatchObject({ entries: 1, keys: 1 });
});

test("nothing is posted against books of a transaction that is rolled back", async () => {
  const database = await openBooks();
  await sale(database, "e1");
  const changing = database.transaction(async (tx) => {
    await tx.query(sql`update rota.fis_account set is_active = false where code = 'cash'`);
    const { books } = await beginPosting(tx, { tenant: "acme", eventIds: [] });
    expect(books.chart.require("cash").isActive).toBe(false);
    throw new Error("taken back");
  });

  await expect(changing).rejects.toThrow("taken back");
  expect(await sale(database, "e2")).toHaveLength(1);
});

test("an entry is reversed once, however many try at once", async () => {
  const database = await openBooks();
  const [original] = await sale(database, "e1");
  if (original === undefined) throw new Error("one entry");
  const reverse = (eventId: string) =>
    post(database, {
      tenant: "acme",
      eventIds: [eventId],
      make: ({ books }) => [reverseEntry(original, { eventId, createdBy: "ann" }, books, { isReversed: false })],
    });

  const answers = await Promise.allSettled([reverse("undo-1"), reverse("undo-2"), reverse("undo-3")]);

  const states = answers.map((answer) => (answer.status === "rejected" ? sqlState(answer.reason) : "posted"));
  expect(states.sort()).toEqual(["23505", "23505", "posted"]);
  expect(await verifyLedger(database, { tenant: "acme" })).toMatchObject({ entries: 2, differences: [] });
});

test("periods of a tenant share no day, also when two are created at once; those of others do not matter", async () => {
  const database = await openBooks();
  await addBooks(database, { tenant: "bolt" });
  const add = (name: string) =>
    database.query(sql`
      insert into rota.fis_accounting_period (tenant_id, name, start_date, end_date) values ('acme', ${name}, '2027-01-01', '2027-01-31')`);

  const answers = await Promise.allSettled([add("a"), add("b")]);

  expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const oneDay = sql`
    insert into rota.fis_accounting_period (tenant_id, name, start_date, end_date) values ('acme', 'day', '2027-01-31', '2027-01-31')`;
  await expect(database.query(oneDay)).rejects.toMatchObject({ constraint: "fis_accounting_periods_share_no_day" });
});
