/** Story: events arrive while consumers, RabbitMQ, Redis and PostgreSQL are killed and restarted, and each is handled once. */
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startPostgres } from "../../../../tools/services/postgres-service.ts";
import { startRabbitmq } from "../../../../tools/services/rabbitmq-service.ts";
import { queueIsOnDisk } from "../../../../tools/services/rabbitmq/queue-is-on-disk.ts";
import { startRedis } from "../../../../tools/services/redis-service.ts";
import type { Service } from "../../../../tools/services/service.ts";
import { createSchema } from "../../src/database/database.sql.ts";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { intakeNames } from "../../src/intake/consume-intake.ts";
import { IS_LONG } from "../support/story-support.ts";
import { createEffects, selectEffects } from "../support/support.sql.ts";
import { openTestPostgres } from "../support/test-database.ts";
import { type ChaosConsumer, chaosConsumers, type ChaosConsumers } from "./chaos-consumers.ts";
import { CHAOS_BROKER, CHAOS_DEAD_QUEUE, CHAOS_NAME, chaosIntake } from "./chaos-intake.ts";
import { bodyOf, type ChaosPlan, judgeChaos, planChaosEvents, planStrikes, type Strike } from "./chaos-plan.ts";
import { type ChaosPublisher, openChaosPublisher } from "./chaos-publisher.ts";
import { countChaos, selectAllRejected, selectOpenTransaction } from "./chaos-rows.sql.ts";

const SEED = Number(process.env["ROTA_SEED"] ?? 1);
const EVENTS = Number(process.env["ROTA_EVENTS"] ?? (IS_LONG ? 200_000 : 20_000));
const IS_LARGE = EVENTS >= 200_000;
const STRIKES = IS_LARGE ? 72 : 8;
/** Maximum number of strikes: more events are sent until the counts of LEAST are reached. */
const STRIKES_MAX = 4 * STRIKES;
const CONSUMERS = 3;
/** Minimum numbers of redelivered messages and of kills inside a transaction, without which the story proves nothing. */
const LEAST = IS_LARGE ? { redelivered: 1_000, insideKills: 20 } : { redelivered: 100, insideKills: 3 };
const WAIT = { timeout: 300_000, interval: 50 };
const WAIT_CLOSELY = { ...WAIT, interval: 1 };
const SCHEMA = "chaos";

type Servers = { readonly postgres: Service; readonly rabbitmq: Service; readonly redis: Service };

let servers: Servers;
beforeAll(async () => {
  const [postgres, rabbitmq, redis] = await Promise.all([startPostgres(), startRabbitmq(), startRedis()]);
  servers = { postgres, rabbitmq, redis };
});
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.dispose()));
});

test(
  `each of at least ${String(EVENTS)} events has one effect or a reason, whichever process is killed (ROTA_SEED=${String(SEED)})`,
  { timeout: IS_LARGE ? 7_200_000 : 1_800_000 },
  async () => {
    let plan = planChaosEvents({ count: EVENTS, seed: SEED });
    const story = await openChaos(servers);

    for (const [nth, strike] of planStrikes({ count: STRIKES_MAX, seed: SEED }).entries()) {
      if (nth >= STRIKES && story.hasSeen(LEAST)) break;
      const [begin, end] = [nth, nth + 1].map((waves) => Math.floor((EVENTS * waves) / STRIKES));
      // A longer plan begins with the same events as a shorter one.
      if (nth >= STRIKES) plan = planChaosEvents({ count: end ?? EVENTS, seed: SEED });
      await story.play(plan.messages.slice(begin, end).map(bodyOf), strike);
      await story.report(
        `strike ${String(nth + 1)} of ${String(STRIKES)}, ${strike.victims.join(" and ")} (${strike.point ?? "none held"})`,
      );
    }
    await story.untilAllSettled(plan);
    await story.consumers.stopAll();

    const { database, publisher, consumers } = story;
    expect(await publisher.broker.inspectQueue(CHAOS_BROKER.queue)).toEqual({ ready: 0, consumers: 0 });
    expect(await publisher.broker.inspectQueue(CHAOS_DEAD_QUEUE)).toEqual({ ready: 0, consumers: 0 });
    const effects = await database.query(selectEffects());
    const outcome = judgeChaos(plan, effects, await database.query(selectAllRejected()));
    expect(outcome.faults).toEqual([]);
    expect(outcome.done + outcome.conflicts + outcome.rejected + outcome.malformed + plan.copies).toBe(
      plan.messages.length,
    );
    expect(consumers.crashes).toEqual([]);
    expect(story.hasSeen(LEAST)).toBe(true);
    await story.report(`the end, ${JSON.stringify({ ...outcome, copies: plan.copies })}`);
  },
);

type Chaos = {
  readonly database: Database;
  readonly publisher: ChaosPublisher;
  readonly consumers: ChaosConsumers;
  /** Sends messages, strikes meanwhile, and resolves when all servers are up again and all messages are sent. */
  play(bodies: readonly Buffer[], strike: Strike): Promise<void>;
  /** Returns whether enough messages were redelivered and enough consumers were killed inside an open transaction. */
  hasSeen(least: typeof LEAST): boolean;
  untilAllSettled(plan: ChaosPlan): Promise<void>;
  /** Prints the progress in the long mode. */
  report(step: string): Promise<void>;
};

async function openChaos({ postgres, rabbitmq, redis }: Servers): Promise<Chaos> {
  const database = await openChaosDatabase(postgres.url);
  const publisher = await openChaosPublisher(rabbitmq.url);
  const { broker } = chaosIntake;
  if (broker !== undefined) await publisher.broker.declare(intakeNames(CHAOS_NAME, broker).topology);
  const consumers = chaosConsumers({
    url: postgres.url,
    schema: SCHEMA,
    // A claim whose answer was lost with the connection waits until its lease expires.
    config: { rabbitmqUrl: rabbitmq.url, redisUrl: redis.url, workerSlots: 4, leaseMs: 5_000 },
  });
  await Promise.all(Array.from({ length: CONSUMERS }, () => consumers.start()));
  const queues = [CHAOS_BROKER.queue, CHAOS_DEAD_QUEUE];
  await vi.waitUntil(() => queues.every((queue) => queueIsOnDisk(rabbitmq, queue)), WAIT);

  const counts = async () => {
    const [row] = await vi.waitFor(() => database.query(countChaos()), WAIT); // its connections may have been lost
    return row ?? { effects: 0, rejected: 0, waiting: 0 };
  };
  const killing = openKilling({ postgres, rabbitmq, redis }, { database, consumers });

  return {
    database,
    publisher,
    consumers,
    hasSeen: (least) =>
      consumers.total("redelivered") >= least.redelivered && killing.insideKills() >= least.insideKills,
    async play(bodies, strike) {
      const middle = Math.ceil(bodies.length / 2);
      let sending = publisher.publish(CHAOS_BROKER.exchange, bodies.slice(0, middle));
      const held = strike.point && (await consumers.holdOne(strike.point));
      await sending;
      const wanted = publisher.confirmed() + strike.after * (bodies.length - middle);
      sending = publisher.publish(CHAOS_BROKER.exchange, bodies.slice(middle));
      await vi.waitUntil(() => publisher.confirmed() >= wanted, WAIT_CLOSELY);
      const down = await killing.kill(strike, held);
      consumers.letGo();
      await Promise.all(down.map((server) => server.start()));
      while (consumers.alive().length < CONSUMERS) await consumers.start();
      await sending;
    },
    async untilAllSettled({ accepted, rejected, malformed, conflicts }) {
      const refused = rejected.size + malformed.size + conflicts;
      await vi.waitFor(async () => {
        const found = await counts();
        expect(found.waiting).toBe(0);
        expect(found.effects).toBeGreaterThanOrEqual(accepted.size);
        expect(found.rejected).toBeGreaterThanOrEqual(refused);
      }, WAIT);
      await vi.waitUntil(async () => (await publisher.broker.inspectQueue(CHAOS_BROKER.queue))?.ready === 0, WAIT);
    },
    async report(step) {
      if (!IS_LARGE) return;
      const reported = { ...(await counts()), redelivered: consumers.total("redelivered"), resent: publisher.resent() };
      const fields = JSON.stringify({ ...reported, insideKills: killing.insideKills() });
      process.stdout.write(`${String(Math.round(performance.now() / 1_000))} s, ${step}: ${fields}\n`);
    },
  };
}

function openKilling(killed: Servers, { database, consumers }: Pick<Chaos, "database" | "consumers">) {
  let insideKills = 0;
  return {
    insideKills: () => insideKills,
    /** Returns the servers that are down now. */
    async kill({ victims, isGentle }: Strike, held: ChaosConsumer | undefined): Promise<Service[]> {
      const isInside = await isInTransaction(database, held?.held?.backend);
      const down: Service[] = [];
      for (const victim of victims) {
        if (victim === "held" || victim === "other") {
          const consumer = victim === "held" ? held : consumers.alive().find((one) => one !== held);
          if (consumer === held && isInside) insideKills++;
          if (consumer !== undefined) await consumers.kill(consumer);
          continue;
        }
        await (isGentle ? killed[victim].stop() : killed[victim].kill());
        down.push(killed[victim]);
      }
      return down;
    },
  };
}

async function openChaosDatabase(url: string): Promise<Database> {
  const database = await openTestPostgres({ url, schema: SCHEMA, poolSize: 2, statementTimeoutMs: 120_000 });
  onTestFinished(() => database.close());
  await database.query(createSchema(SCHEMA));
  await migrate(database);
  await database.query(createEffects());
  return database;
}

async function isInTransaction(database: Database, backend: number | undefined): Promise<boolean> {
  if (backend === undefined) return false;
  const rows = await vi.waitFor(() => database.query(selectOpenTransaction(backend)), WAIT);
  return rows.length === 1;
}
