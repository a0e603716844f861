/** Measures how long a verification of a long chain takes. */
import { checkDraft, draftOfEvent } from "@rota/ledger";
import { beginPosting, verifyLedger } from "@rota/ledger/workload";
import { migrate } from "@rota/engine";
import { ledger } from "@rota/ledger/workload";
import type { BenchServer } from "../harness/bench-server.ts";
import type { Measures } from "../harness/rounds.ts";
import { addBenchBooks, benchEvent } from "./bench-books.ts";

const BATCH = 1_000;

export async function verifyChain(server: BenchServer, entries: number): Promise<Measures> {
  const database = await server.open("chain", { poolSize: 2 });
  await migrate(database, { migrations: await ledger.migrations() });
  await addBenchBooks(database, "acme");
  const postedMs = performance.now();
  for (let first = 0; first < entries; first += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, entries - first) }, (_, nth) => benchEvent(first + nth, false));
    await database.transaction(async (tx) => {
      const posting = await beginPosting(tx, { tenant: "acme", eventIds: events.map(({ eventId }) => eventId) });
      const drafts = events.map((event) => draftOfEvent(event, posting.books.ruleOf(event.eventType)));
      await posting.post(drafts.map((draft) => checkDraft(draft, posting.books)));
    });
  }
  const startedMs = performance.now();
  const report = await verifyLedger(database, { tenant: "acme" });
  const endedMs = performance.now();
  if (report.entries !== entries || report.differences.length > 0) throw new Error("the chain is not in order");
  await database.close();
  return { perSecond: (entries / (startedMs - postedMs)) * 1_000, verifySeconds: (endedMs - startedMs) / 1_000 };
}
