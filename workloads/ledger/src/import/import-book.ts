/** Brings a book into the default ledger of a tenant: all of it is checked first, then written in transactions that it opens. */
import { isRotaError, RotaError, type Database, type Engine } from "@rota/engine";
import { createChart } from "../accounts/chart.ts";
import type { NumberedRecord } from "../book-file/record-schemas.ts";
import { selectRates } from "../books/books.sql.ts";
import { readBooks } from "../books/read-books.ts";
import type { TenantBooks } from "../books/tenant-books.ts";
import { changeAccount, createAccounts } from "../entities/accounts/keep-accounts.ts";
import { createEntity } from "../entities/keep-entity.ts";
import { createPeriod } from "../entities/periods/keep-periods.ts";
import { addRates, RATES_MAX } from "../entities/rates/keep-rates.ts";
import type { Books } from "../journal/books.ts";
import { checkDraft } from "../journal/check-draft.ts";
import { parseRate } from "../money/rate.ts";
import { createRateTable, type ExchangeRate } from "../money/rate-table.ts";
import { draftOf } from "./draft-of-record.ts";
import { planImport, type ImportPlan, type Standing } from "./plan-import.ts";
import { postRecords } from "./post-records.ts";

export type ImportWish = {
  readonly tenant: string;
  readonly actor: string;
  /** Read anew for each pass over the book. */
  readonly records: () => AsyncIterable<NumberedRecord>;
  /** For a tenant that has no books yet, whose book does not say it. */
  readonly baseCurrency?: string | undefined;
  readonly makesPeriods?: boolean;
  /** Checks all of it and writes nothing. */
  readonly isDryRun?: boolean;
  readonly onEntries?: (progress: { readonly done: number; readonly total: number }) => void;
};

export type ImportReport = {
  readonly accounts: number;
  readonly periods: number;
  readonly rates: number;
  readonly entries: number;
  /** Entries that an earlier import of the same book has posted. */
  readonly skipped: number;
};

type Importing = Pick<Engine, "database" | "codec">;

export async function importBook(engine: Importing, wish: ImportWish): Promise<ImportReport> {
  const { database } = engine;
  const { tenant, actor, records, makesPeriods = false, isDryRun = false, onEntries } = wish;
  const books = await booksOf(database, tenant);
  const standing = books === undefined ? await newStanding(wish) : await standingOf(database, books);
  const plan = await planImport(records(), standing, { makesPeriods });
  await checkEntries(records(), plannedBooks(standing, plan, books), actor);
  const { accounts, periods, rates, entries } = plan;
  const report = { accounts: accounts.length, periods: periods.length, rates: rates.length };
  if (isDryRun) return { ...report, entries, skipped: 0 };

  const acting = { tenant, actor };
  if (books === undefined) await createEntity(database, { ...acting, wish: { name: tenant, ...standing } });
  await writePlan(engine, acting, plan);
  const posted = await postRecords(database, { ...acting, records: records(), total: entries, onEntries });
  for (const { code, isActive } of accounts)
    if (!isActive) await changeAccount(database, { ...acting, code, changes: { isActive } });
  return { ...report, ...posted };
}

async function booksOf(database: Database, tenant: string): Promise<TenantBooks | undefined> {
  try {
    return await readBooks(database, { tenant });
  } catch (error) {
    if (isRotaError(error, "TENANT_NOT_FOUND")) return undefined;
    throw error;
  }
}

async function standingOf(database: Database, books: TenantBooks): Promise<Standing> {
  const rows = await database.query(selectRates(books.tenant));
  const rates = rows.map((row): ExchangeRate => ({
    ...{ from: row.source_currency, to: row.target_currency, type: row.rate_type },
    ...{ date: row.effective_date, rate: parseRate(row.rate) },
  }));
  const { baseCurrency, fiscalYearStartMonth, chart, periods } = books;
  return { baseCurrency, fiscalYearStartMonth, chart, periods, rates };
}

/** What a tenant without books begins with: as the book says, or as it was asked for. */
async function newStanding({ tenant, records, baseCurrency }: ImportWish): Promise<Standing> {
  const nothing = { chart: createChart([]), periods: [], rates: [] };
  if (baseCurrency !== undefined) return { baseCurrency, fiscalYearStartMonth: 1, ...nothing };
  for await (const { record } of records()) {
    if (record.record !== "ledger") break;
    return { baseCurrency: record.baseCurrency, fiscalYearStartMonth: record.fiscalYearStartMonth, ...nothing };
  }
  const message = `tenant ${JSON.stringify(tenant)} has no books, and the file does not say in which currency they are kept: name it`;
  throw new RotaError("BOOK_FILE_INVALID", message, { tenant });
}

function plannedBooks(standing: Standing, plan: ImportPlan, books: TenantBooks | undefined): Books {
  const { baseCurrency, fiscalYearStartMonth, chart, periods } = standing;
  return {
    ...{ baseCurrency, fiscalYearStartMonth },
    ...(books === undefined ? {} : { roundingAccount: books.roundingAccount, dimensionNames: books.dimensionNames }),
    chart: createChart([...chart.accounts, ...plan.accounts.map((account) => ({ ...account, isActive: true }))]),
    periods: [...periods, ...plan.periods],
    rates:
      plan.rates.length === 0 && books !== undefined
        ? books.rates
        : createRateTable([...standing.rates, ...plan.rates]),
  };
}

const PROBLEMS_TOLD = 10;

/** Refuses the whole book with the first things that are wrong in it. */
async function checkEntries(records: AsyncIterable<NumberedRecord>, books: Books, actor: string): Promise<void> {
  const problems: string[] = [];
  for await (const { record, line } of records) {
    if (record.record !== "entry") continue;
    try {
      checkDraft(draftOf(record, actor), books);
    } catch (error) {
      if (!isRotaError(error)) throw error;
      problems.push(`line ${String(line)}: ${error.code}: ${error.message}`);
    }
  }
  if (problems.length === 0) return;
  const more = problems.length - PROBLEMS_TOLD;
  const told = [...problems.slice(0, PROBLEMS_TOLD), ...(more > 0 ? [`and ${String(more)} more`] : [])];
  const message = `nothing was imported, since ${String(problems.length)} entries of the book cannot be posted: ${told.join("; ")}`;
  throw new RotaError("BOOK_FILE_INVALID", message, { entries: problems.length });
}

async function writePlan(
  engine: Importing,
  acting: { readonly tenant: string; readonly actor: string },
  { accounts, periods, rates }: ImportPlan,
): Promise<void> {
  const { database } = engine;
  if (accounts.length > 0) await createAccounts(database, { ...acting, accounts });
  for (const period of periods) await createPeriod(engine, { ...acting, period });
  for (let from = 0; from < rates.length; from += RATES_MAX)
    await addRates(database, { ...acting, rates: rates.slice(from, from + RATES_MAX) });
}
