/** Tests what callers rely on for every request. */
import { connect } from "node:net";
import { once } from "node:events";
import { createLogger } from "@rota/engine";
import { defineErrors } from "@rota/engine/errors";
import { defineOperation } from "@rota/engine/workload";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { defineRoute } from "@rota/engine/operations";
import { openServer, type OpenedServer } from "./open-server.ts";

const echo = defineRoute({
  name: "test.echo",
  method: "POST",
  path: "/v1/test/{number}",
  summary: "Echo",
  tag: "test",
  role: "operator",
  params: Type.Object({ number: Type.Integer({ minimum: 1 }) }),
  query: Type.Object(
    { limit: Type.Optional(Type.Integer({ maximum: 9, default: 5 })) },
    { additionalProperties: false },
  ),
  body: Type.Object(
    { text: Type.String({ maxLength: 10 }), deep: Type.Optional(Type.Unknown()) },
    { additionalProperties: false },
  ),
  answers: { 200: Type.Object({ number: Type.Integer(), limit: Type.Integer(), text: Type.String() }) },
  handle: async ({ params, query, body }) => ({
    status: 200,
    body: { number: params.number, limit: query.limit ?? -1, text: body.text },
  }),
});

const verbOf = (verb: string) =>
  defineRoute({
    name: `test.${verb}`,
    method: "POST",
    path: `/v1/test/{number}:${verb}`,
    summary: "A verb",
    tag: "test",
    role: "anyone",
    params: Type.Object({ number: Type.Integer() }),
    answers: { 200: Type.Object({ verb: Type.String(), number: Type.Integer() }) },
    handle: async ({ params: { number } }) => ({ status: 200, body: { verb, number } }),
  });

class LibraryError extends defineErrors({ BOOK_LENT: { kind: "conflict", status: 423 } }) {}

const lent = defineOperation({
  name: "test.lent",
  method: "GET",
  path: "/v1/test-lent",
  summary: "Refuses with a code of a workload",
  tag: "test",
  role: "anyone",
  answers: {},
  handle: () => Promise.reject(new LibraryError("BOOK_LENT", "book 42 is lent")),
});

const broken = defineOperation({
  name: "test.broken",
  method: "GET",
  path: "/v1/test-broken",
  summary: "Breaks",
  tag: "test",
  role: "anyone",
  answers: {},
  handle: () => Promise.reject(new Error("the password is swordfish")),
});

describe("a request", () => {
  let opened: OpenedServer;
  const lines: string[] = [];
  beforeAll(async () => {
    const logger = createLogger({ level: "info", json: true, destination: { write: (line) => lines.push(line) } });
    const config = { serverBodyBytesMax: 2_000, serverRequestTimeoutMs: 1_000 };
    opened = await openServer({ operations: [echo, lent, broken, verbOf("open"), verbOf("close")], logger, config });
  });
  afterAll(() => opened.dispose());

  const send = (body: unknown, path = "/v1/test/7") =>
    opened.ask(path, { key: opened.keys.operator, method: "POST", body });

  test("gives an operation checked input: converted numbers in paths and queries, defaults, and the unchanged body", async () => {
    expect((await send({ text: "hi" })).body).toEqual({ number: 7, limit: 5, text: "hi" });
    expect((await send({ text: "hi" }, "/v1/test/7?limit=3")).body).toEqual({ number: 7, limit: 3, text: "hi" });
  });

  test("is refused with the code and the status that a workload defined", async () => {
    const { status, body } = await opened.ask("/v1/test-lent");

    expect([status, body]).toEqual([423, expect.objectContaining({ code: "BOOK_LENT", detail: "book 42 is lent" })]);
  });

  test("may name a verb after a colon, which ends the parameter", async () => {
    const opening = await opened.ask("/v1/test/7:open", { method: "POST" });
    const closing = await opened.ask("/v1/test/8:close", { method: "POST" });

    expect([opening.body, closing.body]).toEqual([
      { verb: "open", number: 7 },
      { verb: "close", number: 8 },
    ]);
    expect((await opened.ask("/v1/test/7:eat", { key: opened.keys.operator, method: "POST", body: {} })).status).toBe(
      400,
    );
  });

  test("that is invalid is answered with every problem", async () => {
    const { status, body, headers } = await send({ text: 7, extra: 1 }, "/v1/test/0?limit=12&x=1");

    expect(status).toBe(400);
    expect(headers.get("content-type")).toContain("application/problem+json");
    expect(body).toMatchObject({
      type: "https://rota.dev/errors/REQUEST_INVALID",
      code: "REQUEST_INVALID",
      status: 400,
      instance: headers.get("x-request-id"),
      problems: [
        { path: "path.number" },
        { path: "query", message: 'has a field "x" that is not known' },
        { path: "query.limit" },
        { path: "body", message: 'has a field "extra" that is not known' },
        { path: "body.text" },
      ],
    });
  });

  test.each([
    ["no JSON", "{", 400, "REQUEST_INVALID"],
    ["nothing", undefined, 400, "REQUEST_INVALID"],
    ["too much", JSON.stringify({ text: "x".repeat(3_000) }), 413, "REQUEST_TOO_LARGE"],
    ["JSON that is nested too deep", `{"text":"a","deep":${"[".repeat(90)}${"]".repeat(90)}}`, 400, "REQUEST_INVALID"],
    ["a prototype", `{"text":"a","deep":{"__proto__":{"x":1}}}`, 400, "REQUEST_INVALID"],
    ["NUL", String.raw`{"text":"a\u0000"}`, 400, "REQUEST_INVALID"],
    ["half of a surrogate pair", String.raw`{"text":"\ud800"}`, 400, "REQUEST_INVALID"],
  ])("with %s in its body is refused", async (_what, body, status, code) => {
    expect(await send(body)).toMatchObject({ status, body: { code } });
  });

  test("that names a field twice is checked and handled with the second value", async () => {
    expect((await send(`{"text":"first","text":"second"}`)).body).toMatchObject({ text: "second" });
    expect((await send(`{"text":"first","text":7}`)).status).toBe(400);
  });

  test("whose body is not JSON is refused", async () => {
    const headers = { "content-type": "text/plain" };
    const answer = await opened.ask("/v1/test/7", { key: opened.keys.operator, method: "POST", body: "a", headers });

    expect(answer).toMatchObject({ status: 415, body: { code: "CONTENT_TYPE_UNSUPPORTED" } });
  });

  test.each([
    ["/v1/test/%zz", 400],
    ["/v1/test/7%00", 400],
    ["/v1/nothing", 404],
    ["/v1/test/7/../../../etc/passwd", 404],
  ])("for the path %s is a problem with status %i", async (path, status) => {
    const answer = await send({ text: "hi" }, path);

    expect(answer.status).toBe(status);
    expect(answer.body).toHaveProperty("code");
  });

  test("with a path that is too long is answered with a problem", async () => {
    expect(await send({ text: "hi" }, `/v1/test/${"9".repeat(1_100)}`)).toMatchObject({ status: 404 });
  });

  test("with another method is answered with the allowed ones", async () => {
    const answer = await opened.ask("/v1/test/7", { key: opened.keys.operator, method: "DELETE" });

    expect(answer).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } });
    expect(answer.headers.get("allow")).toBe("POST");
  });

  test("keeps its id if it is safe to log, and gets a new one otherwise", async () => {
    const idOf = async (id: string) => {
      const { headers } = await opened.ask("/v1/health/live", { headers: { "x-request-id": id } });
      return headers.get("x-request-id");
    };

    expect(await idOf("order-7.a:b")).toBe("order-7.a:b");
    expect(await idOf("a b")).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf("x".repeat(65))).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("that meets an internal error receives only the id to search for in the log", async () => {
    const { status, body, headers } = await opened.ask("/v1/test-broken");

    expect(status).toBe(500);
    expect(body).toMatchObject({ code: "INTERNAL", instance: headers.get("x-request-id") });
    expect(JSON.stringify(body)).not.toContain("swordfish");
    expect(lines.find((line) => line.includes(headers.get("x-request-id") ?? "none"))).toContain("swordfish");
  });

  test("is answered with headers that keep browsers from running or framing other content", async () => {
    const { headers } = await opened.ask("/v1/health/live");

    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test.each([
    ["whose body comes too slowly", "POST /v1/test/7 HTTP/1.1\r\nhost: x\r\nKEY\r\ncontent-length: 9\r\n\r\n{", "408"],
    ["whose headers are too large", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, "413"],
    ["that is no HTTP", "hello\r\n\r\n", "400"],
    ["with a line break in a header", "GET / HTTP/1.1\r\nhost: x\r\nx: a\rb\r\n\r\n", "400"],
  ])("%s is ended", async (_what, text, status) => {
    const socket = connect(Number(new URL(opened.url).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (bytes) => (answer += bytes.toString()));
    socket.write(
      text.replace("KEY", `content-type: application/json\r\nauthorization: Bearer ${opened.keys.operator}`),
    );

    await once(socket, "close");

    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    await vi.waitUntil(() => socket.destroyed);
  });
});

describe("too many requests", () => {
  let opened: OpenedServer;
  beforeAll(async () => {
    opened = await openServer({ operations: [echo], config: { serverRateMax: 3, serverStrangerRateMax: 2 } });
  });
  afterAll(() => opened.dispose());

  test("of one key are refused while other keys continue; requests without a key are counted by address", async () => {
    const statuses = async (key: string | undefined, times: number) => {
      const answers: number[] = [];
      for (let time = 0; time < times; time++)
        answers.push((await opened.ask("/v1/session", key === undefined ? {} : { key })).status);
      return answers;
    };

    expect(await statuses(opened.keys.viewer, 4)).toEqual([200, 200, 200, 429]);
    expect(await statuses(opened.keys.operator, 1)).toEqual([200]);
    expect(await statuses(undefined, 3)).toEqual([401, 401, 429]);
    const refused = await opened.ask("/v1/session", { key: opened.keys.viewer });
    expect(refused.body).toMatchObject({ code: "RATE_LIMITED" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
