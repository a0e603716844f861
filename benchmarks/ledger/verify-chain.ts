/** Measures the verification of a long chain, and a trial balance over its first half. */
import type { Database } from "@rota/engine";
import { checkDraft, draftOfEvent } from "@rota/ledger";
import { beginPosting, storedTrialBalances, verifyLedger } from "@rota/ledger/node";
import type { BenchServer } from "../harness/bench-server.ts";
import type { Measures } from "../harness/rounds.ts";
import { median } from "../harness/statistics.ts";
import { benchEvent } from "./bench-books.ts";
import { withBooks } from "./drain-queue.ts";

const BATCH = 1_000;
/** Entries are spread over the days between the two: current balances cannot answer for the first half. */
const FIRST_DAY_MS = Date.parse("2026-01-01");
const DAYS = 200;
const DAY_MS = 86_400_000;
const TRIAL_BALANCES = 5;

export async function verifyChain(server: BenchServer, entries: number): Promise<Measures> {
  return withBooks(server, 1, async ({ database, tenants: [tenant = ""] }) => {
    const postedMs = performance.now();
    await postInBatches(database, tenant, entries);
    const startedMs = performance.now();
    const report = await verifyLedger(database, { tenant });
    const endedMs = performance.now();
    if (report.entries !== entries || report.differences.length > 0) throw new Error("the chain is not in order");
    return {
      postedPerSecond: (entries / (startedMs - postedMs)) * 1_000,
      verifySeconds: (endedMs - startedMs) / 1_000,
      trialBalanceMs: await trialBalanceMs(database, tenant),
      trialBalanceLines: entries, // two each, of half of them
    };
  });
}

async function postInBatches(database: Database, tenant: string, entries: number): Promise<void> {
  for (let first = 0; first < entries; first += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, entries - first) }, (_, nth) => {
      return { ...benchEvent(first + nth, false), postedDate: dayOf(Math.floor(((first + nth) * DAYS) / entries)) };
    });
    await database.transaction(async (tx) => {
      const posting = await beginPosting(tx, { tenant, eventIds: events.map(({ eventId }) => eventId) });
      const drafts = events.map((event) => draftOfEvent(event, posting.books.ruleOf(event.eventType)));
      await posting.post(drafts.map((draft) => checkDraft(draft, posting.books)));
    });
  }
}

/** Returns the median of several calls, each measured at the caller. */
async function trialBalanceMs(database: Database, tenant: string): Promise<number> {
  const times: number[] = [];
  for (let nth = 0; nth < TRIAL_BALANCES; nth++) {
    const startedMs = performance.now();
    const [balance] = await storedTrialBalances(database, tenant, [dayOf(DAYS / 2 - 1)]);
    times.push(performance.now() - startedMs);
    if (balance?.isBalanced !== true) throw new Error("the trial balance does not balance");
  }
  return median(times);
}

function dayOf(nth: number): string {
  return new Date(FIRST_DAY_MS + nth * DAY_MS).toISOString().slice(0, 10);
}
