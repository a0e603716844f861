/** Tests a server that answers below a path inside an application of node:http, Express or Fastify. */
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { defineTask, type Grant, RotaError } from "@rota/engine";
import { createSignInLink } from "@rota/engine/internal";
import { defineOperation } from "@rota/engine/workload";
import express from "express";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Host, HOSTS, listenTo, OWN_ANSWER } from "./hosts.ts";
import { ask, openServer, type OpenedServer } from "./open-server.ts";

const greet = defineTask({ name: "test.greet", run: ({ name }: { name: string }) => `hello ${name}` });

const USERS: Readonly<Record<string, Grant>> = {
  ann: { name: "ann@example.org", roles: ["operator"] },
  bob: { name: "bob@example.org", roles: ["viewer"], tenant: "acme" },
  eve: { name: "eve@example.org", roles: [] },
  "": { name: "", roles: ["admin"] },
};

/** Finds the user by a header, as an application finds it by its session. */
function authenticate({ headers }: IncomingMessage): Grant | undefined {
  const user = headers["x-user"];
  if (user === "locked") throw new RotaError("UNAUTHENTICATED", "this account is locked");
  return typeof user === "string" ? USERS[user] : undefined;
}

describe.each(Object.entries(HOSTS))("inside %s", (_name, openHost) => {
  let opened: OpenedServer;
  let host: Host;
  beforeAll(async () => {
    opened = await openServer({ tasks: [greet], server: { basePath: "/jobs", authenticate } });
    host = await openHost({ "/jobs": opened.server.handler() });
    await opened.engine.start();
  });
  afterAll(async () => {
    await host.close();
    await opened.dispose();
  });

  const at = (path: string, options?: Parameters<typeof ask>[1]) => ask(new URL(path, host.url), options);
  const submit = (user: string, headers: Readonly<Record<string, string>> = {}) =>
    at("/jobs/v1/tasks", {
      method: "POST",
      headers: { "x-user": user, ...headers },
      body: { type: "test.greet", input: { name: "you" }, tenant: "acme", group: "a" },
    });

  test("the server answers below its path, and the application at all others", async () => {
    expect((await at("/jobs/v1/health/live")).body).toEqual({ status: "live" });
    expect(await at("/jobs/v1/nothing")).toMatchObject({ status: 404, body: { code: "ROUTE_NOT_FOUND" } });
    for (const path of ["/", "/v1/health/live"]) expect((await at(path)).body).toBe(OWN_ANSWER);
  });

  test("a task is submitted and read at the location of the answer", async () => {
    const { status, headers } = await submit("ann");

    const location = headers.get("location") ?? "";
    expect(status).toBe(201);
    expect(location).toMatch(/^\/jobs\/v1\/tasks\/\d+$/);
    expect(await at(location, { key: opened.keys.viewer })).toMatchObject({
      status: 200,
      body: { submittedBy: "ann@example.org" },
    });
  });

  test("live events arrive while they happen", async () => {
    const stop = new AbortController();
    const stream = await fetch(new URL("/jobs/v1/events", host.url), {
      headers: { "x-user": "ann" },
      signal: stop.signal,
    });
    let text = "";
    const reading = (async () => {
      for await (const bytes of stream.body ?? []) text += Buffer.from(bytes).toString();
    })().catch(() => undefined);
    await vi.waitUntil(() => text.includes("event: ready"));

    await submit("ann");

    await vi.waitUntil(() => text.includes("event: dispatch"));
    stop.abort();
    await reading;
  });

  test("addresses in documents and redirects lie below the path", async () => {
    const document = await at("/jobs/openapi.json");
    const folder = await at("/jobs?after=login");

    expect(document.body).toMatchObject({ servers: [{ url: "/jobs" }] });
    expect((await at("/jobs/docs")).body).not.toMatch(/(href|src)="\//);
    expect(folder.status).toBe(302);
    expect(folder.headers.get("location")).toBe("/jobs/?after=login");
    expect((await at("/jobs/")).status).toBe(200);
  });

  test("users of the application have its roles and tenants", async () => {
    const session = await at("/jobs/v1/session", { headers: { "x-user": "bob" } });
    const foreign = await at("/jobs/v1/tasks?tenant=other", { headers: { "x-user": "bob" } });

    expect(session.body).toMatchObject({ name: "bob@example.org", kind: "host", tenant: "acme", roles: ["viewer"] });
    expect(foreign).toMatchObject({ status: 403, body: { code: "TENANT_FOREIGN" } });
    expect(await submit("bob")).toMatchObject({ status: 403, body: { code: "ROLE_MISSING" } });
    expect(await at("/jobs/v1/tasks", { headers: { "x-user": "eve" } })).toMatchObject({ status: 403 });
    expect(await at("/jobs/v1/session")).toMatchObject({ status: 401, body: { code: "SIGN_IN_AT_HOST" } });
    expect(await submit("mallory")).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
    expect(await submit("locked")).toMatchObject({ status: 401, body: { detail: "this account is locked" } });
    expect(await submit("")).toMatchObject({ status: 500, body: { code: "INTERNAL" } });
  });

  test("metrics need a role, because the address of the application may be public", async () => {
    expect((await at("/jobs/metrics")).status).toBe(401);
    expect((await at("/jobs/metrics", { headers: { "x-user": "ann" } })).status).toBe(200);
  });
});

describe("writes of users of the application", () => {
  let opened: OpenedServer;
  beforeAll(async () => {
    opened = await openServer({ tasks: [greet], server: { basePath: "/jobs", authenticate } });
  });
  afterAll(() => opened.dispose());

  const statusOf = async (headers: Readonly<Record<string, string>>) => {
    const body = { type: "test.greet", input: { name: "you" }, tenant: "acme", group: "a" };
    const path = "/jobs/v1/tasks";
    return (await opened.ask(path, { method: "POST", headers: { "x-user": "ann", ...headers }, body })).status;
  };

  test("are refused when they come from another site", async () => {
    const cookie = "login=1";
    const { origin } = new URL(opened.url);

    expect(await statusOf({ origin })).toBe(201);
    expect(await statusOf({ cookie, "sec-fetch-site": "same-origin" })).toBe(201);
    expect(await statusOf({ cookie })).toBe(403);
    expect(await statusOf({ cookie, origin: "https://evil.example" })).toBe(403);
    expect(await statusOf({ origin: "https://evil.example" })).toBe(403);
    expect(await statusOf({ cookie, "sec-fetch-site": "cross-site" })).toBe(403);
  });

  test("need no origin in a program that sends no cookie", async () => {
    expect(await statusOf({})).toBe(201);
  });
});

test("a server below a path gives its cookie to that path only, and answers nothing outside it", async () => {
  const opened = await openServer({ server: { basePath: "/jobs/" } });
  const { database } = opened.engine;
  const { url, token } = await createSignInLink(database, { name: "sue", roles: ["viewer"], baseUrl: opened.url });

  const signedIn = await opened.ask("/jobs/v1/sign-in", { method: "POST", body: { token } });
  const cookie = signedIn.headers.get("set-cookie") ?? "";
  const signedOut = await opened.ask("/jobs/v1/session", {
    method: "DELETE",
    headers: { cookie, "sec-fetch-site": "same-origin" },
  });

  expect(url).toBe(`${opened.url}/sign-in#token=${token}`);
  expect(opened.url).toMatch(/:\d+\/jobs$/);
  expect(cookie).toContain("; Path=/jobs;");
  expect(signedOut.headers.get("set-cookie")).toContain("; Path=/jobs; Max-Age=0;");
  for (const path of ["/v1/health/live", "/jobsmore", "/", "/job"])
    expect(await opened.ask(path)).toMatchObject({ status: 404, body: { code: "ROUTE_NOT_FOUND" } });
  await opened.dispose();
});

test.each(["jobs", "/jobs//x", "/../x", "/a b", "/jobs?x", "//evil.example", '/"><script>'])(
  "the base path %j is refused",
  async (basePath) => {
    await expect(openServer({ server: { basePath } })).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  },
);

test("two servers in one application have their own databases and keys", async () => {
  const first = await openServer({ server: { basePath: "/a" } });
  const second = await openServer({ server: { basePath: "/a/b" } });
  const app = express();
  app.use(second.server.handler(), first.server.handler()); // without a path, each leaves what is not below its own
  const host = await listenTo(createHttpServer(app));
  const statusOf = async (path: string, key: string) => (await ask(new URL(path, host.url), { key })).status;

  expect(await statusOf("/a/v1/session", first.keys.viewer)).toBe(200);
  expect(await statusOf("/a/b/v1/session", second.keys.viewer)).toBe(200);
  expect(await statusOf("/a/v1/session", second.keys.viewer)).toBe(401);
  expect(await statusOf("/a/metrics", first.keys.viewer)).toBe(200);
  expect(await statusOf("/a/b/metrics", second.keys.viewer)).toBe(200);
  expect(await statusOf("/v1/session", first.keys.viewer)).toBe(404);
  await host.close();
  await first.dispose();
  await second.dispose();
});

test("a body that the application has read is refused at once", async () => {
  const opened = await openServer({ server: { basePath: "/jobs", authenticate } });
  const app = express();
  app.use(express.json());
  app.use("/jobs", opened.server.handler());
  const host = await listenTo(createHttpServer(app));

  const url = new URL("/jobs/v1/tasks", host.url);
  const answer = await ask(url, { method: "POST", headers: { "x-user": "ann" }, body: { type: "test.greet" } });

  expect(answer).toMatchObject({ status: 500, body: { code: "INTERNAL" } });
  await host.close();
  await opened.dispose();
});

describe("the end of a mounted server", () => {
  const openSlow = async (config: Parameters<typeof openServer>[0] = {}) => {
    const asked: (() => void)[] = [];
    const slow = defineOperation({
      name: "test.slow",
      method: "GET",
      path: "/v1/test/slow",
      summary: "Answers when the test says so",
      tag: "test",
      role: "anyone",
      answers: { 200: { type: "object" } },
      async handle() {
        await new Promise<void>((resolve) => asked.push(resolve));
        return { status: 200, body: { done: true } };
      },
    });
    const opened = await openServer({ operations: [slow], server: { basePath: "/jobs" }, ...config });
    const host = await HOSTS.Express({ "/jobs": opened.server.handler() });
    const waiting = ask(new URL("/jobs/v1/test/slow", host.url)).catch((error: unknown) => error);
    await vi.waitUntil(() => asked.length === 1);
    return { opened, host, waiting, answer: () => asked.forEach((resolve) => resolve()) };
  };

  test("ends live events and answers running requests, and the application continues", async () => {
    const { opened, host, waiting, answer } = await openSlow();
    const headers = { authorization: `Bearer ${opened.keys.viewer}` };
    const events = await fetch(new URL("/jobs/v1/events", host.url), { headers });

    const closing = opened.server.close();
    const seen = await events.text(); // resolves when the stream ends
    answer();
    await closing;

    expect(seen).toContain("retry:");
    expect(await waiting).toMatchObject({ status: 200, body: { done: true } });
    expect((await ask(new URL("/", host.url))).body).toBe(OWN_ANSWER);
    const late = await ask(new URL("/jobs/v1/health/live", host.url));
    expect(late).toMatchObject({ status: 503, body: { code: "SERVER_STOPPING" } });
    await host.close();
    await opened.dispose();
  });

  test("disconnects a request that outlasts the grace", async () => {
    const { opened, host, waiting, answer } = await openSlow({ config: { shutdownGraceMs: 0 } });

    await opened.server.close();

    expect(await waiting).toBeInstanceOf(Error);
    answer();
    await host.close();
    await opened.dispose();
  });
});
