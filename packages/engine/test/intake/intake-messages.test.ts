/** Tests that each event is handled once, whatever messages are mixed in and whichever service is unavailable for a while. */
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { startTcpProxy } from "../../../../tools/services/tcp-proxy.ts";
import { openRabbitmqBroker } from "../../src/broker/rabbitmq/rabbitmq-broker.ts";
import { openPostgres } from "../../src/database/postgres-database.ts";
import { createEngine } from "../../src/engine.ts";
import { openIntakes } from "../../src/intake/open-intakes.ts";
import { listRejected, showRejected } from "../../src/intake/rejected-events.ts";
import { createLogger, silentLogger } from "../../src/runtime/logger.ts";
import { type IntakeBench, openIntakeBench, openRabbit, type Rabbit } from "../support/intake-bench.ts";
import { testPostgresUrl } from "../support/test-database.ts";

const WAIT = { timeout: 40_000, interval: 50 };
const RUNS = process.env["ROTA_LONG"] === "1" ? 8 : 4;

type Sent =
  | { readonly kind: "event"; readonly id: number; readonly tenant: string; readonly amount: number }
  | { readonly kind: "bad"; readonly id: number; readonly tenant: string }
  | { readonly kind: "garbage"; readonly text: string };

const sent: fc.Arbitrary<Sent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("event" as const), id: fc.nat(15), tenant: tenants(), amount: fc.nat(2) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("bad" as const), id: fc.nat(5), tenant: tenants() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("garbage" as const),
      text: fc.constantFrom("{", "[]", '{"tenant":""}', "\u0000"),
    }),
  },
);

test("in any mix of duplicates, conflicts and garbage each accepted event has one effect and each other one a reason", async () => {
  const rabbit = await openRabbit();
  const bench = await openIntakeBench(consuming(rabbit, { batchEventsMax: 3 }));
  let round = 0;

  await fc.assert(
    fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 40 }), async (messages) => {
      const name = `r${String(++round)}`;
      const before = await bench.counts();
      await rabbit.publish(
        "shop.order.paid.v1",
        messages.map((message) => bodyOf(message, name)),
      );
      await settled(bench, before.received + messages.length);

      const accepted = new Set(
        messages.flatMap((m) => (m.kind === "event" ? [`${m.tenant}/${name}-${String(m.id)}`] : [])),
      );
      const effects = (await bench.effects()).filter((effect) => effect.includes(`/${name}-`));
      expect(effects).toEqual([...accepted].sort());
      await expectReasons(bench, messages, name);
    }),
    { numRuns: RUNS },
  );
  await vi.waitUntil(async () => (await rabbit.ready(`${bench.intake.name}.queue`)) === 0, WAIT);
});

/** Waits until all messages are stored or recorded, and all stored ones have an outcome. */
async function settled(bench: IntakeBench, received: number): Promise<void> {
  await vi.waitUntil(async () => {
    const counts = await bench.counts();
    const taken = counts.stored + counts.duplicates + counts.conflicts + counts.malformed;
    return taken === received && counts.stored === counts.done + counts.rejected;
  }, WAIT);
}

/** Expects a rejection for each bad message and a conflict for each payload that was not accepted under its id. */
async function expectReasons(bench: IntakeBench, messages: readonly Sent[], name: string): Promise<void> {
  const rejected = await listRejected(bench.database, { limit: 1_000 });
  for (const message of messages) {
    if (message.kind !== "bad") continue;
    const found = rejected.filter(
      ({ tenant, eventId }) => tenant === message.tenant && eventId === `${name}-bad-${String(message.id)}`,
    );
    expect(found).toMatchObject([{ kind: "REJECTED", code: "INPUT_INVALID" }]);
  }
  const amounts = new Map<string, Set<number>>();
  for (const message of messages)
    if (message.kind === "event") {
      const key = `${message.tenant}/${name}-${String(message.id)}`;
      amounts.set(key, (amounts.get(key) ?? new Set()).add(message.amount));
    }
  for (const [key, distinct] of amounts) {
    const conflicts = rejected.filter(
      ({ kind, tenant, eventId }) => kind === "CONFLICT" && `${String(tenant)}/${String(eventId)}` === key,
    );
    expect(conflicts).toHaveLength(distinct.size - 1);
  }
}

function bodyOf(message: Sent, name: string): unknown {
  if (message.kind === "garbage") return Buffer.from(message.text);
  const { tenant } = message;
  if (message.kind === "bad") return { tenant, id: `${name}-bad-${String(message.id)}`, data: { amount: "much" } };
  const sentAt = Math.random(); // part of the envelope, which has no effect
  return { tenant, id: `${name}-${String(message.id)}`, data: { amount: message.amount }, sentAt };
}

function tenants(): fc.Arbitrary<string> {
  return fc.constantFrom("ann", "bob", "cy");
}

test("a malformed message is recorded with its bytes, its routing key and the reason, and removed from the queue", async () => {
  const rabbit = await openRabbit();
  const bench = await openIntakeBench(consuming(rabbit, { eventBytesMax: 200 }));

  await rabbit.publish("a.b", [
    Buffer.from([0xff, 0xfe]),
    { tenant: "ann" },
    { tenant: "ann", id: "e", data: "x".repeat(200) },
  ]);
  await vi.waitUntil(async () => (await bench.counts()).malformed === 3, WAIT);

  const rejected = await listRejected(bench.database, { kind: "MALFORMED" });
  expect(rejected.map(({ code }) => code).sort()).toEqual(["EVENT_NOT_JSON", "EVENT_TOO_LARGE", "EVENT_UNREADABLE"]);
  expect(rejected.map(({ origin }) => origin.routingKey)).toEqual(["a.b", "a.b", "a.b"]);
  const bytes = await showRejected(
    bench.database,
    rejected.find(({ code }) => code === "EVENT_NOT_JSON")?.rejectedId ?? 0n,
  );
  expect(bytes.raw).toEqual(new Uint8Array([0xff, 0xfe]));
  await vi.waitUntil(async () => (await rabbit.ready(`${bench.intake.name}.queue`)) === 0, WAIT);
});

test("a dead letter is collected with the routing key that it was sent under", async () => {
  const rabbit = await openRabbit();
  const bench = await openIntakeBench(consuming(rabbit, {}));
  await vi.waitUntil(async () => (await rabbit.ready(`${bench.intake.name}.dlq.queue`)) === 0, WAIT);
  const headers = {
    "x-death": [
      { queue: "q", reason: "delivery_limit", exchange: rabbit.exchange, "routing-keys": ["shop.order.paid"] },
    ],
  };
  const channel = await rabbit.admin.createConfirmChannel();

  channel.sendToQueue(
    `${bench.intake.name}.dlq.queue`,
    Buffer.from(JSON.stringify({ tenant: "ann", id: "e1", data: {} })),
    { headers },
  );
  await vi.waitUntil(async () => (await bench.counts()).deadLettered === 1, WAIT);

  await vi.waitUntil(async () => (await listRejected(bench.database)).length === 1, WAIT);
  expect(await listRejected(bench.database)).toMatchObject([
    {
      kind: "DEAD_LETTER",
      tenant: "ann",
      eventId: "e1",
      origin: { exchange: rabbit.exchange, routingKey: "shop.order.paid" },
    },
  ]);
});

test("while the database is unavailable messages wait unacknowledged, and afterwards each is handled once", async () => {
  const rabbit = await openRabbit();
  const { bench, proxy, database, intake } = await behindProxy(rabbit);
  const engine = await createEngine({
    tasks: [],
    intakes: [intake],
    database,
    config: { rabbitmqUrl: rabbit.url },
    logger: silentLogger,
  });
  onTestFinished(() => engine.stop());
  await engine.start();
  const counts = async () => (await engine.status()).intakes[intake.name];

  proxy.refuse();
  await rabbit.publish("a.b.c", hundred());
  await vi.waitUntil(async () => (await counts())?.received === 100, WAIT);
  expect(await counts()).toMatchObject({ stored: 0, givenBack: 0, redelivered: 0 });
  proxy.allow();

  await vi.waitUntil(async () => (await bench.effectCount()) === 100, WAIT);
  expect(await counts()).toMatchObject({ received: 100, redelivered: 0, givenBack: 0 });
  expect(new Set(await bench.effects()).size).toBe(100);
});

test("the configuration sets how many consumers an intake has and how many messages each holds", async () => {
  const rabbit = await openRabbit();
  const { proxy, database, intake } = await behindProxy(rabbit);
  const engine = await createEngine({
    tasks: [],
    intakes: [intake],
    database,
    config: { rabbitmqUrl: rabbit.url, intakePrefetch: 3, intakeConsumersMax: 1 },
    logger: silentLogger,
  });
  onTestFinished(() => engine.stop());
  await engine.start();
  await vi.waitUntil(() => engine.counts().intakes[intake.name]?.consumers === 1, WAIT);

  proxy.refuse();
  await rabbit.publish("a.b.c", hundred());
  await vi.waitUntil(async () => (await rabbit.ready(intake.broker.queue)) === 97, WAIT);
  await vi.waitUntil(() => engine.counts().intakes[intake.name]?.counts.received === 3, WAIT);
  proxy.allow();

  await vi.waitUntil(() => engine.counts().intakes[intake.name]?.counts.stored === 100, WAIT);
});

test("an engine with an intake that consumes nothing is not ready and says which, until the cause is removed", async () => {
  const rabbit = await openRabbit();
  const channel = await rabbit.admin.createChannel();
  await channel.assertExchange(rabbit.exchange, "fanout");
  const log: string[] = [];
  const logger = createLogger({ level: "info", json: true, destination: { write: (line) => void log.push(line) } });
  const options = { broker: brokerOf(rabbit), engine: { config: { rabbitmqUrl: rabbit.url }, logger } };

  const { engine, intake, database } = await openIntakeBench(options);
  await vi.waitUntil(async () => (await engine.status()).missing.length === 0, WAIT);

  expect(await engine.status()).toMatchObject({ isReady: false, missing: [], idleIntakes: [intake.name] });
  expect(engine.counts().intakes[intake.name]).toMatchObject({ consumers: 0 });
  expect(log.filter((line) => line.includes(`intake \\"${intake.name}\\" consumes nothing`))).toHaveLength(1);
  expect(log.join()).toContain("exists in RabbitMQ with type = fanout, and is declared here with type = topic");
  await engine.stop();

  await channel.deleteExchange(rabbit.exchange);
  await channel.close();
  const config = { rabbitmqUrl: rabbit.url };
  const again = await createEngine({ tasks: [], intakes: [intake], database, config, logger: silentLogger });
  onTestFinished(() => again.stop());
  await again.start();
  await vi.waitUntil(async () => (await again.status()).isReady, WAIT);
  expect(await again.status()).toMatchObject({ idleIntakes: [] });
  expect(await rabbit.ready(`${intake.name}.queue`)).toBe(0);
});

test("an engine that has not started, or has no broker, has no idle intake", async () => {
  const rabbit = await openRabbit();
  const idle = await openIntakeBench({ ...consuming(rabbit, {}), isIdle: true });
  const without = await openIntakeBench({ broker: brokerOf(rabbit) });

  for (const { engine, intake } of [idle, without]) {
    expect((await engine.status()).idleIntakes).toEqual([]);
    expect(engine.counts().intakes[intake.name]?.consumers).toBeUndefined();
  }
});

test("messages that were held for too long are returned to the broker once, and redelivered when the database is available", async () => {
  const rabbit = await openRabbit();
  const { proxy, database, intake } = await behindProxy(rabbit);
  const broker = await openRabbitmqBroker({ url: rabbit.url, logger: silentLogger });
  const intakes = openIntakes({ intakes: [intake], database, logger: silentLogger, holdMs: 0 });
  onTestFinished(async () => {
    await intakes.stop();
    await broker.close();
  });
  await intakes.consume(broker);
  const counts = () => intakes.counts()[intake.name];

  proxy.refuse();
  await rabbit.publish("a.b.c", hundred());
  await vi.waitUntil(async () => (await rabbit.ready(intake.broker.queue)) === 100, WAIT);
  const unavailable = counts();
  proxy.allow();
  await vi.waitUntil(() => counts()?.stored === 100, WAIT);

  expect(unavailable?.stored).toBe(0);
  expect(unavailable?.givenBack).toBeLessThanOrEqual(200); // messages in flight while consumers stopped are returned too
  expect(counts()?.givenBack).toBe(unavailable?.givenBack);
});

function hundred(): unknown[] {
  return Array.from({ length: 100 }, (_, index) => ({ tenant: "ann", id: `e${String(index)}`, data: { amount: 1 } }));
}

/** Opens a bench whose intake is consumed through a connection to its database that can be cut. */
async function behindProxy(rabbit: Rabbit) {
  const { host, port } = addressOf(testPostgresUrl());
  const proxy = await startTcpProxy({ host, port });
  onTestFinished(() => proxy.close());
  const bench = await openIntakeBench({ isIdle: true });
  const database = await openPostgres({
    url: testPostgresUrl().replace(`:${String(port)}/`, `:${String(proxy.port)}/`),
    schema: bench.database.schema,
    poolSize: 6,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 10_000,
    logger: silentLogger,
  });
  onTestFinished(async () => {
    proxy.allow();
    await database.close();
  });
  const intake = { ...bench.intake, broker: { ...brokerOf(rabbit), queue: `${bench.intake.name}.queue` } };
  return { bench, proxy, database, intake };
}

function consuming(rabbit: Rabbit, more: Partial<Parameters<typeof openIntakeBench>[0]>) {
  return { ...more, broker: brokerOf(rabbit), engine: { config: { rabbitmqUrl: rabbit.url } } };
}

function brokerOf({ exchange }: Rabbit) {
  return {
    exchange,
    bindings: ["#"],
    deadLetter: {},
    deliveryLimit: 50,
    prefetch: 50,
    consumers: { min: 2, max: 4 },
  };
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}
