/** Tests that `rota doctor` finds an intake that consumes nothing. */
import { createEngine, type Engine, silentLogger } from "@rota/engine";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { prepareBroker, type PreparedBroker } from "../../../../tools/services/prepared-broker.ts";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import { type CliSchema, openCliSchema, runHereWith } from "../../../../tools/testing/rota-command.ts";
import { FIS_BROKER } from "../../src/compat/fis-settings.ts";
import ledger from "../../src/workload.ts";

const RABBITMQ = serviceUrl("rabbitmq");
const { exchange, queue = "", deadLetter } = FIS_BROKER;
const runHere = runHereWith("ledger");

let schema: CliSchema;
beforeAll(async () => {
  schema = await openCliSchema([ledger]);
});
afterAll(() => schema.dispose());

let rabbit: PreparedBroker;
let engine: Engine | undefined;
beforeEach(async () => {
  rabbit = await prepareBroker(RABBITMQ, {
    exchanges: [
      { name: exchange, type: "topic" },
      { name: deadLetter?.exchange ?? "", type: "direct" },
    ],
    queues: [
      { name: deadLetter?.queue ?? "", bindings: [] },
      { name: queue, bindings: [{ exchange, routingKey: "#" }] },
    ],
  });
});
afterEach(async () => {
  await engine?.stop(); // first: it would make deleted queues again
  engine = undefined;
  await rabbit.dispose();
});

async function doctor(): Promise<{ readonly exitCode: number | null; readonly line: string }> {
  const { exitCode, out } = await runHere([
    "doctor",
    "--rabbitmq-url",
    RABBITMQ,
    "--server-port",
    "0",
    ...schema.words,
  ]);
  return { exitCode, line: out.split("\n").find((line) => line.includes("ledger.events")) ?? out };
}

async function startEngine() {
  const config = { rabbitmqUrl: RABBITMQ, relayEnabled: false };
  const { database } = schema;
  engine = await createEngine({ tasks: [], workloads: [ledger], database, config, logger: silentLogger });
  await engine.start();
}

test("without workers it is a warning, and a failure once messages wait", async () => {
  const before = await doctor();
  await rabbit.publish(exchange, "shop.order.paid", [Buffer.from("{}"), Buffer.from("{}")]);
  const waiting = await doctor();

  expect(before.line).toMatch(/^warning .*no process consumes fis\.ingestion\.queue$/);
  expect(waiting.line).toMatch(/^FAILED .*no process consumes fis\.ingestion\.queue, where 2 messages wait$/);
  expect([before.exitCode, waiting.exitCode]).toEqual([0, 1]);
});

test("with a worker that consumes it is fine", async () => {
  await startEngine();
  await vi.waitUntil(() => (engine?.counts().intakes["ledger.events"]?.consumers ?? 0) >= 10, { timeout: 30_000 });

  const { exitCode, line } = await doctor();

  expect(line).toMatch(/^ok .*ledger\.events: \d+ consumers of fis\.ingestion\.queue$/);
  expect(exitCode).toBe(0);
});

test("with a worker whose exchange exists in another form it is a failure", async () => {
  await rabbit.dispose();
  rabbit = await prepareBroker(RABBITMQ, {
    exchanges: [
      { name: exchange, type: "fanout" },
      { name: deadLetter?.exchange ?? "", type: "direct" },
    ],
    queues: [
      { name: deadLetter?.queue ?? "", bindings: [] },
      { name: queue, bindings: [] },
    ],
  });
  await startEngine();

  const { exitCode, line } = await doctor();

  expect(line).toMatch(/^FAILED .*no process consumes fis\.ingestion\.queue$/);
  expect(exitCode).toBe(1);
});
