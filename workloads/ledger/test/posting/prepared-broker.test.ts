/** Tests that a broker that was prepared for the replaced system is taken over: its queues are used as they are. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createEngine, createLogger, type IntakeBroker } from "@rota/engine";
import { listRejected } from "@rota/engine/admin";
import { expect, onTestFinished, test, vi } from "vitest";
import { FIS_BROKER } from "../../src/compat/fis-settings.ts";
import { ledgerIntake } from "../../src/tasks/event-intake.ts";
import { prepareBroker } from "../../../../tools/services/prepared-broker.ts";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import { addBooks, openStoredBooks, plainEvent } from "./stored-books.ts";

const RABBITMQ = serviceUrl("rabbitmq");
const KEY = "ecommerce.order.completed";
const WAIT = { timeout: 60_000, interval: 20 };

test.each([
  ["quorum", "x-delivery-limit is none, not 50"],
  ["classic", "x-queue-type is classic, not quorum"],
])("a %s queue of the replaced system is used as it is", async (type, difference) => {
  const names = namesOf(`taken-${randomBytes(4).toString("hex")}.`);
  const rabbit = await prepareBroker(RABBITMQ, topologyOf(names, type));
  onTestFinished(() => rabbit.dispose());
  await rabbit.publish(names.exchange, KEY, [messageOf("before", 500)]);
  const log: string[] = [];
  const database = await openStoredBooks();
  await addBooks(database, { tenant: "acme" });
  assert(ledgerIntake.broker !== undefined);
  const engine = await createEngine({
    tasks: [],
    intakes: [{ ...ledgerIntake, broker: { ...ledgerIntake.broker, ...names } }],
    database,
    config: { rabbitmqUrl: RABBITMQ, relayEnabled: false },
    logger: createLogger({ level: "info", json: true, destination: { write: (line) => void log.push(line) } }),
  });
  onTestFinished(() => engine.stop());

  await engine.start();
  await rabbit.publish(names.exchange, KEY, [messageOf("after", 700), Buffer.from("{")]);
  const counts = () => engine.counts().intakes[ledgerIntake.name]?.counts;
  await vi.waitUntil(() => counts()?.done === 2 && counts()?.malformed === 1, WAIT);

  expect(await engine.status()).toMatchObject({ isReady: true, idleIntakes: [] });
  expect(await listRejected(database, {})).toMatchObject([{ kind: "MALFORMED" }]);
  const lines = log.filter((line) => line.includes("other settings"));
  expect(lines).toHaveLength(2); // of the queue and of its dead letters
  expect(lines.join()).toContain(`queue \\"${names.queue}\\" exists in RabbitMQ with other settings`);
  expect(lines.join()).toContain(difference);
});

type Names = IntakeBroker & {
  readonly queue: string;
  readonly deadLetter: Readonly<Record<"exchange" | "queue" | "routingKey", string>>;
};

/** Returns the names of the replaced system with a prefix: the tests share a broker. */
function namesOf(prefix: string): Names {
  const { exchange, queue, deadLetter: dead } = FIS_BROKER;
  const named = (name = ""): string => `${prefix}${name}`;
  const deadLetter = {
    exchange: named(dead?.exchange),
    queue: named(dead?.queue),
    routingKey: named(dead?.routingKey),
  };
  return { exchange: named(exchange), queue: named(queue), deadLetter };
}

/** Returns the exchanges and queues of the replaced system, with its arguments and no others. */
function topologyOf({ exchange, queue, deadLetter: dead }: Names, type: string) {
  const target = { "x-dead-letter-exchange": dead.exchange, "x-dead-letter-routing-key": dead.routingKey };
  return {
    exchanges: [
      { name: exchange, type: "topic" },
      { name: dead.exchange, type: "direct" },
    ],
    queues: [
      { name: dead.queue, arguments: { "x-queue-type": type }, bindings: [dead] },
      { name: queue, arguments: { "x-queue-type": type, ...target }, bindings: [{ exchange, routingKey: "*.*.*" }] },
    ],
  } as const;
}

function messageOf(eventId: string, amount: number): Buffer {
  const event = plainEvent(eventId, amount);
  return Buffer.from(JSON.stringify({ tenantId: "acme", sourceSystem: "shop", event }));
}
