/** Measures reports over large books. Runs only with ROTA_LONG=1. */
import { sql, type Database } from "@rota/engine";
import { expect, test } from "vitest";
import { storedBalanceSheets, storedIncomeStatements, storedTrialBalances } from "../../src/store/report-store.ts";
import { openStoredBooks } from "../posting/stored-books.ts";
import { addSmallTenant } from "./small-tenant.ts";

const ENTRIES = 500_000;
const isLong = process.env["ROTA_LONG"] === "1";

test.runIf(isLong)(
  "a trial balance of any day over a million lines takes less than a second",
  async () => {
    const database = await openStoredBooks();
    const tenant = await addSmallTenant(database);
    await fillJournal(database, tenant);

    const times = {
      trialBalance: await medianMs(() => storedTrialBalances(database, tenant, ["2026-11-30"])),
      balanceSheet: await medianMs(() => storedBalanceSheets(database, tenant, ["2026-11-30"])),
      incomeStatement: await medianMs(() =>
        storedIncomeStatements(database, tenant, [{ from: "2026-01-01", to: "2026-11-30" }]),
      ),
    };

    process.stdout.write(`${String(ENTRIES * 2)} lines, median of 5, milliseconds: ${JSON.stringify(times)}\n`);
    expect(times.trialBalance).toBeLessThan(1_000);
  },
  600_000,
);

/** Fills the tables directly. Only the columns that reports read are as a posting would write them. */
async function fillJournal(database: Database, tenant: string): Promise<void> {
  const options = { timeoutMs: 300_000 };
  await database.query(
    sql`
    insert into rota.fis_journal_entry (ledger_id, chain_seq, journal_entry_id, tenant_id, event_id, status, posted_date, effective_date,
                                        transaction_date, fiscal_year, sequence_number, transaction_currency, base_currency,
                                        exchange_rate, created_by, created_at, payload_hash, previous_hash, hash)
    select ledger_id, nth, gen_random_uuid(), ${tenant}, 'event-' || nth, 'POSTED', day, day, day, 2026, nth, 'USD', 'USD', 1, 'ann', now(),
           sha256('x'), sha256('x'), sha256('x')
      from rota.fis_ledger, generate_series(1, ${ENTRIES}) as nth, lateral (select date '2026-01-01' + nth % 365 as day) as days
     where tenant_id = ${tenant}`,
    options,
  );
  await database.query(
    sql`
    insert into rota.fis_journal_line (ledger_id, chain_seq, line_no, account_id, is_credit, currency_code, amount, base_amount, effective_date)
    select account.ledger_id, nth, side, account_id, side = 2, 'USD', 100 + nth % 1000, 100 + nth % 1000, date '2026-01-01' + nth % 365
      from generate_series(1, ${ENTRIES}) as nth
     cross join generate_series(1, 2) as side
      join (select account_id, ledger_id, row_number() over (order by account_id) - 1 as place, count(*) over () as places
              from rota.fis_account where tenant_id = ${tenant}) as account
        on account.place = (nth * 7 + side) % account.places`,
    options,
  );
  await database.query(sql`analyze rota.fis_journal_line`, options);
}

async function medianMs(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const startedMs = performance.now();
    await read();
    times.push(Math.round(performance.now() - startedMs));
  }
  return times.sort((a, b) => a - b)[2] ?? 0;
}
