/** Carries out the revaluation and the translation of a period in the transaction of the caller, and reads their runs. */
import { isRotaError, json, type RotaError, type Transaction } from "@rota/engine";
import { checkDraft } from "../core/check-entry.ts";
import type { JournalEntry } from "../core/entry.ts";
import { formatRate, parseRate } from "../core/rate.ts";
import { type PostedValue, type Revaluation, revalueBalances, translateBalances } from "../core/revaluation.ts";
import { LedgerError, storedError } from "../errors.ts";
import { holdEntity } from "./entity-store.ts";
import { findPeriod, readPeriods } from "./period-store.ts";
import { endRun, holdRun, type RunKind, type RunRow, type RunStatus } from "./period.sql.ts";
import { beginPosting } from "./posting.ts";
import { type JournalTotals, openTotals } from "./report-store.ts";

export type RunName = { readonly tenant: string; readonly kind: RunKind; readonly runId: string };

/** Carries out a run. A refused run is FAILED, with the reason, and does not block its period. An ended run is kept. */
export async function carryOutRun(tx: Transaction, { tenant, kind, runId }: RunName): Promise<void> {
  await holdEntity(tx, tenant);
  const [row] = await tx.query(holdRun(kind, tenant, runId));
  if (row === undefined || row.status !== "PROCESSING") return;
  try {
    const results = await tx.transaction((inner) => postDifferences(inner, tenant, toRun(kind, row)));
    await tx.query(endRun(kind, { runId, status: "COMPLETED", details: json({ results }) }));
  } catch (error) {
    if (!isRotaError(error) || error.kind === "unavailable" || error.kind === "internal") throw error;
    const refusal = { code: error.code, message: error.message };
    await tx.query(endRun(kind, { runId, status: "FAILED", details: json({ refusal }) }));
  }
}

/**
 * Posts the difference that later entries and rates make to an ended revaluation. Throws where a run would fail, and
 * then posts nothing.
 */
export async function completeRevaluation(tx: Transaction, tenant: string, runId: string): Promise<void> {
  const [row] = await tx.query(holdRun("revaluation", tenant, runId));
  if (row === undefined) return;
  const run = toRun("revaluation", row);
  const found = await postDifferences(tx, tenant, run);
  const added = found.filter(({ journalEntryId }) => journalEntryId !== null);
  if (added.length === 0) return;
  const details = json({ results: [...run.results, ...added] });
  await tx.query(endRun("revaluation", { runId, status: "COMPLETED", details }));
}

async function postDifferences(tx: Transaction, tenant: string, run: Run): Promise<RunResult[]> {
  const totals = await openTotals(tx, tenant);
  const valued = await valueFor(run, totals, tenant);
  const drafts = valued.flatMap(({ draft }) => draft ?? []);
  const posting = await beginPosting(tx, { tenant, eventIds: drafts.map(({ eventId }) => eventId) });
  const entries = await posting.post(
    drafts.map((draft) => checkDraft(draft, posting.books, { mayPostToSoftClosed: true })),
  );
  return valued.map((each) => resultOf(each, entries));
}

async function valueFor(run: Run, totals: JournalTotals, tenant: string): Promise<Revaluation[]> {
  const { books, on } = totals;
  const period = findPeriod(await readPeriods(on, tenant), run.periodId);
  const asked = { period, eventId: run.eventId, createdBy: run.createdBy };
  if (run.kind === "revaluation")
    return revalueBalances(
      await totals.until(period.end),
      { ...asked, accounts: exchangeAccounts(run.accounts), posted: postedBy(run) },
      books,
    );
  const range = { from: period.start, to: period.end };
  const accounts = { reserve: run.accounts.reserve, oci: named(run.accounts.oci, "oci") };
  return translateBalances(await totals.between(range, { isWithoutClosing: true }), { ...asked, accounts }, books);
}

function postedBy({ results }: Run): ReadonlyMap<string, PostedValue> {
  const posted = new Map<string, PostedValue>();
  for (const { currency, rate, delta } of results) {
    const before = posted.get(currency) ?? { delta: 0n, times: 0 };
    posted.set(currency, { rate: parseRate(rate), delta: before.delta + BigInt(delta), times: before.times + 1 });
  }
  return posted;
}

function exchangeAccounts({ reserve, gain, loss }: RunAccounts) {
  return { reserve, gain: named(gain, "gain"), loss: named(loss, "loss") };
}

function named(code: string | undefined, role: string): string {
  if (code !== undefined) return code;
  const message = `no account is named for ${role}: name one in the request or in the settings of the tenant`;
  throw new LedgerError("REVALUATION_CONFIGURATION_INVALID", message, { role });
}

function resultOf({ draft, ...valued }: Revaluation, entries: readonly JournalEntry[]): RunResult {
  return {
    currency: valued.currency,
    rate: formatRate(valued.rate),
    balance: String(valued.balance),
    carrying: String(valued.carrying),
    value: String(valued.value),
    delta: String(valued.delta),
    journalEntryId: entries.find(({ eventId }) => eventId === draft?.eventId)?.id ?? null,
  };
}

/** Account codes. The kind of a run decides which of them it needs. */
export type RunAccounts = {
  readonly reserve: string;
  readonly gain?: string | undefined;
  readonly loss?: string | undefined;
  readonly oci?: string | undefined;
};

/** Result for one currency, with amounts as text. */
type RunResult = {
  readonly currency: string;
  readonly rate: string;
  readonly balance: string;
  readonly carrying: string;
  readonly value: string;
  readonly delta: string;
  /** Id of the posted entry. Null if nothing changed. */
  readonly journalEntryId: string | null;
};

export type Run = {
  readonly runId: string;
  readonly kind: RunKind;
  readonly periodId: string;
  readonly eventId: string;
  readonly status: RunStatus;
  readonly accounts: RunAccounts;
  readonly results: readonly RunResult[];
  readonly refusal: { readonly code: string; readonly message: string } | undefined;
  readonly createdBy: string;
  readonly createdAt: Date;
};

type Details = {
  readonly accounts: RunAccounts;
  readonly results?: readonly RunResult[];
  readonly refusal?: { readonly code: string; readonly message: string };
};

export function toRun(kind: RunKind, row: RunRow): Run {
  const details = row.details;
  if (!isDetails(details)) throw new TypeError(`the details of run ${row.run_id} cannot be read`);
  return {
    runId: row.run_id,
    kind,
    periodId: row.period_id,
    eventId: row.event_id,
    status: row.status,
    accounts: details.accounts,
    results: details.results ?? [],
    refusal: details.refusal,
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}

/** Makes the error that a failed run returns to its caller. */
export function runRefusal({ refusal, runId }: Run): RotaError {
  const message = refusal?.message ?? "the run failed";
  const stored = storedError(refusal?.code, message, { runId });
  return stored ?? new LedgerError("REVALUATION_CONFIGURATION_INVALID", message, { runId });
}

function isDetails(value: unknown): value is Details {
  return typeof value === "object" && value !== null && "accounts" in value;
}
