/** Measures how long a verification of a long chain takes. */
import type { Database } from "@rota/engine";
import { checkDraft, draftOfEvent } from "@rota/ledger";
import { beginPosting, verifyLedger } from "@rota/ledger/workload";
import type { BenchServer } from "../harness/bench-server.ts";
import type { Measures } from "../harness/rounds.ts";
import { benchEvent } from "./bench-books.ts";
import { withBooks } from "./drain-queue.ts";

const BATCH = 1_000;

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
    };
  });
}

async function postInBatches(database: Database, tenant: string, entries: number): Promise<void> {
  for (let first = 0; first < entries; first += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, entries - first) }, (_, nth) => benchEvent(first + nth, false));
    await database.transaction(async (tx) => {
      const posting = await beginPosting(tx, { tenant, eventIds: events.map(({ eventId }) => eventId) });
      const drafts = events.map((event) => draftOfEvent(event, posting.books.ruleOf(event.eventType)));
      await posting.post(drafts.map((draft) => checkDraft(draft, posting.books)));
    });
  }
}
