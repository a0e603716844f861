/** Story: a database is restored from a backup, and RabbitMQ has newer or older messages. */
import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import { openRabbitmqBroker } from "../../src/broker/rabbitmq/rabbitmq-broker.ts";
import type { Database } from "../../src/database/database.ts";
import { queueTurns } from "../../src/dispatch/dispatch.sql.ts";
import { DISPATCH_EXCHANGE, dispatchRoute, writeTicket } from "../../src/dispatch/ticket.ts";
import { createEngine } from "../../src/engine.ts";
import { auditQueue } from "../../src/fairness/audit-queue.ts";
import { defineIntake } from "../../src/intake/define-intake.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { defineTask } from "../../src/tasks/define-task.ts";
import { planTask } from "../../src/tasks/plan-task.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { openRabbit, readEnvelope, readPayload } from "../support/intake-bench.ts";
import { WAIT } from "../support/story-support.ts";
import { backUp, openMigrated, PLACE, restore, untilAllEnded } from "./restore-support.ts";

test("tickets of turns that the restored database never gave start no chunk twice, even if ids are assigned again", async () => {
  const { from, work, runs, startEngine } = await openQueue();
  await submit(from, work, ["a1", "a2", "a3"]);
  const backup = await backUp(from);
  const lost = await submit(from, work, ["b1", "b2", "b3"]);
  const tickets = await publishTurns(from, work);

  const to = await restore(backup);
  const anew = await submit(to, work, ["c1", "c2", "c3"]);
  const engine = await startEngine(to);
  await untilAllEnded(to);

  expect(tickets).toBe(6);
  expect(anew).toEqual(lost);
  expect(runs.toSorted()).toEqual(["a1", "a2", "a3", "c1", "c2", "c3"]);
  await vi.waitUntil(async () => ((await engine.status()).dispatch?.[work.queue]?.received ?? 0) >= tickets, WAIT);
  expect((await auditQueue(to, { queue: work.pool })).difference).toBeUndefined();
});

test("tickets are sent again if the broker is new or older than the backup and lacks them", async () => {
  const { from, work, runs, startEngine } = await openQueue();
  await submit(from, work, ["a1", "a2", "a3"]);
  await from.query(queueTurns({ queue: work.pool, routes: [work.queue], window: 3, queuedMax: 3 })); // no broker gets the tickets

  const to = await restore(await backUp(from));
  const engine = await startEngine(to);
  await untilAllEnded(to);

  expect(runs.toSorted()).toEqual(["a1", "a2", "a3"]);
  expect((await engine.status()).dispatch?.[work.queue]?.resent).toBeGreaterThanOrEqual(3);
  expect((await auditQueue(to, { queue: work.pool })).dispatches).toBe(3);
});

test("an intake accepts events that the broker still has, and events sent again only if the backup lacks them", async () => {
  const rabbit = await openRabbit();
  const handled: string[] = [];
  const name = `t${randomBytes(4).toString("hex")}.orders`;
  const intake = defineIntake({
    name,
    broker: { exchange: rabbit.exchange, consumers: { min: 1, max: 2 } },
    readEvent: ({ body }) => readEnvelope(body),
    schema: readPayload,
    handle: async (events) => void handled.push(...events.map(({ eventId }) => eventId)),
  });
  const send = (...ids: string[]) =>
    rabbit.publish(
      "order.paid",
      ids.map((id) => ({ tenant: "ann", id, data: { amount: 1 } })),
    );
  const start = async (database: Database) => {
    const engine = await createEngine({
      tasks: [],
      intakes: [intake],
      database,
      config: { rabbitmqUrl: rabbit.url },
      logger: silentLogger,
    });
    onTestFinished(() => engine.stop());
    await engine.start();
    await rabbit.ready(`${name}.queue`);
    return engine;
  };
  const untilHandled = (count: number) => vi.waitUntil(() => handled.length >= count, WAIT);
  const from = await openMigrated();
  const before = await start(from);
  await send("known");
  await untilHandled(1);
  await untilAllEnded(from);
  const backup = await backUp(from);
  await send("acknowledged after the backup");
  await untilHandled(2);
  await before.stop();
  await send("waits in the broker");

  const to = await restore(backup);
  const after = await start(to);
  await untilHandled(3);
  await send("known", "acknowledged after the backup", "waits in the broker");
  await vi.waitUntil(async () => (await after.status()).intakes[name]?.received === 4, WAIT);
  await untilHandled(4);
  await untilAllEnded(to);

  expect(handled.slice(2).toSorted()).toEqual(["acknowledged after the backup", "waits in the broker"]);
});

/** Creates a queue in the broker, without workers. */
async function openQueue() {
  const from = await openMigrated();
  const runs: string[] = [];
  const work = defineTask({
    name: "story.restored",
    queue: `story.${randomBytes(4).toString("hex")}`,
    split: (names: string[]) => names,
    run: (name) => void runs.push(name),
  });
  const startEngine = async (database: Database) => {
    const config = { workerId: `worker-${randomBytes(4).toString("hex")}`, rabbitmqUrl: serviceUrl("rabbitmq") };
    const engine = await createEngine({ tasks: [work], database, config, logger: silentLogger });
    onTestFinished(() => engine.stop());
    await engine.start();
    return engine;
  };
  await (await startEngine(from)).stop();
  return { from, work, runs, startEngine };
}

type Work = Awaited<ReturnType<typeof openQueue>>["work"];

async function submit(database: Database, work: Work, names: string[]): Promise<bigint[]> {
  return (await submitTasks(database, [await planTask(work, names, PLACE)])).map(({ taskId }) => taskId);
}

/** Gives turns and publishes their tickets. Returns their number. */
async function publishTurns(database: Database, { pool, queue }: Work): Promise<number> {
  const broker = await openRabbitmqBroker({ url: serviceUrl("rabbitmq"), logger: silentLogger });
  const rows = await database.query(queueTurns({ queue: pool, routes: [queue], window: 10, queuedMax: 10 }));
  const { routingKey } = dispatchRoute(queue);
  for (const row of rows) await broker.publish({ exchange: DISPATCH_EXCHANGE, routingKey, body: writeTicket(row) });
  await broker.close();
  return rows.length;
}
