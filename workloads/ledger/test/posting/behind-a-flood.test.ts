/** Story: the only event of a tenant is published after a flood of another tenant and does not wait for it. ROTA_LONG=1 sends 500,000 events. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createEngine, silentLogger, sql, type Database, type Engine, type IntakeDefinition } from "@rota/engine";
import { readOutcome } from "@rota/engine/admin";
import { openRabbitmqBroker } from "@rota/engine/rabbitmq";
import { expect, onTestFinished, test, vi } from "vitest";
import { ledgerIntake } from "../../src/tasks/event-intake.ts";
import { addBooks, openStoredBooks, plainEvent } from "./stored-books.ts";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const FLOOD = IS_LONG ? 500_000 : 2_000;
const SENT_AT_ONCE = 2_000;
const RABBITMQ = serviceUrl("rabbitmq");
const WAIT = { timeout: IS_LONG ? 1_200_000 : 240_000, interval: 20 };

test(
  `a tenant's only event behind ${String(FLOOD)} of another has its turn after one batch of the other at most`,
  { timeout: 2 * WAIT.timeout },
  async () => {
    const database = await openStoredBooks();
    for (const tenant of ["noisy", "quiet"]) await addBooks(database, { tenant });
    const intake = withOwnQueue();
    await publishFlood(await declared(database, intake));

    const engine = await openEngine(database, intake);
    await engine.start();
    const seenAt = await untilStored(database);
    await vi.waitUntil(async () => {
      const outcome = await readOutcome(database, { tenant: "quiet", eventId: "single" });
      return outcome?.kind === "done";
    }, WAIT);
    await untilAllStored(database); // the event may overtake those that are not stored yet

    const [found] = await database.query(countHandedOut(seenAt));
    expect(found?.handed_out).toBeLessThanOrEqual(intake.batchEventsMax);
  },
);

/** Returns when the event is visible in the inbox, by the clock of the database. Its stored time is earlier. */
async function untilStored(database: Database): Promise<Date> {
  let seenAt: Date | undefined;
  await vi.waitUntil(
    async () => {
      const [row] = await database.query(sql<{ at: Date }>`
        select clock_timestamp() as at from rota.inbox where tenant = 'quiet'`);
      seenAt = row?.at;
      return seenAt !== undefined;
    },
    { ...WAIT, interval: 5 },
  );
  assert(seenAt !== undefined);
  return seenAt;
}

/** Waits until the whole flood is stored, so that none of it is lost. */
async function untilAllStored(database: Database): Promise<void> {
  await vi.waitUntil(async () => {
    const [row] = await database.query(sql<{ stored: bigint }>`
      select count(*) as stored from rota.inbox where tenant = 'noisy'`);
    return Number(row?.stored) === FLOOD;
  }, WAIT);
}

/** Returns the ledger's intake with its own names in the broker, which the tests share. */
function withOwnQueue(): IntakeDefinition & { readonly broker: NonNullable<IntakeDefinition["broker"]> } {
  const prefix = `flood-${randomBytes(4).toString("hex")}`;
  assert(ledgerIntake.broker !== undefined);
  const deadLetter = { exchange: `${prefix}.dlx`, queue: `${prefix}.dlq.queue`, routingKey: `${prefix}.dlq` };
  const names = { exchange: `${prefix}.events`, queue: `${prefix}.queue`, deadLetter };
  return { ...ledgerIntake, broker: { ...ledgerIntake.broker, ...names } };
}

async function openEngine(database: Database, intake: IntakeDefinition): Promise<Engine> {
  const config = { rabbitmqUrl: RABBITMQ, relayEnabled: false };
  const engine = await createEngine({
    tasks: [],
    intakes: [intake],
    database,
    slots: 1,
    logger: silentLogger,
    config,
  });
  onTestFinished(() => engine.stop());
  return engine;
}

/** Starts an engine, which declares the queue. Returns the name of its exchange. */
async function declared(database: Database, intake: ReturnType<typeof withOwnQueue>): Promise<string> {
  const engine = await openEngine(database, intake);
  await engine.start();
  await engine.stop();
  return intake.broker.exchange;
}

/** Publishes the flood and then the single event. Returns when the broker has confirmed all. */
async function publishFlood(exchange: string): Promise<void> {
  const broker = await openRabbitmqBroker({ url: RABBITMQ, logger: silentLogger });
  const publish = (tenantId: string, eventId: string) => {
    const body = Buffer.from(JSON.stringify({ tenantId, sourceSystem: "shop", event: plainEvent(eventId, 5) }));
    return broker.publish({ exchange, routingKey: "shop.till.sale.closed", body });
  };
  for (let first = 0; first < FLOOD; first += SENT_AT_ONCE)
    await Promise.all(
      Array.from({ length: SENT_AT_ONCE }, (_, nth) => publish("noisy", `flood-${String(first + nth)}`)),
    );
  await publish("quiet", "single");
  await broker.close();
}

/**
 * Returns how many events of the other tenant were in batches that workers received after that moment and before the single
 * event. The entries of a batch share the time of their tenant's turn.
 */
const countHandedOut = (seenAt: Date) => sql<{ handed_out: number }>`
  with own as (
    select log.entry as turn
      from rota.inbox_batches as batch, rota.dispatch_log as log
     where batch.tenant = 'quiet' and batch.task_id = any (log.task_ids)
     order by log.entry limit 1)
  select (select count(*)
            from rota.dispatch_log as log
            join rota.inbox_batches as batch on batch.task_id = any (log.task_ids)
            join rota.inbox using (batch_id)
           where log.at > ${seenAt}::timestamptz and log.entry < own.turn and inbox.tenant = 'noisy')::integer as handed_out
    from own`;
