/** Tests of what a tenant sees of its undelivered events. */
import { describe, expect, onTestFinished, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { silentLogger } from "../runtime/logger.ts";
import { recordingSink } from "../../test/support/recording-sinks.ts";
import { openTestDatabase } from "../../test/support/test-database.ts";
import { appendEvent } from "./append-event.ts";
import { createRelay } from "./relay.ts";
import { getOutboxBacklog, listWaitingEvents } from "./outbox-statistics.ts";

describe.each(["pglite", "postgres"] as const)("on %s", (on) => {
  test("a tenant sees which of its events wait, for which sinks, and how many are parked", async () => {
    const { database, dispose } = await openTestDatabase({ on });
    onTestFinished(dispose);
    await migrate(database);
    const [broken, whole] = [recordingSink("broken"), recordingSink("whole")];
    broken.failure = ({ aggregate }) => (aggregate.id === "a" ? new Error("poison") : undefined);
    const relay = createRelay({ database, sinks: [broken, whole], logger: silentLogger, triesMax: 1 });
    const [first = "", second = ""] = await appendEvent(database, ["a", "a", "b"].map(ofTenant("ann")));
    await appendEvent(database, ["a"].map(ofTenant("bob")));
    const before = await listWaitingEvents(database, { tenant: "ann" });
    await relay.drain();
    const [unplaced = ""] = await appendEvent(database, ["c"].map(ofTenant("ann")));

    const waiting = await listWaitingEvents(database, { tenant: "ann" });
    const [place] = await listWaitingEvents(database, { tenant: "ann", limit: 1 });
    const rest = await listWaitingEvents(database, { tenant: "ann", after: place?.position ?? 0n, limit: 1 });

    expect(before.map(({ position, sinks }) => [position, sinks])).toEqual([1, 2, 3].map(() => [undefined, []]));
    expect(waiting.map(({ eventId, sinks }) => [eventId, sinks])).toEqual([
      [first, ["broken"]],
      [second, ["broken"]],
      [unplaced, []],
    ]);
    expect(rest.map(({ eventId }) => eventId)).toEqual([second]);
    expect(await getOutboxBacklog(database, "ann")).toMatchObject({ waiting: 3, parked: 1 });
    expect(await getOutboxBacklog(database, "nobody")).toEqual({ waiting: 0, parked: 0, oldestMs: undefined });
    await expect(listWaitingEvents(database, { tenant: "ann", limit: 0 })).rejects.toMatchObject({
      code: "OUTBOX_EVENT_INVALID",
    });
  });
});

function ofTenant(tenant: string) {
  return (id: string) => ({ tenant, type: "counted", aggregate: { type: "COUNTER", id }, payload: {} });
}
