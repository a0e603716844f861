/** Tests the exposed metrics and that promtool accepts them. */
import { randomBytes } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import {
  createEngine,
  defineTask,
  fail,
  migrate,
  openPostgres,
  retry,
  silentLogger,
  type Database,
  type Engine,
} from "@rota/engine";
import { sqlScript } from "@rota/engine/internal";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { promtool } from "../../../../tools/services/promtool.ts";
import { createMetrics, serveMetrics } from "./metrics.ts";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";

const WAIT = { timeout: 45_000, interval: 20 };
const double = defineTask({ name: "demo.double", run: (number: number) => number * 2 });
const refuse = defineTask({ name: "demo.refuse", run: () => fail(new Error("no")) });
const guarded = defineTask({ name: "demo.guarded", run: () => "done" });
const falter = defineTask({
  name: "demo.falter",
  run: (word: string, { attempt }) => (attempt === 1 ? retry(new Error("once more")) : word),
});

const schema = `test_${randomBytes(8).toString("hex")}`;
let database: Database;
let engine: Engine;

function open(): Promise<Database> {
  const url = process.env["ROTA_TEST_POSTGRES_URL"] ?? "";
  const limits = { poolSize: 5, statementTimeoutMs: 30_000, connectTimeoutMs: 10_000 };
  return openPostgres({ url, schema, ...limits, logger: silentLogger });
}

beforeAll(async () => {
  database = await open();
  await migrate(database);
  engine = await createEngine({ tasks: [double, refuse, falter, guarded], database, logger: silentLogger });
  await engine.start();
  const doubled = await Promise.all([1, 2, 3].map((number) => engine.submit(double, number)));
  await Promise.all(doubled.map((task) => task.result()));
  const refused = await engine.submit(refuse, null);
  await refused.result().catch(() => undefined);
  await engine.submit(falter, "done");
  await engine.locks.acquire({ key: "lock:tally:invoice:42", holder: "ann", operation: "TALLY_CREATION" });
  const retried = () => engine.counts().work?.attempts.find(({ type }) => type === falter.name)?.outcomes.RETRY === 1;
  await vi.waitUntil(retried, WAIT);
});

afterAll(async () => {
  await engine.stop();
  await database.query(sqlScript(`drop schema if exists ${schema} cascade`));
  await database.close();
});

describe("the metrics of an engine", () => {
  test("count attempts and chunks by type and outcome", async () => {
    const text = await createMetrics({ engine }).read();

    expect(text).toContain('rota_attempts_total{type="demo.double",outcome="COMPLETED"} 3');
    expect(text).toContain('rota_chunks_finished_total{type="demo.refuse",state="FAILED"} 1');
    expect(text).toContain('rota_attempts_total{type="demo.falter",outcome="RETRY"} 1');
    expect(text).toContain('rota_attempt_duration_seconds_count{type="demo.double"} 3');
    expect(text).toContain('rota_attempt_duration_seconds_bucket{le="+Inf",type="demo.double"} 3');
    expect(text).toMatch(/^rota_claim_duration_seconds_count [1-9]/m);
    expect(text).toContain("rota_claim_errors_total 0");
    expect(text).toContain("rota_webhook_deliveries_failed_total 0");
  });

  test("describe the state of the whole system", async () => {
    const text = await createMetrics({ engine }).read();

    expect(text).toContain("rota_database_up 1");
    expect(text).toContain('rota_chunks{state="COMPLETED"} 3');
    expect(text).toContain('rota_dead_letters{kind="chunk"} 1');
    expect(text).toContain('rota_queue_chunks{pool="default",queue="default",state="PENDING"} 0');
    expect(text).toContain("rota_tasks_without_progress 0");
    expect(text).toContain("rota_schedules_failing 0");
    expect(text).toContain("rota_outbox_lag_seconds 0");
    expect(text).toContain("rota_locks_acquired_total 1");
  });

  test("count how long locks were held, also those that ended with their task", async () => {
    const request = { key: "lock:tally:invoice:43", holder: "ann", operation: "TALLY_CREATION" };
    const first = await engine.locks.acquire(request);
    const task = await engine.submit(guarded, null);
    if (first.acquired) await engine.locks.attach(first.lock, task.taskId);
    await task.result();
    await engine.locks.acquire(request); // finds that the first one has ended
    const text = await createMetrics({ engine }).read();

    expect(text).toContain("rota_locks_ended_with_task_total 1");
    expect(text).toMatch(/^rota_lock_held_seconds_total 0*\.?0*[1-9]/m);
  });

  test("count messages published to and consumed from RabbitMQ, by broker queue", async () => {
    const queue = `metrics.${randomBytes(4).toString("hex")}`;
    const say = defineTask({ name: "demo.say", queue, run: (word: string) => word });
    const config = { rabbitmqUrl: serviceUrl("rabbitmq"), workerId: queue };
    const dispatching = await createEngine({ tasks: [say], database, config, logger: silentLogger });
    onTestFinished(() => dispatching.stop());
    await dispatching.start();

    await (await dispatching.submit(say, "hello")).result();
    const text = await createMetrics({ engine: dispatching, withSystem: false }).read();

    expect(text).toContain(`rabbitmq_published_total{queue="${queue}.queue"} 1`);
    expect(text).toContain(`rabbitmq_consumed_total{queue="${queue}.queue"} 1`);
    expect(text).toContain(`rabbitmq_failed_total{queue="${queue}.queue"} 0`);
  });

  test("pass promtool without warnings", async () => {
    const { succeeded, output } = await promtool(["check", "metrics"], await createMetrics({ engine }).read());

    expect(output).toBe("");
    expect(succeeded).toBe(true);
  });

  test("report how long the event loop was blocked between two readings", async () => {
    const metrics = createMetrics({ engine, withSystem: false });
    await metrics.read();
    const isSeen = monitorEventLoopDelay({ resolution: 100 });
    isSeen.enable();
    await vi.waitUntil(() => isSeen.count > 2, WAIT);

    const blockedUntil = performance.now() + 600;
    while (performance.now() < blockedUntil);
    isSeen.reset();
    await vi.waitUntil(() => isSeen.count > 2, WAIT);
    const text = await metrics.read();

    const [, longest] = /^nodejs_eventloop_lag_max_seconds (.+)$/m.exec(text) ?? [];
    expect(Number(longest)).toBeGreaterThan(0.4);
    expect(text.match(/^nodejs_eventloop_lag_\w+ /gm)).toHaveLength(8);
  });

  test("contain no tenant, no task and no lock holder", async () => {
    const text = await createMetrics({ engine }).read();

    expect(text).not.toMatch(/tenant="|task_id|invoice|"ann"/);
  });

  test("are the same for concurrent readers", async () => {
    const metrics = createMetrics({ engine });

    const texts = await Promise.all([metrics.read(), metrics.read(), metrics.read()]);

    for (const text of texts) expect(text.match(/^rota_info\{/gm)).toHaveLength(1);
  });

  test("report an unavailable database and still contain the counts of the process", async () => {
    const away = await open();
    await away.close();

    const text = await createMetrics({ engine: { counts: () => engine.counts(), database: away } }).read();

    expect(text).toContain("rota_database_up 0");
    expect(text).not.toMatch(/^rota_chunks\{/m);
    expect(text).toContain('rota_attempts_total{type="demo.double",outcome="COMPLETED"} 3');
  });
});

describe("a process without a server", () => {
  test("answers /metrics alone, without querying the database", async () => {
    const served = await serveMetrics(createMetrics({ engine, withSystem: false }), { host: "127.0.0.1", port: 0 });

    const answer = await fetch(served.url);
    const text = await answer.text();
    const elsewhere = await fetch(new URL("/", served.url));
    await served.close();

    expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    expect(text).toContain("rota_worker_slots");
    expect(text).not.toContain("rota_database_up");
    expect(elsewhere.status).toBe(404);
  });

  test("takes the next free port when another process on the machine uses the first", async () => {
    const metrics = createMetrics({ engine, withSystem: false });
    const first = await serveMetrics(metrics, { host: "127.0.0.1", port: 0 });

    const second = await serveMetrics(metrics, { host: "127.0.0.1", port: Number(new URL(first.url).port) });
    const answer = await fetch(second.url);
    await Promise.all([first.close(), second.close()]);

    expect(answer.status).toBe(200);
    expect(second.url).not.toBe(first.url);
  });
});
