/** Tests of how concurrent events become batches. */
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { systemClock } from "../runtime/clock.ts";
import { silentLogger } from "../runtime/logger.ts";
import { openTestDatabase } from "../../test/support/test-database.ts";
import { defineIntake } from "./define-intake.ts";
import { BUSY_EVENTS } from "./intake-limits.ts";
import { prepareEvent } from "./read-message.ts";
import { Collector } from "./collector.ts";

const intake = defineIntake({ name: "orders", handle: () => Promise.resolve() });

async function openCollector() {
  const { database, dispose } = await openTestDatabase({ on: "pglite" });
  onTestFinished(dispose);
  await migrate(database);
  const handled = new Map<string, () => void>();
  const collector = new Collector({
    database,
    logger: silentLogger,
    clock: systemClock,
    holdMs: 60_000,
    untilHandled: ({ tenant }) => new Promise((resolve) => handled.set(tenant, resolve)),
    onGivenBack: () => undefined,
    onBack: () => undefined,
  });
  onTestFinished(() => collector.stop());
  let number = 0;
  const add = (tenant: string): Promise<string> => {
    const event = { tenant, eventId: `e${String(++number)}`, payload: {} };
    const reading = { event: prepareEvent(event, { source: "direct" }, 1_000) };
    return new Promise((stored) => collector.add({ intake, reading, bytes: 10, stored }));
  };
  return {
    collector,
    add,
    addMany: (tenant: string) => Promise.all(Array.from({ length: BUSY_EVENTS }, () => add(tenant))),
    endBatchOf: (tenant: string) => handled.get(tenant)?.(),
    batches: async (tenant: string) =>
      (
        await database.query(
          sql<{ events: number }>`
            select json_array_length(convert_from(events, 'utf8')::json) as events
              from rota.inbox_batches where tenant = ${tenant} order by batch_id`,
        )
      ).map(({ events }) => events),
  };
}

test("events that a tenant sends while its batch is handled become one batch, and do not delay other tenants", async () => {
  const { add, addMany, endBatchOf, batches } = await openCollector();
  await addMany("ann");

  const held = Promise.all([addMany("ann"), addMany("ann")]);
  expect(await add("bob")).toBe("stored"); // it arrived after those of ann
  expect(await batches("ann")).toEqual([BUSY_EVENTS]);

  endBatchOf("ann");
  await held;
  expect(await batches("ann")).toEqual([BUSY_EVENTS, 2 * BUSY_EVENTS]);
});

test("events that wait for the end of a batch are stored when the process stops", async () => {
  const { collector, addMany, batches } = await openCollector();
  await addMany("ann");

  const held = addMany("ann");
  await collector.stop();

  expect(new Set(await held)).toEqual(new Set(["stored"]));
  expect(await batches("ann")).toEqual([BUSY_EVENTS, BUSY_EVENTS]);
});
