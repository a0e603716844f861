/** Imports a book into the default ledger of a tenant: checks all of it first, then writes it in batches. */
import { type Database, type Engine, isRotaError, RotaError } from "@rota/engine";
import { isRepeated } from "@rota/engine/workload";
import { createChart } from "../core/account.ts";
import type { EntryRecord, NumberedRecord } from "../core/book-file.ts";
import type { Books, TenantBooks } from "../core/books.ts";
import { businessHash } from "../core/chain.ts";
import { checkDraft } from "../core/check-entry.ts";
import type { CheckedEntry, EntryDraft } from "../core/entry.ts";
import { type ImportPlan, planImport, type ExistingBooks } from "../core/plan-import.ts";
import { createRateTable, type ExchangeRate, parseRate } from "../core/rate.ts";
import { LedgerError } from "../errors.ts";
import { changeAccount, createAccounts } from "./account-store.ts";
import { readBooks } from "./books-store.ts";
import { createEntity } from "./entity-store.ts";
import { selectBooksRates } from "./entity.sql.ts";
import { createPeriod } from "./period-store.ts";
import { beginPosting, type Posting, usedEventId } from "./posting.ts";
import { addRates, RATES_MAX } from "./rate-store.ts";

export type ImportRequest = {
  readonly tenant: string;
  readonly actor: string;
  /** Opens the book. Called once for each pass over it. */
  readonly records: () => AsyncIterable<NumberedRecord>;
  /** Base currency of a tenant without books, if the book does not name it. */
  readonly baseCurrency?: string | undefined;
  readonly makesPeriods?: boolean;
  /** Whether to check everything and write nothing. */
  readonly isDryRun?: boolean;
  readonly onEntries?: (progress: { readonly done: number; readonly total: number }) => void;
};

export type ImportReport = {
  readonly accounts: number;
  readonly periods: number;
  readonly rates: number;
  readonly entries: number;
  /** Number of entries that an earlier import of the same book posted. */
  readonly skipped: number;
};

type Importing = Pick<Engine, "database" | "codec">;

/** Imports a book: checks all of it first, then writes it in several transactions. */
export async function importBook(engine: Importing, request: ImportRequest): Promise<ImportReport> {
  const { database } = engine;
  const { tenant, actor, records, makesPeriods = false, isDryRun = false, onEntries } = request;
  const books = await booksOf(database, tenant);
  const existing = books === undefined ? await newBooks(request) : await existingBooksOf(database, books);
  const plan = await planImport(records(), existing, { makesPeriods });
  await checkEntries(records(), plannedBooks(existing, plan, books), actor);
  const { accounts, periods, rates, entries } = plan;
  const report = { accounts: accounts.length, periods: periods.length, rates: rates.length };
  if (isDryRun) return { ...report, entries, skipped: 0 };

  const context = { tenant, actor };
  if (books === undefined) await createEntity(database, { ...context, settings: { name: tenant, ...existing } });
  await writePlan(engine, context, plan);
  const posted = await postRecords(database, { ...context, records: records(), total: entries, onEntries });
  for (const { code, isActive } of accounts)
    if (!isActive) await changeAccount(database, { ...context, code, changes: { isActive } });
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

async function existingBooksOf(database: Database, books: TenantBooks): Promise<ExistingBooks> {
  const rows = await database.query(selectBooksRates(books.tenant));
  const rates = rows.map((row): ExchangeRate => ({
    ...{ from: row.source_currency, to: row.target_currency, type: row.rate_type },
    ...{ date: row.effective_date, rate: parseRate(row.rate) },
  }));
  const { baseCurrency, fiscalYearStartMonth, chart, periods } = books;
  return { baseCurrency, fiscalYearStartMonth, chart, periods, rates };
}

/** Returns the books of a tenant that has none yet, with the requested base currency or that of the book. */
async function newBooks({ tenant, records, baseCurrency }: ImportRequest): Promise<ExistingBooks> {
  const nothing = { chart: createChart([]), periods: [], rates: [] };
  if (baseCurrency !== undefined) return { baseCurrency, fiscalYearStartMonth: 1, ...nothing };
  for await (const { record } of records()) {
    if (record.record !== "ledger") break;
    return { baseCurrency: record.baseCurrency, fiscalYearStartMonth: record.fiscalYearStartMonth, ...nothing };
  }
  const message = `tenant ${JSON.stringify(tenant)} has no books, and the file does not say in which currency they are kept: name it`;
  throw new LedgerError("BOOK_FILE_INVALID", message, { tenant });
}

function plannedBooks(existing: ExistingBooks, plan: ImportPlan, books: TenantBooks | undefined): Books {
  const { baseCurrency, fiscalYearStartMonth, chart, periods } = existing;
  return {
    ...{ baseCurrency, fiscalYearStartMonth },
    ...(books === undefined ? {} : { roundingAccount: books.roundingAccount, dimensionNames: books.dimensionNames }),
    chart: createChart([...chart.accounts, ...plan.accounts.map((account) => ({ ...account, isActive: true }))]),
    periods: [...periods, ...plan.periods],
    rates:
      plan.rates.length === 0 && books !== undefined
        ? books.rates
        : createRateTable([...existing.rates, ...plan.rates]),
  };
}

const PROBLEMS_LISTED_MAX = 10;

/** Refuses the whole book and lists its first problems. */
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
  const more = problems.length - PROBLEMS_LISTED_MAX;
  const listed = [...problems.slice(0, PROBLEMS_LISTED_MAX), ...(more > 0 ? [`and ${String(more)} more`] : [])];
  const message = `nothing was imported, since ${String(problems.length)} entries of the book cannot be posted: ${listed.join("; ")}`;
  throw new LedgerError("BOOK_FILE_INVALID", message, { entries: problems.length });
}

async function writePlan(
  engine: Importing,
  context: { readonly tenant: string; readonly actor: string },
  { accounts, periods, rates }: ImportPlan,
): Promise<void> {
  const { database } = engine;
  if (accounts.length > 0) await createAccounts(database, { ...context, accounts });
  for (const period of periods) await createPeriod(engine, { ...context, period });
  for (let from = 0; from < rates.length; from += RATES_MAX)
    await addRates(database, { ...context, rates: rates.slice(from, from + RATES_MAX) });
}

const ENTRIES_AT_ONCE = 500;

type RecordsToPost = {
  readonly tenant: string;
  readonly actor: string;
  readonly records: AsyncIterable<NumberedRecord>;
  readonly total: number;
  readonly onEntries?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
};

type NumberedEntry = { readonly line: number; readonly record: EntryRecord };
type Posted = { readonly entries: number; readonly skipped: number };

/** Posts the entries of a book in batches, each in its own transaction, and skips entries that are already posted. */
async function postRecords(database: Database, request: RecordsToPost): Promise<Posted> {
  const sum = { entries: 0, skipped: 0 };
  const postBatch = async (batch: readonly NumberedEntry[]) => {
    const { entries, skipped } = await postTogether(database, request, batch);
    sum.entries += entries;
    sum.skipped += skipped;
    request.onEntries?.({ done: sum.entries + sum.skipped, total: request.total });
  };
  let batch: NumberedEntry[] = [];
  for await (const { line, record } of request.records) {
    if (record.record !== "entry") continue;
    batch.push({ line, record });
    if (batch.length < ENTRIES_AT_ONCE) continue;
    await postBatch(batch);
    batch = [];
  }
  if (batch.length > 0) await postBatch(batch);
  return sum;
}

function postTogether(
  database: Database,
  { tenant, actor }: RecordsToPost,
  batch: readonly NumberedEntry[],
): Promise<Posted> {
  return database.transaction(async (tx) => {
    const posting = await beginPosting(tx, { tenant, eventIds: batch.map(({ record }) => record.eventId) });
    const checked = batch.flatMap((numbered) => checkedEntry(numbered, posting, actor) ?? []);
    await posting.post(checked);
    return { entries: checked.length, skipped: batch.length - checked.length };
  });
}

/** Returns the entry to post. Undefined if it is posted already. */
function checkedEntry({ line, record }: NumberedEntry, posting: Posting, actor: string): CheckedEntry | undefined {
  const draft = draftOf(record, actor);
  const key = posting.taken.get(draft.eventId);
  try {
    if (key !== undefined && isRepeated(key.payloadHash, draft.payloadHash, usedEventId(key))) return undefined;
    return checkDraft(draft, posting.books);
  } catch (cause) {
    if (!isRotaError(cause)) throw cause;
    const message = `line ${String(line)}: ${cause.message}; entries before it may be posted: import the corrected book again, and they are passed over`;
    throw new RotaError(cause.code, message, { line }, { cause, kind: cause.kind, status: cause.status });
  }
}

const SOURCE = "import";

/** Makes a draft whose hash identifies it by its content, without its place in another journal. */
function draftOf(record: EntryRecord, actor: string): EntryDraft & { readonly payloadHash: string } {
  const { eventId, postedDate, effectiveDate, transactionDate, currency, description, reference, autoReverse } = record;
  const lines = record.lines.map(({ account, side, amount, currency: own, dimensions }) => ({
    ...{ account, side, amount: BigInt(amount) },
    ...(own === undefined ? {} : { currency: own }),
    ...(dimensions === undefined ? {} : { dimensions }),
  }));
  const content = {
    ...{ eventId, postedDate, effectiveDate, transactionDate, currency, lines, autoReverse },
    ...{ description: description ?? undefined, reference: reference ?? undefined },
  };
  return {
    ...content,
    source: record.source ?? SOURCE,
    createdBy: record.createdBy ?? actor,
    payloadHash: businessHash(content),
  };
}
