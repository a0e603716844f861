/** Tests how a server stops: it accepts nothing new and finishes running requests. */
import { createServer as createHttpServer } from "node:http";
import { once } from "node:events";
import { connect } from "node:net";
import { defineOperation } from "@rota/engine/workload";
import { expect, test, vi } from "vitest";
import { openServer } from "./open-server.ts";

function createGate() {
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  return { isOpen, open: () => open() };
}

test("a stopping server answers running requests, refuses new ones and ends live events", async () => {
  const gate = createGate();
  let isUnderWay = false;
  const slow = defineOperation({
    name: "test.slow",
    method: "GET",
    path: "/v1/test/slow",
    summary: "Slow",
    tag: "test",
    role: "anyone",
    answers: { 200: { type: "object" } },
    async handle() {
      isUnderWay = true;
      await gate.isOpen;
      return { status: 200, body: { done: true } };
    },
  });
  const { server, ask, url, keys, dispose } = await openServer({ operations: [slow] });
  const waiting = ask("/v1/test/slow");
  const events = await fetch(new URL("/v1/events", url), { headers: { authorization: `Bearer ${keys.viewer}` } });
  await vi.waitUntil(() => isUnderWay);

  const closing = server.close();
  const seen = await events.text(); // resolves when the stream ends
  gate.open();
  const answer = await waiting;
  await closing;

  expect(seen).toContain("retry:");
  expect(answer).toMatchObject({ status: 200, body: { done: true } });
  expect(answer.headers.get("connection")).toBe("close");
  await expect(ask("/v1/health/live")).rejects.toThrow();
  await dispose();
});

test("a draining server reports to load balancers that it is not ready, and still answers other requests", async () => {
  const { server, ask, keys, dispose } = await openServer({ config: { serverDrainMs: 2_000 } });

  const closing = server.close();

  expect(await ask("/v1/health/ready")).toMatchObject({ status: 503, body: { code: "SERVER_STOPPING" } });
  expect((await ask("/v1/session", { key: keys.viewer })).status).toBe(200);
  await closing;
  await expect(ask("/v1/health/live")).rejects.toThrow();
  await dispose();
});

test("idle connections do not delay the stop", async () => {
  const { server, url, dispose } = await openServer();
  const opened = connect(Number(new URL(url).port), "127.0.0.1");
  await once(opened, "connect");
  const ended = once(opened, "close");

  await server.close();

  await ended;
  await dispose();
});

test("an address in use is reported with the way out", async () => {
  const other = createHttpServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const { server, dispose } = await openServer();
  await server.close();

  const second = await openServer({ config: { serverPort: port } }).then(
    () => undefined,
    (error: unknown) => error,
  );

  expect(second).toMatchObject({ code: "SERVER_ADDRESS_TAKEN" });
  other.close();
  await dispose();
});
