/** Tests of the client against a real server. */
import { createEngine, defineTask, loadConfig, migrate, PermanentError, silentLogger } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { openPglite } from "@rota/engine/internal";
import type { Database, Engine } from "@rota/engine";
import { createServer, type Server } from "@rota/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerOf, createClient, type ClientOptions, type RotaClient } from "../src/create-client.ts";
import { isRotaProblem } from "../src/problem.ts";
import { TaskError } from "../src/run-task.ts";
import type { LiveEvent } from "../src/watch-events.ts";

const greet = defineTask({ name: "client.greet", run: async (input: { name: string }) => `hello ${input.name}` });
const parts = defineTask({
  name: "client.parts",
  split: (input: { parts: number[] }) => input.parts,
  run: async (n) => n,
});
const repeat = defineTask({
  name: "client.repeat",
  queue: "runs",
  run: ({ times }: { times: number }) => "x".repeat(times),
});
const refuse = defineTask({
  name: "client.refuse",
  queue: "runs",
  run: () => {
    throw new PermanentError("there is no flour", { code: "NO_FLOUR" });
  },
});
let openGate = (_value: string): void => undefined;
const gate = new Promise<string>((resolve) => (openGate = resolve));
const pass = defineTask({ name: "client.pass", queue: "runs", run: () => gate });
const SOME_TEXT: unknown = expect.stringMatching(/./);
let database: Database;
let engine: Engine;
let server: Server;
let options: ClientOptions;
let client: RotaClient;

beforeAll(async () => {
  database = await openPglite({ schema: "rota", logger: silentLogger });
  await migrate(database);
  const flags = { serverPort: 0 };
  const { config } = await loadConfig({ env: {}, flags, cwd: process.cwd() });
  engine = await createEngine({
    tasks: [greet, parts, repeat, refuse, pass],
    database,
    config: flags,
    logger: silentLogger,
  });
  server = await createServer({ engine, config, logger: silentLogger });
  const { url } = await server.listen();
  const { key } = await createKey(database, { name: "ann@example.org", roles: ["operator"] });
  options = { baseUrl: url, key };
  client = createClient(options);
});

afterAll(async () => {
  await server.close();
  await engine.stop();
  await database.close();
});

describe("calls", () => {
  test("answer with the body, typed by the path", async () => {
    const { taskId, isNew } = await answerOf(
      client.POST("/v1/tasks", { body: { type: "client.greet", input: { name: "bea" }, tenant: "acme" } }),
    );

    const task = await answerOf(client.GET("/v1/tasks/{taskId}", { params: { path: { taskId } } }));

    expect(isNew).toBe(true);
    expect(task).toMatchObject({ taskId, type: "client.greet", tenant: "acme", state: "ACTIVE" });
  });

  test("that are refused reject with the code and the detail of the problem document", async () => {
    const refused = client.GET("/v1/tasks/{taskId}", { params: { path: { taskId: "404" } } });

    const error: unknown = await refused.catch((problem: unknown) => problem);

    expect(isRotaProblem(error, "TASK_NOT_FOUND")).toBe(true);
    expect(error).toMatchObject({ status: 404, problem: { instance: SOME_TEXT } });
  });

  test("with wrong values reject with every value that is wrong", async () => {
    const refused = client.GET("/v1/tasks", { params: { query: { limit: 5_000 } } });

    await expect(refused).rejects.toMatchObject({
      code: "REQUEST_INVALID",
      problem: { problems: [{ message: SOME_TEXT }] },
    });
  });

  test("without a key are refused", async () => {
    const stranger = createClient({ baseUrl: `${options.baseUrl}/` });

    await expect(stranger.GET("/v1/tasks")).rejects.toMatchObject({ status: 401 });
  });
});

describe("live events", () => {
  const submit = (tenant: string) => engine.submit(parts, { parts: [1] }, { tenant });

  test("arrive as they happen, and end when the signal aborts", async () => {
    const controller = new AbortController();
    const received = collectEvents(client, { count: 1, controller });
    await received.isOpen;

    const { taskId } = await submit("acme");

    expect((await received.events)[0]).toMatchObject({
      name: "task",
      body: { taskId: String(taskId), event: "submitted" },
    });
  });

  test("resume after the last received one", async () => {
    const first = collectEvents(client, { count: 1 });
    await first.isOpen;
    await submit("acme");
    const [seen] = await first.events;
    const { taskId } = await submit("acme");

    const [next] = await collectEvents(client, { count: 1, after: seen?.id ?? "" }).events;

    expect(next?.body).toMatchObject({ taskId: String(taskId) });
  });

  test("miss nothing when the connection is lost in between", async () => {
    const unsteady = createClient({ ...options, fetch: cutFirst() });
    const received = collectEvents(unsteady, { count: 2 });
    await received.isOpen;
    const first = await submit("acme");
    const second = await submit("acme");

    const taskIds = (await received.events).map(({ body }) => body);

    expect(taskIds).toMatchObject([{ taskId: String(first.taskId) }, { taskId: String(second.taskId) }]);
  });

  test("are refused, not asked for again and again, where the key is wrong", async () => {
    const stranger = createClient({ baseUrl: options.baseUrl });

    await expect(collectEvents(stranger, { count: 1 }).events).rejects.toMatchObject({ status: 401 });
  });
});

describe("running a task", () => {
  let worker: Engine;
  beforeAll(async () => {
    worker = await createEngine({ tasks: [repeat, refuse, pass], database, logger: silentLogger });
    await worker.start();
  });
  afterAll(() => worker.stop());

  test.each([3, 100_000])("gives its result, however large it is (%d characters)", async (times) => {
    const result = await client.tasks.run<string>({ type: "client.repeat", input: { times }, tenant: "acme" });

    expect(result).toBe("x".repeat(times));
  });

  test("rejects with the reason when it fails", async () => {
    const error: unknown = await client.tasks
      .run({ type: "client.refuse", tenant: "acme" })
      .catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(TaskError);
    expect(error).toMatchObject({ state: "FAILED", code: "NO_FLOUR", taskId: SOME_TEXT });
    expect(String(error)).toMatch(/TaskError: task \d+ failed: NO_FLOUR: there is no flour$/);
  });

  test("rejects when it is refused or cancelled", async () => {
    const { taskId } = await engine.submit(greet, { name: "bea" }); // no worker takes it
    await engine.task(taskId).cancel();

    await expect(client.tasks.run({ type: "client.other", tenant: "acme" })).rejects.toMatchObject({
      code: "TASK_TYPE_UNKNOWN",
    });
    await expect(client.tasks.result(String(taskId))).rejects.toMatchObject({
      state: "CANCELLED",
      code: "TASK_CANCELLED",
    });
    await expect(client.tasks.result("404404")).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  });

  test("continues over several requests, also when the server is busy or the connection is lost", async () => {
    const { taskId } = await engine.submit(pass, null);
    const answers: (Response | Error)[] = [new TypeError("fetch failed"), new Response("", { status: 503 })];
    const waits: string[] = [];
    const unsteady = createClient({
      ...options,
      async fetch(request) {
        const url = new URL(request.url);
        waits.push(url.searchParams.get("wait") ?? "");
        if (waits.length === 4) openGate("passed");
        const broken = answers.pop();
        if (broken instanceof Error) throw broken;
        url.searchParams.set("wait", "1ms");
        return broken ?? fetch(new Request(url, request));
      },
    });

    expect(await unsteady.tasks.result<string>(String(taskId))).toBe("passed");
    expect(waits.length).toBeGreaterThanOrEqual(4);
    expect(new Set(waits)).toEqual(new Set(["30s"]));
  });

  test("ends with the reason of the signal, and the task continues", async () => {
    const { taskId } = await engine.submit(greet, { name: "bea" });
    const reason = new Error("enough");

    await expect(client.tasks.result(String(taskId), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect((await engine.task(taskId).progress()).state).toBe("ACTIVE");
  });
});

type CollectOptions = { readonly count: number; readonly after?: string; readonly controller?: AbortController };

/** Collects events of tasks; `isOpen` resolves once the server has reported where its feed starts. */
function collectEvents(from: RotaClient, { count, after, controller = new AbortController() }: CollectOptions) {
  let opened = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => (opened = resolve));
  const collect = async (): Promise<LiveEvent[]> => {
    const events: LiveEvent[] = [];
    const query = { topics: ["tasks"] as const, signal: controller.signal, ...(after === undefined ? {} : { after }) };
    for await (const event of from.watch(query)) {
      if (event.name === "ready") opened();
      else events.push(event);
      if (events.length >= count) controller.abort();
    }
    return events;
  };
  return { isOpen, events: collect() };
}

/** Cuts the first answer after the first event behind `ready`, like a broken connection. */
function cutFirst(): (request: Request) => Promise<Response> {
  let calls = 0;
  return async (request) => {
    const response = await fetch(request);
    if (calls++ > 0 || response.body === null) return response;
    let text = "";
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        text += new TextDecoder().decode(part);
        controller.enqueue(part);
        if (text.includes("event: task")) controller.terminate();
      },
    });
    return new Response(response.body.pipeThrough(cut), response);
  };
}
