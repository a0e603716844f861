/** Tests that callers over HTTP get the results of tasks, or learn why there is none, and may wait for them. */
import { randomBytes } from "node:crypto";
import { createEncryptingCodec, createLogger, defineTask, PermanentError } from "@rota/engine";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HostAuthenticate } from "../src/access/authenticate.ts";
import { createTaskWaits } from "../src/routes/task-results.ts";
import { openServer, type OpenedServer } from "./open-server.ts";

const gates = new Map<string, () => void>();
const shout = defineTask({ name: "test.shout", run: ({ name }: { name: string }) => name.toUpperCase() });
const repeat = defineTask({ name: "test.repeat", run: ({ times }: { times: number }) => "x".repeat(times) });
const each = defineTask({ name: "test.each", split: (names: string[]) => names, run: (name) => name });
const refuse = defineTask({
  name: "test.refuse",
  run: () => {
    throw new PermanentError("there is no flour", { code: "NO_FLOUR" });
  },
});
const held = defineTask({
  name: "test.held",
  run: ({ gate }: { gate: string }) => new Promise<string>((resolve) => gates.set(gate, () => resolve(gate))),
});

let opened: OpenedServer;
beforeAll(async () => {
  opened = await openServer({ tasks: [shout, repeat, each, refuse, held] });
  await opened.engine.start();
});
afterAll(() => opened.dispose());

type Submission = {
  readonly type: string;
  readonly input?: unknown;
  readonly dueAt?: string;
  readonly tenant?: string;
  readonly group?: string;
};

const submit = (body: Submission, query = "") =>
  opened.ask(`/v1/tasks${query}`, { method: "POST", key: opened.keys.operator, body: { tenant: "ann", ...body } });
const get = (path: string, key = opened.keys.viewer) => opened.ask(path, { key });
const idOf = ({ body }: { readonly body: unknown }): string =>
  typeof body === "object" && body !== null && "taskId" in body ? String(body.taskId) : "";

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const laterTask = async () => idOf(await submit({ type: "test.shout", input: { name: "a" }, dueAt: TOMORROW }));

describe("the result of a task over HTTP", () => {
  test("is in the answer to its submission when the caller waits, and in each later answer about the task", async () => {
    const submitted = await submit({ type: "test.shout", input: { name: "ann" } }, "?wait=60s");
    const path = submitted.headers.get("location") ?? "";

    const end = { state: "COMPLETED", result: "ANN", resultAt: null, error: null, waitAt: null };
    expect(submitted).toMatchObject({ status: 201, body: { isNew: true, ...end } });
    expect(await get(path)).toMatchObject({ status: 200, body: end });
    expect(await get(`${path}/result`)).toMatchObject({ status: 200, body: "ANN" });
  });

  test("is answered by a request that is held until the task has ended", async () => {
    const taskId = idOf(await submit({ type: "test.held", input: { gate: "late" } }));
    const path = `/v1/tasks/${taskId}`;

    const waiting = get(`${path}?wait=60s`);
    const before = await get(path);
    await expect.poll(() => gates.has("late")).toBe(true);
    gates.get("late")?.();

    expect(before.body).toMatchObject({ state: "ACTIVE", result: null, waitAt: `${path}?wait=30s` });
    expect(await waiting).toMatchObject({ status: 200, body: { state: "COMPLETED", result: "late", waitAt: null } });
  });

  test("has a place of its own when it is large", async () => {
    const submitted = await submit({ type: "test.repeat", input: { times: 70_000 } }, "?wait=60s");
    const resultAt = `/v1/tasks/${idOf(submitted)}/result`;

    expect(submitted.body).toMatchObject({ state: "COMPLETED", result: null, resultAt });
    expect((await get(resultAt)).body).toBe("x".repeat(70_000));
  });

  test("is null when the task makes none of its chunks", async () => {
    const submitted = await submit({ type: "test.each", input: ["a", "b"] }, "?wait=60s");

    expect(submitted.body).toMatchObject({ state: "COMPLETED", result: null, resultAt: null });
    expect(await get(`/v1/tasks/${idOf(submitted)}/result`)).toMatchObject({ status: 200, body: null });
  });

  test("is missing with the reason when the task failed", async () => {
    const submitted = await submit({ type: "test.refuse" }, "?wait=60s");

    const error = { code: "NO_FLOUR", message: "there is no flour" };
    expect(submitted.body).toMatchObject({ state: "FAILED", result: null, error, waitAt: null });
    const refused = await get(`/v1/tasks/${idOf(submitted)}/result`);
    expect(refused).toMatchObject({ status: 409, body: { code: "TASK_NOT_COMPLETED" } });
    expect(JSON.stringify(refused.body)).toContain("is FAILED (NO_FLOUR: there is no flour)");
  });

  test("is missing without an error when the task was cancelled", async () => {
    const taskId = await laterTask();
    const waiting = get(`/v1/tasks/${taskId}?wait=60s`);
    await opened.ask(`/v1/tasks/${taskId}/cancel`, { method: "POST", key: opened.keys.operator, body: {} });

    expect((await waiting).body).toMatchObject({ state: "CANCELLED", result: null, error: null, waitAt: null });
  });
});

describe("a wait that is over before the task has ended", () => {
  test("answers with the state, and with the path to wait again", async () => {
    const submitted = await submit({ type: "test.shout", input: { name: "a" }, dueAt: TOMORROW }, "?wait=10ms");
    const waitAt = `/v1/tasks/${idOf(submitted)}?wait=30s`;

    const open = { state: "ACTIVE", result: null, resultAt: null, error: null, waitAt };
    expect(submitted).toMatchObject({ status: 201, body: open });
    expect(await get(waitAt.replace("30s", "10ms"))).toMatchObject({ status: 200, body: open });
    const refused = await get(`/v1/tasks/${idOf(submitted)}/result`);
    expect(refused).toMatchObject({ status: 409, body: { code: "TASK_NOT_COMPLETED" } });
    expect(JSON.stringify(refused.body)).toContain(`GET ${waitAt} answers when it has ended`);
  });

  test("ends when the server stops, which answers at once", async () => {
    const { other, path, wait } = await openWithOpenTask();
    const waiting = wait(new AbortController().signal);
    await waiting.hasArrived;

    await other.server.close();

    expect(await (await waiting.answer).json()).toMatchObject({ state: "ACTIVE", waitAt: `${path}?wait=30s` });
    await other.dispose();
  });

  test("is no failure when its caller has disconnected, and no longer counts", async () => {
    const { other, path, wait, logged } = await openWithOpenTask();
    const caller = new AbortController();
    const waiting = wait(caller.signal);
    await waiting.hasArrived;
    const waits = createTaskWaits({ waitingMax: 1 });
    const taskId = BigInt(path.split("/").at(-1) ?? "");
    const alone = waits.untilEnded({ engine: other.engine, signal: caller.signal, taskId }, 60_000);
    expect(() => waits.check("30s")).toThrow("1 requests wait for tasks already");

    caller.abort(new Error("enough"));

    await alone;
    expect(waits.check("30s")).toBe(30_000);
    await expect(waiting.answer).rejects.toThrow("enough");
    await other.dispose();
    expect(logged).toEqual([]);
  });

  /** Opens a server with a task that is due tomorrow, and reports when a request for it has arrived. */
  async function openWithOpenTask() {
    const logged: string[] = [];
    const logger = createLogger({ level: "warn", json: true, destination: { write: (line) => logged.push(line) } });
    let arrive = (): void => undefined;
    const authenticate: HostAuthenticate = ({ url = "" }) => {
      if (url.includes("wait=")) arrive();
      return undefined;
    };
    const other = await openServer({ tasks: [shout], logger, server: { authenticate } });
    const body = { type: "test.shout", input: { name: "a" }, tenant: "acme", dueAt: TOMORROW };
    const { headers } = await other.ask("/v1/tasks", { method: "POST", key: other.keys.operator, body });
    const path = headers.get("location") ?? "";
    const wait = (signal: AbortSignal) => {
      const hasArrived = new Promise<void>((resolve) => (arrive = resolve));
      const authorization = `Bearer ${other.keys.viewer}`;
      const answer = fetch(new URL(`${path}?wait=60s`, other.url), { headers: { authorization }, signal });
      answer.catch(() => undefined); // the test awaits it later
      return { hasArrived, answer };
    };
    return { other, path, wait, logged };
  }
});

describe("a request that may not wait", () => {
  test.each(["soon", "30", "61s", "5m", "99999s", "-1s"])(
    "for %s is refused, and nothing is submitted",
    async (wait) => {
      const group = `refused-${wait}`;
      const task = { type: "test.shout", input: { name: "a" }, tenant: "ann", group };
      const refused = await submit(task, `?wait=${wait}`);

      expect(refused).toMatchObject({ status: 400, body: { code: "REQUEST_INVALID" } });
      expect(JSON.stringify(refused.body)).toContain("give up to 60s, such as 30s or 500ms");
      expect((await get(`/v1/tasks?tenant=ann&group=${group}`)).body).toMatchObject({ items: [] });
    },
  );

  test.each(["?wait=60s", "", "/result"])("for a task that is not there gets 404 at once (%s)", async (rest) => {
    expect(await get(`/v1/tasks/999999${rest}`)).toMatchObject({ status: 404, body: { code: "TASK_NOT_FOUND" } });
  });

  test.each(["?wait=60s", "", "/result"])("for a task of another tenant gets 404 at once (%s)", async (rest) => {
    const taskId = await laterTask();

    const answer = await get(`/v1/tasks/${taskId}${rest}`, opened.keys.acme);

    expect(answer).toMatchObject({ status: 404, body: { code: "TASK_NOT_FOUND" } });
  });
});

test("a result that a codec encodes is decoded for callers who may submit, and for no others", async () => {
  const codec = createEncryptingCodec({ keys: { one: randomBytes(32) }, current: "one" });
  const other = await openServer({ tasks: [shout], engine: { codec } });
  await other.engine.start();
  const body = { type: "test.shout", input: { name: "secret" }, tenant: "acme" };
  const { operator, viewer } = other.keys;

  const submitted = await other.ask("/v1/tasks?wait=60s", { method: "POST", key: operator, body });
  const path = submitted.headers.get("location") ?? "";
  const seen = await other.ask(path, { key: viewer });

  expect(submitted.body).toMatchObject({ state: "COMPLETED", result: "SECRET", resultAt: null });
  expect((await other.ask(`${path}/result`, { key: operator })).body).toBe("SECRET");
  expect(seen.body).toMatchObject({ state: "COMPLETED", result: null, resultAt: `${path}/result` });
  expect(await other.ask(`${path}/result`, { key: viewer })).toMatchObject({
    status: 403,
    body: { code: "ROLE_MISSING" },
  });
  await other.dispose();
});
