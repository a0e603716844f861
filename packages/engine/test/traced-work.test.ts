/** Stories: one trace covers a submission, its chunk, handler and event, and the delivery of a webhook. */
import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace-base";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { migrate } from "../src/database/migrate.ts";
import { createEngine, type Engine } from "../src/engine.ts";
import { appendEvent } from "../src/outbox/append-event.ts";
import { silentLogger } from "../src/runtime/logger.ts";
import { defineTask, type TaskDefinition } from "../src/tasks/define-task.ts";
import { fail } from "../src/tasks/outcome.ts";
import { openTestDatabase } from "./support/test-database.ts";
import { startTestReceiver } from "./support/test-receiver.ts";
import { TEST_SECRETS_KEY } from "./support/webhook-bench.ts";
import { selectTraces } from "../src/worker/worker.sql.ts";
import { WAIT } from "./support/story-support.ts";

let exporter: InMemorySpanExporter;

function register(): void {
  exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}

beforeEach(register);
afterEach(() => {
  trace.disable();
  context.disable();
});

async function startEngine(tasks: readonly TaskDefinition[]): Promise<Engine> {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrate(database);
  const config = { secretsKey: TEST_SECRETS_KEY, webhookAllowHttp: true, webhookAllowedHosts: "127.0.0.1" };
  const engine = await createEngine({ tasks, webhooks: true, database, config, logger: silentLogger });
  onTestFinished(() => engine.stop());
  await engine.start();
  return engine;
}

const isNamed = (name: string) => (span: ReadableSpan) => span.name === name;
const spanOf = (name: string): ReadableSpan | undefined => exporter.getFinishedSpans().find(isNamed(name));
const idOf = (name: string): string | undefined => spanOf(name)?.spanContext().spanId;

test("one trace leads from the submission of a task to the webhook that reports its end", async () => {
  const signPassport = defineTask({
    name: "passport.sign",
    run: ({ passport }: { passport: number }, { commit }) =>
      commit(async (tx) => {
        const aggregate = { type: "PASSPORT", id: String(passport) };
        await appendEvent(tx, { tenant: "ann", type: "passport.signed", aggregate, payload: {} });
      }),
  });
  const engine = await startEngine([signPassport]);
  const receiver = await startTestReceiver();
  onTestFinished(() => receiver.close());
  await engine.webhooks.endpoints.create({ tenant: "ann", url: receiver.url, eventTypes: ["*"] });

  const tracer = trace.getTracer("test");
  await tracer.startActiveSpan("request", async (span) => {
    await engine.submit(signPassport, { passport: 7 }, { tenant: "ann" });
    span.end();
  });
  await vi.waitUntil(() => spanOf("chunk webhooks.deliver") !== undefined, WAIT);

  const parents = [
    ["request", "submit passport.sign"],
    ["submit passport.sign", "chunk passport.sign"],
    ["chunk passport.sign", "handle passport.sign"],
    ["handle passport.sign", "append passport.signed"],
    ["append passport.signed", "chunk webhooks.deliver"],
    ["chunk webhooks.deliver", "handle webhooks.deliver"],
    ["handle webhooks.deliver", "deliver passport.signed"],
  ] as const;
  for (const [parent, child] of parents) expect(spanOf(child)?.parentSpanContext?.spanId, child).toBe(idOf(parent));
  const traceId = spanOf("request")?.spanContext().traceId;
  const names = exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);
  expect(names).toHaveLength(parents.length + 1);
  expect(receiver.requests[0]?.headers).not.toHaveProperty("traceparent"); // no trace is sent to other parties
});

test("a span has the outcome of an attempt, and not the message of its error", async () => {
  const refuse = defineTask({ name: "demo.refuse", run: () => fail(new Error("the voter is Ann")) });
  const engine = await startEngine([refuse]);

  await engine.submit(refuse, null);
  await vi.waitUntil(() => spanOf("chunk demo.refuse") !== undefined, WAIT);

  const span = spanOf("chunk demo.refuse");
  expect(span?.status.code).toBe(SpanStatusCode.ERROR);
  expect(span?.attributes).toMatchObject({ "rota.outcome": "FAIL", "rota.attempt": 1, "rota.chunk": 1 });
  expect(JSON.stringify([span?.attributes, span?.status, span?.events])).not.toContain("Ann");
});

test("without tracing, work runs as usual and no row is written for traces", async () => {
  trace.disable();
  const greet = defineTask({ name: "demo.greet", run: (name: string) => `hello ${name}` });
  const engine = await startEngine([greet]);

  const task = await engine.submit(greet, "ann");

  expect(await task.result()).toBe("hello ann");
  expect(exporter.getFinishedSpans()).toEqual([]);
  expect(await engine.database.query(selectTraces([task.taskId]))).toEqual([]);
});
