/** Tests what listeners to live events rely on. */
import { type Clock, defineTask } from "@rota/engine";
import { type Change, readChanges } from "@rota/engine/admin";
import { systemClock } from "@rota/engine/internal";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { listenTo, type ListenOptions, type Received } from "./listen-to.ts";
import { openServer, type OpenedServer } from "./open-server.ts";

const greet = defineTask({
  name: "test.greet",
  split: ({ name }: { name: string }) => [name, name],
  run: (name) => `hello ${name}`,
  finish: () => "done",
});

let opened: OpenedServer;
beforeAll(async () => {
  opened = await openServer({ tasks: [greet] });
  await opened.engine.start();
});
afterAll(() => opened.dispose());

const listen = (key: string, options: ListenOptions = {}) => listenTo(opened.url, { key, ...options });

const submit = (tenant: string) => opened.engine.submit(greet, { name: "you" }, { tenant });

test("a listener receives events of tasks and turns", async () => {
  const listener = await listen(opened.keys.viewer);
  await vi.waitUntil(() => listener.of("ready").length === 1);

  const { taskId } = await submit("acme");

  const isOfTask = ({ body }: Received) => body["taskId"] === String(taskId);
  await vi.waitUntil(() => listener.of("task").some((event) => isOfTask(event) && event.body["event"] === "ended"));
  await vi.waitUntil(() => listener.of("dispatch").length > 0);
  // A task that ends before the first reading is not reported as submitted.
  expect(listener.of("task").filter(isOfTask).at(-1)?.body).toMatchObject({ event: "ended", tenant: "acme" });
  expect(listener.answer.headers.get("content-type")).toContain("text/event-stream");
  await listener.stop();
});

test("a listener that reconnects receives each missed event once", async () => {
  const first = await listen(opened.keys.viewer, { query: "?topics=tasks" });
  await vi.waitUntil(() => first.received.length > 0);
  await first.stop();
  const after = first.received.at(-1)?.id ?? "";
  const missed = await submit("acme");
  await missed.result();

  const second = await listen(opened.keys.viewer, { query: "?topics=tasks", after });
  const later = await submit("acme");

  const endsOf = (taskId: bigint) =>
    second.of("task").filter(({ body }) => body["taskId"] === String(taskId) && body["event"] === "ended");
  await vi.waitUntil(() => endsOf(missed.taskId).length > 0 && endsOf(later.taskId).length > 0);
  const ids = second.received.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  await second.stop();
});

test("a listener that reconnects while the feed of its server is behind receives each missed event once", async () => {
  const { clock, release } = holdTime();
  const slow = await openServer({ tasks: [greet], server: { clock } });
  onTestFinished(() => slow.dispose());
  await slow.engine.start();
  const first = await listenTo(slow.url, { key: slow.keys.viewer });
  await vi.waitUntil(() => first.of("ready").length === 1);
  const missed = await slow.engine.submit(greet, { name: "you" }, { tenant: "acme" });
  const after = first.of("ready")[0]?.id ?? "";
  const isEnd = (change: Change) => change.kind === "task" && change.event === "ended";
  await vi.waitUntil(async () => (await readChanges(slow.engine.database, { after })).items.some(isEnd));

  const second = await listenTo(slow.url, { key: slow.keys.viewer, after });
  const endOf = (taskId: bigint) =>
    second.of("task").find(({ body }) => body["taskId"] === String(taskId) && body["event"] === "ended");
  await vi.waitUntil(() => endOf(missed.taskId));
  release();
  const later = await slow.engine.submit(greet, { name: "you" }, { tenant: "acme" });
  await vi.waitUntil(() => endOf(later.taskId));

  const ids = second.received.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  await Promise.all([first.stop(), second.stop()]);
});

/** Returns a clock whose pauses last until they are released. */
function holdTime(): { readonly clock: Clock; readonly release: () => void } {
  let isHeld = true;
  let free = (): void => undefined;
  const released = new Promise<void>((resolve) => (free = resolve));
  const clock: Clock = { ...systemClock, wait: (...pause) => (isHeld ? released : systemClock.wait(...pause)) };
  return {
    clock,
    release() {
      isHeld = false;
      free();
    },
  };
}

test("a listener that is bound to a tenant receives events of that tenant only", async () => {
  const listener = await listen(opened.keys.acme);
  await vi.waitUntil(() => listener.of("ready").length === 1);

  await submit("other");
  const own = await submit("acme");

  await vi.waitUntil(() => listener.of("task").some(({ body }) => body["taskId"] === String(own.taskId)));
  const tenants = new Set(listener.received.filter(({ name }) => name !== "ready").map(({ body }) => body["tenant"]));
  expect([...tenants]).toEqual(["acme"]);
  await listener.stop();
});

test("a listener that reconnects with an unknown id is asked to reload everything", async () => {
  const listener = await listen(opened.keys.viewer, { after: "of-another-time" });

  await vi.waitUntil(() => listener.of("gap").length === 1);

  expect(listener.answer.status).toBe(200);
  await listener.stop();
});

test("unknown topics are refused", async () => {
  const listener = await listen(opened.keys.viewer, { query: "?topics=everything" });

  expect(listener.answer.status).toBe(400);
  await listener.stop();
});
