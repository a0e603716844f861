/** Tests pages that a workload brings along as a hand-written module, at the root of a server and below a path of another one. */
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { defineOperation, defineWorkload } from "@rota/engine/workload";
import type { Handler } from "@rota/server";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Host, openDashboard, type OpenedDashboard, type OpenedPage } from "./open-dashboard.ts";
import { seriousProblems, untilLoaded } from "./page-checks.ts";

/** Module without a build. It shares the hooks and the session of the dashboard, so it must share its copy of preact. */
const MODULE = `
import { h } from "preact";
import { useState } from "preact/hooks";
import { answerOf, apiClient, Card, Page, Shown, useAddress, useResource, useSession } from "@rota/dashboard";

const client = apiClient();

export function Books() {
  const { viewer } = useSession();
  const books = useResource("books", (signal) => answerOf(client.GET("/v1/library/books", { signal })));
  const [count, setCount] = useState(0);
  return h(Page, { title: "Books", about: "Read by " + viewer.name },
    h("button", { type: "button", onClick: () => setCount(count + 1) }, "Lent " + count),
    h(Shown, { of: books, children: ({ items }) => h(Card, { title: "Shelf" },
      h("ul", null, items.map((id) => h("li", { key: id }, h("a", { href: "library/" + id }, "Book " + id))))) }));
}

export function Book() {
  const { params, query, go } = useAddress();
  return h(Page, { title: "Book " + params.bookId, trail: h("a", { href: "library" }, "Books") },
    h("p", { class: "library-note" }, "Edition " + (query.edition ?? "1")),
    h("button", { type: "button", onClick: () => go("library/" + params.bookId + "?edition=2") }, "Next edition"));
}

export function Torn() {
  throw new Error("page 7 is torn out");
}

export const notThere = "a text";

export function Desk() {
  return h(Page, { title: "Front desk" }, h("p", null, "Open to everybody"));
}
`;

let folder: string;
let dashboard: OpenedDashboard;
const opened: OpenedPage[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rota-library-"));
  await writeFile(join(folder, "library.js"), MODULE);
  await writeFile(join(folder, "library.css"), ".library-note { letter-spacing: 3px; }");
  dashboard = await openDashboard({ tasks: [], workloads: [library(folder), unbuilt()] });
});
afterEach(async () => {
  for (const { context } of opened.splice(0)) await context.close();
});
afterAll(async () => {
  await dashboard.dispose();
  await rm(folder, { recursive: true });
});

function library(place: string) {
  const module = "library.js";
  return defineWorkload({
    name: "library",
    pages: {
      folder: pathToFileURL(`${place}/`),
      styles: ["library.css"],
      list: [
        { path: "/library", name: "Books", module, component: "Books" },
        { path: "/library/torn", name: "Torn book", module, component: "Torn" },
        { path: "/library/no-page", module, component: "notThere" },
        { path: "/library/:bookId", module, component: "Book" },
        { path: "/desk", module, component: "Desk", isPublic: true },
      ],
    },
    load: async () => ({ operations: [listBooks] }),
  });
}

const listBooks = defineOperation({
  name: "library.books.list",
  method: "GET",
  path: "/v1/library/books",
  summary: "Books",
  tag: "library",
  role: "viewer",
  answers: { 200: { type: "object", properties: { items: { type: "array", items: { type: "string" } } } } },
  handle: async () => ({ status: 200, body: { items: ["7", "8"] } }),
});

function unbuilt() {
  const pages = {
    folder: pathToFileURL(join(folder, "nowhere/")),
    list: [{ path: "/archive", name: "Archive", module: "archive.js", component: "Archive" }],
  };
  return defineWorkload({ name: "archive", pages });
}

async function open(path: string): Promise<OpenedPage> {
  const page = await dashboard.open(path);
  opened.push(page);
  return page;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();

describe("a hand-written page", () => {
  test("uses the components, the session and the requests of the dashboard", async () => {
    const { page, consoleLines } = await open("/library");

    await heading(page, "Books");
    await page.getByText("Read by ann@example.org").waitFor();
    await page.getByRole("button", { name: "Lent 0" }).click();
    await page.getByRole("button", { name: "Lent 1" }).waitFor();
    await page.getByRole("link", { name: "Book 7" }).click();
    await heading(page, "Book 7");
    await page.getByRole("button", { name: "Next edition" }).click();
    await page.getByText("Edition 2").waitFor();

    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/library/7?edition=2");
    expect(await spacingOf(page)).toBe("3px");
    await untilLoaded(page);
    expect(await seriousProblems(page, "all")).toEqual([]);
    expect(consoleLines).toEqual([]);
  });

  test("is in the navigation under the title of its workload, and its code is loaded only when it is opened", async () => {
    const { page } = await open("/tasks");
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await page.reload();
    await heading(page, "Tasks");
    await untilLoaded(page);
    expect(requested.filter((url) => url.includes("library.js"))).toEqual([]);

    const group = page.locator(".navigation-group").filter({ hasText: "Library" });
    await group.getByRole("link", { name: "Books", exact: true }).click();

    await heading(page, "Books");
    expect(requested.filter((url) => url.includes("library.js"))).toHaveLength(1);
  });

  test("that needs no sign-in is shown outside the frame", async () => {
    const page = await dashboard.openAnonymously("/desk");
    opened.push(page);

    await heading(page.page, "Front desk");

    expect(await page.page.getByRole("navigation", { name: "Pages" }).count()).toBe(0);
    expect(page.consoleLines).toEqual([]);
  });
});

describe("a page that cannot be shown", () => {
  test("because it throws leaves the navigation usable, and another page is shown after it", async () => {
    const { page } = await open("/library/torn");

    await page.getByRole("alert").getByText("page 7 is torn out").waitFor();
    await page.getByRole("link", { name: "Books", exact: true }).click();

    await heading(page, "Books");
  });

  test("because its component is none says so", async () => {
    const { page } = await open("/library/no-page");

    await page.getByRole("alert").getByText("does not export the component notThere").waitFor();
  });

  test("because it is not built says how to build it", async () => {
    const { page } = await open("/archive");

    await page.getByRole("alert").getByText("npm run build:pages").waitFor();
  });
});

test("below a path of another server every page, link, request and live event stays below that path", async () => {
  const inside = { basePath: "/jobs", authenticate: () => ({ name: "ann@example.org", roles: ["admin"] }), openHost };
  const jobs = await openDashboard({ tasks: [], workloads: [library(folder)], inside });
  const { page, consoleLines } = await jobs.openAnonymously("/");
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));

  await heading(page, "Overview");
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Tasks", exact: true }).click();
  await heading(page, "Tasks");
  expect(page.url()).toBe(`${jobs.url}/tasks`);
  expect(await page.getByRole("link", { name: "Tasks", exact: true }).getAttribute("aria-current")).toBe("page");
  await page.getByRole("search").getByLabel("Tenant").fill("acme");
  await page.getByRole("search").getByLabel("Tenant").press("Enter");
  await page.waitForURL(`${jobs.url}/tasks?tenant=acme`);
  await page.getByRole("link", { name: "Books", exact: true }).click();
  await page.getByRole("link", { name: "Book 8" }).click();
  await heading(page, "Book 8");
  expect(page.url()).toBe(`${jobs.url}/library/8`);
  expect(await spacingOf(page)).toBe("3px");
  await page.reload();
  await heading(page, "Book 8");
  await page.goto(`${jobs.url}/desk`);
  await heading(page, "Front desk");

  expect(requested.filter((path) => !path.startsWith("/jobs/"))).toEqual([]);
  expect(consoleLines).toEqual([]);
  await jobs.dispose();
});

async function openHost(handler: Handler): Promise<Host> {
  const server = createServer(handler);
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

function spacingOf(page: Page): Promise<unknown> {
  return page.evaluate(`getComputedStyle(document.querySelector(".library-note")).letterSpacing`);
}
