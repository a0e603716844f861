/** Tests that the end of a task that was submitted over HTTP reaches a webhook, a live listener and a listener of the engine, once each. */
import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { defineTask } from "@rota/engine";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listenTo } from "./listen-to.ts";
import { openServer, type OpenedServer } from "./open-server.ts";

const WAIT = { timeout: 45_000, interval: 10 };
const greet = defineTask({ name: "test.greet", run: ({ name }: { name: string }) => `hello ${name}` });
const shout = defineTask({ name: "test.shout", run: ({ name }: { name: string }) => name.toUpperCase() });

type Request = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

const requests: Request[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    requests.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts).toString() });
    response.end();
  });
});

let opened: OpenedServer;
let origin = "";
let secret = "";
beforeAll(async () => {
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const address = receiver.address();
  origin = `http://127.0.0.1:${String(typeof address === "object" ? address?.port : "")}`;
  const config = { secretsKey: randomBytes(32).toString("base64"), webhookAllowedHosts: "127.0.0.1" };
  opened = await openServer({ tasks: [greet, shout], config, engine: { webhooks: true } });
  await opened.engine.start();
  const { endpoints } = opened.engine.webhooks;
  ({ secret } = await endpoints.create({ tenant: "acme", url: `${origin}/hooks`, eventTypes: ["task.*"] }));
});
afterAll(async () => {
  await opened.dispose();
  receiver.close();
});

const submit = (key: string, more: Readonly<Record<string, unknown>> = {}) =>
  opened.ask("/v1/tasks", { key, method: "POST", body: { type: "test.greet", input: { name: "you" }, ...more } });
const idOf = ({ body }: { readonly body: unknown }): string =>
  typeof body === "object" && body !== null && "taskId" in body ? String(body.taskId) : "";
const dataOf = ({ body }: Request): Record<string, unknown> => {
  const message: unknown = JSON.parse(body);
  const data: unknown = typeof message === "object" && message !== null && "data" in message ? message.data : {};
  return Object.fromEntries(Object.entries(data ?? {}));
};
const sentFor = (taskId: string): Request[] => requests.filter((request) => dataOf(request)["taskId"] === taskId);

function isSigned({ headers, body }: Request): boolean {
  const [id, time] = [headers["webhook-id"], headers["webhook-timestamp"]];
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key)
    .update(`${String(id)}.${String(time)}.${body}`)
    .digest("base64");
  return headers["webhook-signature"] === `v1,${signature}`;
}

test("the completion arrives at the webhook with a valid signature, as a live event and in the engine, once each", async () => {
  const { engine, keys, url } = opened;
  const received: unknown[] = [];
  const leave = await engine.on("task.completed", ({ data }) => received.push(data), { task: greet, tenant: "acme" });
  const live = await listenTo(url, { key: keys.acme, query: "?topics=announcements" });
  await vi.waitUntil(() => live.of("ready").length === 1, WAIT);

  const taskId = idOf(await submit(keys.acme));
  await vi.waitUntil(
    () => sentFor(taskId).length > 0 && live.of("announcement").length > 0 && received.length > 0,
    WAIT,
  );
  const later = idOf(await submit(keys.acme)); // what comes twice would come before it
  await vi.waitUntil(
    () => sentFor(later).length > 0 && live.of("announcement").length > 1 && received.length > 1,
    WAIT,
  );
  leave();
  await live.stop();

  const data = { taskId, type: "test.greet", tenant: "acme", state: "COMPLETED", result: "hello you" };
  expect(sentFor(taskId).map((request) => [isSigned(request), request.path, dataOf(request)])).toMatchObject([
    [true, "/hooks", data],
  ]);
  const announced = live.of("announcement").map(({ body }) => body);
  expect(announced).toMatchObject([{ event: "task.completed", taskId, tenant: "acme", data }, { taskId: later }]);
  expect(received).toMatchObject([data, { taskId: later }]);
  expect(sentFor(taskId)[0]?.headers["webhook-id"]).toBe(announced[0]?.["eventId"]);
});

test("a live listener that reconnects receives what was announced meanwhile", async () => {
  const { keys, url, engine } = opened;
  const first = await listenTo(url, { key: keys.acme, query: "?topics=announcements" });
  await vi.waitUntil(() => first.received.length > 0, WAIT);
  await first.stop();
  const after = first.received.at(-1)?.id ?? "";
  const taskId = idOf(await submit(keys.acme));
  await engine.task(BigInt(taskId)).result();

  const second = await listenTo(url, { key: keys.acme, query: "?topics=announcements", after });
  await vi.waitUntil(() => second.of("announcement").some(({ body }) => body["taskId"] === taskId), WAIT);
  await second.stop();

  expect(second.of("announcement").filter(({ body }) => body["taskId"] === taskId)).toHaveLength(1);
});

test("a task announces nothing where its tenant has no endpoint, unless it says what; then the names are kept", async () => {
  const { keys, engine } = opened;
  const received: string[] = [];
  for (const type of ["task.submitted", "task.completed"] as const)
    await engine.on(type, ({ data }) => received.push(`${type} ${data.taskId}`), { tenant: "quiet" });
  const silent = idOf(await submit(keys.operator, { tenant: "quiet" }));
  await engine.task(BigInt(silent)).result();
  const loud = idOf(await submit(keys.operator, { tenant: "quiet", announce: ["submitted", "completed"] }));

  await vi.waitUntil(() => received.length === 2, WAIT);
  expect(received).toEqual([`task.submitted ${loud}`, `task.completed ${loud}`]);
  expect((await submit(keys.operator, { announce: ["ended"] })).status).toBe(400);
});

test("an endpoint that wants tasks of one type gets their ends only, and others announce nothing for it", async () => {
  const { keys, engine } = opened;
  const [url, received] = [`${origin}/shouts`, new Array<string>()];
  const { endpoints } = engine.webhooks;
  await endpoints.create({ tenant: "typed", url, eventTypes: ["task.completed:test.shout"] });
  await engine.on("task.completed", ({ data }) => received.push(data.type), { tenant: "typed" });
  const greeted = idOf(await submit(keys.operator, { tenant: "typed" }));
  await engine.task(BigInt(greeted)).result();
  const announced = idOf(await submit(keys.operator, { tenant: "typed", announce: ["completed"] }));
  await engine.task(BigInt(announced)).result();
  const shouted = idOf(await submit(keys.operator, { tenant: "typed", type: "test.shout" }));

  await vi.waitUntil(() => sentFor(shouted).length > 0 && received.length > 1, WAIT);
  expect(received).toEqual(["test.greet", "test.shout"]);
  expect(requests.filter(({ path }) => path === "/shouts").map((request) => dataOf(request)["taskId"])).toEqual([
    shouted,
  ]);
});

test("a callback URL receives the end of its task, signed with the keys of the endpoint of its origin", async () => {
  const callbackUrl = `${origin}/done/4711`;
  const taskId = idOf(await submit(opened.keys.acme, { callbackUrl, announce: [] }));
  await vi.waitUntil(() => sentFor(taskId).length > 0, WAIT);
  const later = idOf(await submit(opened.keys.acme));
  await vi.waitUntil(() => sentFor(later).length > 0, WAIT);

  expect(sentFor(taskId).map((request) => [request.path, isSigned(request)])).toEqual([["/done/4711", true]]);
  expect(sentFor(later).map(({ path }) => path)).toEqual(["/hooks"]);
});

test("a callback URL at an origin without an active endpoint of the tenant is refused, and nothing is submitted", async () => {
  const { ask, keys } = opened;
  const callbackUrl = `${origin}/done`;
  for (const given of [
    { tenant: "quiet", callbackUrl },
    { tenant: "acme", callbackUrl: "https://elsewhere.example/done" },
  ]) {
    const refused = await submit(keys.operator, { ...given, group: "refused" });
    expect([refused.status, refused.body]).toMatchObject([403, { code: "WEBHOOK_CALLBACK_REFUSED" }]);
  }
  const inside = await submit(keys.operator, { tenant: "acme", callbackUrl: "http://10.0.0.1/", group: "refused" });
  expect(inside.body).toMatchObject({ code: "WEBHOOK_URL_REFUSED" });
  expect((await ask("/v1/tasks?group=refused&tenant=acme", { key: keys.operator })).body).toMatchObject({ items: [] });
});
