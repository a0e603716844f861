/** Measures how long a tenant's only event waits when it is published behind the flood of another tenant. */
import { readOutcome } from "@rota/engine/admin";
import { systemClock } from "@rota/engine/internal";
import { ledgerIntake } from "@rota/ledger/node";
import type { BenchServer } from "../harness/bench-server.ts";
import type { Measures } from "../harness/rounds.ts";
import { selectTurnsBetween } from "./bench-books.sql.ts";
import { benchEvent } from "./bench-books.ts";
import { withLedger } from "./drain-queue.ts";

/**
 * Measures how much of the flood had its turn, and was posted, between the event's arrival in the inbox and its own
 * turn and posting.
 */
export async function waitBehindFlood(server: BenchServer, flood: number): Promise<Measures> {
  return withLedger(server, 2, async ({ database, engine: open, fill, tenants: [noisy = "", quiet = ""] }) => {
    await fill({ events: flood, tenants: [noisy] });
    const { eventId } = benchEvent(flood, false);
    await fill({ events: 1, first: flood, tenants: [quiet] });
    const engine = await open();
    const startedMs = performance.now();
    await engine.start();
    while ((await readOutcome(database, { tenant: quiet, eventId }))?.kind !== "done") await systemClock.wait(5);
    const postedMs = performance.now() - startedMs;
    const [found] = await database.query(selectTurnsBetween({ quiet, noisy, eventId }));
    await engine.stop();
    return {
      fromStartMs: postedMs,
      inboxMs: found?.waited_ms ?? Number.NaN,
      othersGivenTurns: found?.given ?? Number.NaN,
      othersPosted: found?.posted ?? Number.NaN,
      quantum: ledgerIntake.batchEventsMax,
    };
  });
}
