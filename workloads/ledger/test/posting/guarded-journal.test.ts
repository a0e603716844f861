/** Story: the database refuses changes of the journal, and with its guards off, a verification finds them. */
import { type Database, sql, type Sql, type Transaction } from "@rota/engine";
import { sqlScript } from "@rota/engine/internal";
import { sqlState } from "@rota/engine/workload";
import { expect, test } from "vitest";
import { checkDraft } from "../../src/core/check-entry.ts";
import { beginPosting } from "../../src/store/posting.ts";
import { describeLedgerDifference, type LedgerReport } from "../../src/verify/ledger-difference.ts";
import { verifyLedger, verifyLedgerInside } from "../../src/store/verify-ledger.ts";
import { addBooks, openStoredBooks } from "./stored-books.ts";

const JOURNAL = ["fis_journal_entry", "fis_journal_line", "fis_event_key"];
const BESIDE = ["fis_account_balance", "fis_chain_head", "fis_journal_sequence"];

/** Opens a journal of two tenants with three entries each, in two currencies, with all optional members of a line. */
async function openJournal(): Promise<Database> {
  const database = await openStoredBooks();
  for (const tenant of ["acme", "bolt"]) {
    await addBooks(database, { tenant });
    const eventIds = ["e1", "e2", "e3"];
    await database.transaction(async (tx) => {
      const posting = await beginPosting(tx, { tenant, eventIds });
      const drafts = eventIds.map((eventId, index) => ({
        eventId,
        postedDate: "2026-03-15",
        currency: index === 1 ? "USD" : "EUR",
        createdBy: "ann",
        lines: [
          { account: index === 1 ? "bank-usd" : "cash", side: "D", amount: 500n, dimensions: { shop: "north" } },
          { account: "sales", side: "C", amount: 500n },
        ] as const,
      }));
      await posting.post(drafts.map((draft) => checkDraft(draft, posting.books)));
    });
  }
  return database;
}

type Column = { readonly table: string; readonly column: string; readonly change: string };

/** Returns the columns, each with an expression for another value of its type. */
async function readColumns(database: Database, tables: readonly string[]): Promise<Column[]> {
  const rows = await database.query(sql<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
     where table_schema = ${database.schema} and table_name = any (${tables}::text[]) order by table_name, ordinal_position`);
  return rows.map(({ table, column, type }) => ({ table, column, change: changeOf(column, type) }));
}

function changeOf(column: string, type: string): string {
  if (column === "status") return "'CORRECTION'";
  if (column === "outcome") return "'RUN'";
  switch (type) {
    case "text":
      return `coalesce(${column}, '') || 'x'`;
    case "uuid":
      return "gen_random_uuid()";
    case "bytea":
      return `sha256(coalesce(${column}, ''))`;
    case "boolean":
      return `not ${column}`;
    case "jsonb":
      return `coalesce(${column}, '{}') || '{"added": "x"}'`;
    case "timestamp with time zone":
      return `${column} + interval '1 second'`;
    default:
      return type === "date" ? `${column} + 1` : `coalesce(${column}, 0) + 1`;
  }
}

test("a change of any column of any row of the journal is refused, and so are removals", async () => {
  const database = await openJournal();
  const columns = await readColumns(database, JOURNAL);

  for (const { table, column, change } of columns)
    await expect(
      database.query(sqlScript(`update rota.${table} set ${column} = ${change}`)),
      `${table}.${column}`,
    ).rejects.toThrow("the journal only grows");
  for (const table of JOURNAL) {
    await expect(database.query(sqlScript(`delete from rota.${table}`))).rejects.toThrow("the journal only grows");
    await expect(database.query(sqlScript(`truncate table rota.${table}`))).rejects.toThrow("the journal only grows");
  }
  for (const change of [
    "debit_minor = debit_minor - 1",
    "base_credit_minor = base_credit_minor - 1",
    "updated_seq = 0",
  ])
    await expect(database.query(sqlScript(`update rota.fis_account_balance set ${change}`))).rejects.toThrow();
  expect(columns.length).toBeGreaterThan(40);
  expect(await verifyLedger(database, { tenant: "acme" })).toMatchObject({ entries: 3, differences: [] });
});

test("lines that do not balance are refused from every writer", async () => {
  const database = await openJournal();

  const inserting = database.query(sql`
    insert into rota.fis_journal_line (ledger_id, chain_seq, line_no, account_id, is_credit, currency_code, amount, base_amount, effective_date)
    select ledger_id, chain_seq, 9, account_id, true, currency_code, 1, 1, effective_date from rota.fis_journal_line limit 1`);

  await expect(inserting).rejects.toThrow("do not balance");
});

/** Makes a change with the guards off, returns what a verification finds, and rolls the change back. */
async function verifyChanged(
  database: Database,
  change: Sql<unknown>,
  heads?: LedgerReport["head"],
): Promise<string[]> {
  const undone = new Error("undone");
  let found: string[] = [];
  const changeAndVerify = async (tx: Transaction): Promise<never> => {
    await tx.query(sqlScript("set local session_replication_role = replica"));
    await tx.query(change);
    const request = { tenant: "acme", heads: heads === undefined ? [] : [heads] };
    const { differences } = await verifyLedgerInside(tx, request);
    found = differences.map((difference) => `${difference.kind}: ${describeLedgerDifference(difference)}`);
    throw undone;
  };
  await database.transaction(changeAndVerify).catch((error: unknown) => {
    if (sqlState(error)?.startsWith("23") === true) found = ["REFUSED: by a constraint"];
    else if (error !== undone) throw error;
  });
  return found;
}

/** Times that nothing depends on: those at which a key was used or a head changed. */
const NOT_VERIFIED = ["fis_event_key.at", "fis_chain_head.updated_at"];

test("with the guards off, a change of any column of any row is found by a verification", async () => {
  const database = await openJournal();
  const columns = await readColumns(database, [...JOURNAL, ...BESIDE]);
  const missed: string[] = [];
  const ledgerOfAcme = "(select ledger_id from rota.fis_ledger where tenant_id = 'acme')";

  for (const { table, column, change } of columns) {
    const owner = table === "fis_event_key" ? "tenant_id = 'acme'" : `ledger_id = ${ledgerOfAcme}`;
    const row = `ctid = (select max(ctid) from rota.${table} where ${owner})`;
    const found = await verifyChanged(
      database,
      sqlScript(`update rota.${table} set ${column} = ${change} where ${row}`),
    );
    if (found.length === 0) missed.push(`${table}.${column}`);
  }

  expect(missed.sort()).toEqual(NOT_VERIFIED.sort());
});

test("a removed entry, a cut end, swapped tenants and rows that were added are found", async () => {
  const database = await openJournal();
  const { head } = await verifyLedger(database, { tenant: "acme" });
  const first = async (change: Sql<unknown>, kept?: LedgerReport["head"]) => {
    const [found = "nothing"] = await verifyChanged(database, change, kept);
    return found.split(":")[0];
  };

  expect(await first(sql`delete from rota.fis_journal_entry where tenant_id = 'acme' and chain_seq = 2`)).toBe(
    "MISSING",
  );
  expect(await first(sql`delete from rota.fis_journal_entry where tenant_id = 'acme' and chain_seq = 3`)).toBe(
    "HEAD_DIFFERS",
  );
  expect(await first(sql`delete from rota.fis_journal_entry where tenant_id = 'acme' and chain_seq = 3`, head)).toBe(
    "CUT_OFF",
  );
  expect(await first(sql`delete from rota.fis_journal_line where line_no = 2`)).toBe("CHANGED");
  expect(
    await first(
      sqlScript(`
        update rota.fis_ledger set tenant_id = 'nobody' where tenant_id = 'acme';
        update rota.fis_ledger set tenant_id = 'acme' where tenant_id = 'bolt';
        update rota.fis_ledger set tenant_id = 'bolt' where tenant_id = 'nobody'`),
    ),
  ).toBe("UNLINKED");
  expect(
    await first(sql`
      insert into rota.fis_journal_line (ledger_id, chain_seq, line_no, account_id, is_credit, currency_code, amount, base_amount, effective_date)
      select ledger_id, 99, side, account_id, side = 1, currency_code, 1, 1, effective_date
        from rota.fis_journal_line cross join generate_series(1, 2) as side where chain_seq = 1 and line_no = 1`),
  ).toBe("LOOSE_ROWS");
});
