/** Tests the requests, the waiting and the parallel work that steps of the demo share. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createDemoContext, shareStop } from "./demo-context.ts";
import { openDemoFolder } from "./demo-settings.ts";

type Received = { readonly line: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** Opens a context whose server answers with the status in the query, or never when there is none. */
async function openContext() {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      received.push({ line: `${method} ${url}`, headers, body: Buffer.concat(parts).toString() });
      const status = new URL(url, "http://server").searchParams.get("status");
      if (status !== null) response.writeHead(Number(status)).end('{"bookId":"17"}');
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const stop = new AbortController();
  onTestFinished(() => {
    stop.abort();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const context = createDemoContext({
    size: 12,
    url: `http://127.0.0.1:${String(port)}`,
    folder: openDemoFolder("unused"),
    receiver: { url: "", trust: () => undefined },
    show: () => undefined,
    stoppable: shareStop(stop.signal),
    keys: { keyOf: (tenant) => `key-of-${tenant}`, revoke: () => Promise.resolve() },
  });
  return { context, received, stop, server };
}

test("a request has the key of its tenant and returns the JSON of the response", async () => {
  const { context, received } = await openContext();

  const read = await context.request({ tenant: "ann", path: "/books", query: { status: 200, after: undefined } });
  const sent = await context.request({ tenant: "bob", path: "/books?status=201", body: { title: "Emma" } });

  expect([read, sent]).toEqual([{ bookId: "17" }, { bookId: "17" }]);
  expect(received.map(({ line, body }) => [line, body])).toEqual([
    ["GET /books?status=200", ""],
    ["POST /books?status=201", '{"title":"Emma"}'],
  ]);
  expect(received.map(({ headers }) => headers.authorization)).toEqual(["Bearer key-of-ann", "Bearer key-of-bob"]);
});

test("a refusal rejects with the status and what the server answered, unless the step ignores the status", async () => {
  const { context } = await openContext();
  const request = { tenant: "ann", path: "/books?status=409", body: {} };

  await expect(context.request(request)).rejects.toThrow('POST /books?status=409: status 409: {"bookId":"17"}');
  expect(await context.request({ ...request, ignore: [409] })).toBeUndefined();
});

test("what waits for the server or for time ends with the demo", async () => {
  const { context, stop, server } = await openContext();
  const arrived = once(server, "request");
  const waiting = [
    context.request({ tenant: "ann", path: "/never" }),
    context.pause(1_000_000),
    context.until(() => Promise.resolve(undefined)),
  ];
  const ended = Promise.allSettled(waiting);
  await arrived;

  stop.abort();

  expect((await ended).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
});

test("items run in their order, so many at once, until one fails", async () => {
  const { context } = await openContext();
  const begun: number[] = [];
  let running = 0;
  let most = 0;

  const played = context.inParallel([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item);
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    if (item === 3) throw new Error("item 3 failed");
  });

  await expect(played).rejects.toThrow("item 3 failed");
  expect(most).toBe(2);
  expect(begun.slice(0, 3)).toEqual([1, 2, 3]);
  expect(begun).not.toContain(6);
});
