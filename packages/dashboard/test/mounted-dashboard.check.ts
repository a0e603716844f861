/** Tests the dashboard below a path of an application of Express and of Fastify, whose users it has. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { Grant } from "@rota/engine";
import type { Handler } from "@rota/server";
import express from "express";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Host, openDashboard, type OpenedDashboard } from "./open-dashboard.ts";
import { createShownTasks } from "./sample-data.ts";

const BASE_PATH = "/jobs";
const COOKIE = "login=ann; Path=/; HttpOnly";

/** Finds the user by the cookie of the application. */
function authenticate({ headers }: IncomingMessage): Grant | undefined {
  return headers.cookie?.includes("login=ann") === true
    ? { name: "ann@example.org", roles: ["operator"], tenant: "acme" }
    : undefined;
}

async function openExpress(handler: Handler): Promise<Host> {
  const app = express();
  app.get("/login", (_request, response) => void response.setHeader("set-cookie", COOKIE).send("signed in"));
  app.use(BASE_PATH, handler);
  const server = createServer(app);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

async function openFastify(handler: Handler): Promise<Host> {
  const app = fastify({ forceCloseConnections: true });
  app.get("/login", (_request, reply) => reply.header("set-cookie", COOKIE).send("signed in"));
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    for (const url of [BASE_PATH, `${BASE_PATH}/*`])
      scope.all(url, async (request, reply) => {
        reply.hijack();
        handler(request.raw, reply.raw);
      });
  });
  return { url: await app.listen({ host: "127.0.0.1", port: 0 }), close: () => app.close() };
}

describe.each([
  ["Express", openExpress],
  ["Fastify", openFastify],
] as const)("inside %s", (_name, openHost) => {
  const { held, broken, release } = createShownTasks();
  let dashboard: OpenedDashboard;
  beforeAll(async () => {
    dashboard = await openDashboard({
      tasks: [held, broken],
      inside: { basePath: BASE_PATH, authenticate, openHost },
    });
    await dashboard.engine.start();
  });
  afterAll(async () => {
    release(1_000);
    await dashboard.dispose();
  });

  test("a visitor is asked to sign in to the application, and not to Rota", async () => {
    const { page, context } = await dashboard.openAnonymously("/tasks");

    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.getByText("Sign in there").waitFor();

    expect(await page.getByRole("textbox").count()).toBe(0);
    await context.close();
  });

  test("a user of the application follows a task and pauses it, and no request leaves the path", async () => {
    const { page, context, consoleLines } = await dashboard.openAnonymously("/../login");
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(dashboard.url);
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByText("ann@example.org").waitFor();
    expect(page.url()).toBe(`${dashboard.url}/`);
    expect(await page.getByRole("button", { name: "Sign out" }).count()).toBe(0);

    await page.getByRole("link", { name: "Tasks", exact: true }).click();
    await page.getByRole("heading", { name: "Tasks", level: 1 }).waitFor();
    const { taskId } = await dashboard.engine.submit(held, { pages: 30 }, { tenant: "acme", group: "books" });
    await page
      .locator(`a[href$="tasks/${String(taskId)}"]`)
      .first()
      .click();
    await page.getByRole("button", { name: /^chunk 30, / }).waitFor();
    release(5);
    await vi.waitUntil(async () => (await page.getByRole("button", { name: /completed/ }).count()) >= 5);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();

    expect(page.url()).toBe(`${dashboard.url}/tasks/${String(taskId)}`);
    expect(requested.filter((path) => path !== BASE_PATH && !path.startsWith(`${BASE_PATH}/`))).toEqual([]);
    expect(consoleLines).toEqual([]);
    await context.close();
  });
});
