/** Posts events one by one, each in its own transaction, as many at once as there are tenants. */
import { checkDraft, draftOfEvent } from "@rota/ledger";
import { beginPosting } from "@rota/ledger/node";
import type { BenchServer } from "../harness/bench-server.ts";
import type { Measures } from "../harness/rounds.ts";
import { startStopwatch } from "../harness/stopwatch.ts";
import { benchEvent } from "./bench-books.ts";
import { withBooks, type BenchBooks } from "./drain-queue.ts";

export async function postOneByOne(server: BenchServer, events: number): Promise<Measures> {
  return withBooks(server, 4, async (books) => {
    const stop = startStopwatch(server.pid);
    await Promise.all(books.tenants.map((tenant, nth) => postAll(books, { tenant, first: nth, events })));
    const { perSecond, cpuMicrosecondsEach } = stop(events);
    return { perSecond, cpu: cpuMicrosecondsEach };
  });
}

type Share = { readonly tenant: string; readonly first: number; readonly events: number };

async function postAll({ database, tenants }: BenchBooks, { tenant, first, events }: Share): Promise<void> {
  for (let nth = first; nth < events; nth += tenants.length) {
    const event = benchEvent(nth, false);
    await database.transaction(async (tx) => {
      const posting = await beginPosting(tx, { tenant, eventIds: [event.eventId] });
      const draft = draftOfEvent(event, posting.books.ruleOf(event.eventType));
      await posting.post([checkDraft(draft, posting.books)]);
    });
  }
}
