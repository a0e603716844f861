/** Opens an engine with one intake for tests: each event adds a row to a table of effects. */
import { randomBytes } from "node:crypto";
import { type ChannelModel, connect } from "amqplib";
import { onTestFinished } from "vitest";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { createEngine, type Engine, type EngineOptions } from "../../src/engine.ts";
import {
  defineIntake,
  type IntakeDefinition,
  type IntakeOptions,
  type OutsideEvent,
} from "../../src/intake/define-intake.ts";
import { WAIT_MS_MAX } from "../../src/intake/intake-limits.ts";
import type { IntakeCounts } from "../../src/intake/open-intakes.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { list } from "../../src/tasks/retry-policy.ts";
import { countEffects, createEffects, insertEffects, selectEffects } from "./support.sql.ts";
import { openTestDatabase } from "./test-database.ts";

export type Payload = { readonly amount: number };

export type IntakeBench = {
  readonly database: Database;
  readonly intake: IntakeDefinition;
  readonly engine: Engine;
  /** Returns `tenant/event id` of each effect. */
  readonly effects: () => Promise<string[]>;
  readonly effectCount: () => Promise<number>;
  readonly counts: () => Promise<IntakeCounts>;
};

type BenchOptions = Omit<Partial<IntakeOptions<(value: unknown) => Payload>>, "name"> & {
  readonly on?: "pglite" | "postgres";
  readonly engine?: Partial<EngineOptions>;
  /** Whether the engine is not started. Default false. */
  readonly isIdle?: boolean;
};

export async function openIntakeBench(options: BenchOptions = {}): Promise<IntakeBench> {
  const { on = "postgres", engine: engineOptions = {}, isIdle = false, ...given } = options;
  const { database, dispose } = await openTestDatabase({ on });
  onTestFinished(dispose);
  await migrate(database);
  await database.query(createEffects());
  const intake = defineIntake({
    name: `t${randomBytes(4).toString("hex")}.orders`,
    readEvent: ({ body }) => readEnvelope(body),
    schema: readPayload,
    handle: insertAll,
    retry: list([1]),
    ...given,
  });
  const opened = await createEngine({ tasks: [], intakes: [intake], database, logger: silentLogger, ...engineOptions });
  onTestFinished(() => opened.stop());
  const engine = waitingLonger(opened);
  if (!isIdle) await engine.start();
  return {
    database,
    intake,
    engine,
    effects: async () =>
      (await database.query(selectEffects())).map(({ tenant, event_id: eventId }) => `${tenant}/${eventId}`),
    effectCount: async () => (await database.query(countEffects()))[0]?.count ?? 0,
    counts: async () => countsIn((await engine.status()).intakes[intake.name]),
  };
}

/** Returns the engine with a longer default wait for the outcome of an event: on a busy machine a batch may take more than 2 s. */
function waitingLonger(engine: Engine): Engine {
  return {
    ...engine,
    receive: (intake, event, options) => engine.receive(intake, event, { waitMs: WAIT_MS_MAX, ...options }),
  };
}

/** Handler of most tests. */
export const insertAll: IntakeOptions<(value: unknown) => Payload>["handle"] = async (events, { tx, tenant }) => {
  const rows = events.map(({ eventId, payload }) => ({ eventId, amount: payload.amount }));
  await tx.query(insertEffects(tenant, rows));
};

export function readPayload(value: unknown): Payload {
  if (typeof value === "object" && value !== null && "amount" in value && typeof value.amount === "number")
    return { amount: value.amount };
  throw new Error("amount must be a number");
}

/** Reads `{ tenant, id, data }`; other fields are ignored. */
export function readEnvelope(body: unknown): OutsideEvent {
  if (typeof body !== "object" || body === null) throw new Error("it is no envelope");
  const { tenant, id, data }: { tenant?: unknown; id?: unknown; data?: unknown } = body;
  if (typeof tenant !== "string" || typeof id !== "string") throw new Error("tenant or id is missing");
  return { tenant, eventId: id, payload: data };
}

export type Rabbit = {
  readonly url: string;
  readonly exchange: string;
  publish(routingKey: string, bodies: readonly unknown[]): Promise<void>;
  /** Returns the number of messages in a queue that no consumer has. */
  ready(queue: string): Promise<number>;
  readonly admin: ChannelModel;
};

/** Opens the shared RabbitMQ with an exchange and queues for this test only. */
export async function openRabbit(): Promise<Rabbit> {
  const url = serviceUrl("rabbitmq");
  const exchange = `test-${randomBytes(4).toString("hex")}.events`;
  const admin = await connect(url);
  const channel = await admin.createConfirmChannel();
  const queues = new Set<string>();
  onTestFinished(async () => {
    for (const queue of queues) await channel.deleteQueue(queue);
    await channel.deleteExchange(exchange);
    await admin.close();
  });
  return {
    url,
    exchange,
    admin,
    async publish(routingKey, bodies) {
      for (const body of bodies) channel.publish(exchange, routingKey, bytesOf(body), { persistent: true });
      await channel.waitForConfirms();
    },
    async ready(queue) {
      queues.add(queue);
      return (await channel.checkQueue(queue)).messageCount;
    },
  };
}

function bytesOf(body: unknown): Buffer {
  return Buffer.from(body instanceof Uint8Array ? body : JSON.stringify(body));
}

function countsIn(counts: IntakeCounts | undefined): IntakeCounts {
  if (counts === undefined) throw new Error("the engine does not know the intake");
  return counts;
}
