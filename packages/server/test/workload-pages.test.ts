/** Tests how the dashboard and the pages of workloads are served, at the root and below a path of another server. */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadConfig, silentLogger } from "@rota/engine";
import { defineWorkload, type Workload, type WorkloadPage } from "@rota/engine/workload";
import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../src/http/create-app.ts";
import { serveDashboard } from "../src/http/serve-dashboard.ts";
import { checkPagePaths } from "../src/http/workload-pages.ts";

const MAP = '{"imports":{"preact":"./assets/preact-1a2b.js"}}';
const INDEX = `<!doctype html><head><base href="/" /><script type="importmap">${MAP}</script><title>Rota</title></head>`;
const BOOKS = { path: "/library", name: "Books", module: "books.js", component: "Books" } as const;
const BOOK = { path: "/library/:bookId", module: "books.js", component: "Book", isPublic: true } as const;
const MODULE_ADDRESS: unknown = expect.stringMatching(/^workloads\/library\/[0-9a-f]{16}\/books\.js$/);
const STYLE_ADDRESS: unknown = expect.stringMatching(/^workloads\/library\/[0-9a-f]{16}\/books\.css$/);
const html = { accept: "text/html" };

let root: string;
const opened: FastifyInstance[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "rota-pages-"));
  await mkdir(join(root, "dist", "assets"), { recursive: true });
  await mkdir(join(root, "library", "parts"), { recursive: true });
  await writeFile(join(root, "dist", "index.html"), INDEX);
  await writeFile(join(root, "dist", "pages.json"), '["/","/tasks/:taskId"]');
  await writeFile(
    join(root, "library", "books.js"),
    `export function Books() {}\nconst b = 1;\nexport { b as Book };\n`,
  );
  await writeFile(join(root, "library", "parts", "shelf.js"), "export const Shelf = 1;\n");
  await writeFile(join(root, "library", "books.css"), ".book {}\n");
  await writeFile(join(root, "secret.js"), "secret");
});
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});
afterAll(() => rm(root, { recursive: true }));

function library(
  list: readonly WorkloadPage[] = [BOOKS, BOOK],
  { name = "library", folder = "library" } = {},
): Workload {
  const pages = { folder: pathToFileURL(`${join(root, folder)}/`), list, styles: ["books.css"] };
  return defineWorkload({ name, title: "Library", pages });
}

async function serve(workloads: readonly Workload[], basePath?: string): Promise<FastifyInstance> {
  const { config } = await loadConfig({ env: {}, flags: {}, cwd: root });
  const app = createApp({ config, logger: silentLogger, phase: () => "open" });
  opened.push(app);
  const folder = join(root, "dist");
  await serveDashboard(app, {
    folder,
    workloads,
    logger: silentLogger,
    ...(basePath === undefined ? {} : { basePath }),
  });
  await app.ready();
  return app;
}

const List = Type.Object({
  workloads: Type.Array(
    Type.Object({
      isBuilt: Type.Boolean(),
      styles: Type.Array(Type.String()),
      pages: Type.Array(Type.Object({ path: Type.String(), module: Type.String(), isPublic: Type.Boolean() })),
    }),
  ),
});

async function listOf(app: FastifyInstance): Promise<Static<typeof List>["workloads"]> {
  return Value.Parse(List, (await app.inject("/workloads.json")).json()).workloads;
}

describe("the first page", () => {
  test("has the base path of the server, and a policy that allows exactly its import map", async () => {
    const app = await serve([], "/jobs");

    const page = await app.inject({ url: "/tasks/7", headers: html });

    expect(page.body).toContain('<base href="/jobs/" />');
    const hash = createHash("sha256").update(MAP).digest("base64");
    expect(page.headers["content-security-policy"]).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(page.headers["content-security-policy"]).toContain("base-uri 'self'");
    expect(page.headers["cache-control"]).toBe("no-cache");
  });

  test("has the root as its base without a base path, by whatever path it is asked for", async () => {
    const app = await serve([]);

    for (const url of ["/", "/index.html", "/library/7"])
      expect((await app.inject({ url, headers: html })).body, url).toContain('<base href="/" />');
  });

  test("leaves the policy of everything else as strict as it was", async () => {
    const { headers } = await (await serve([])).inject("/workloads.json");

    expect(headers["content-security-policy"]).toContain("script-src 'self';");
    expect(headers["content-security-policy"]).toContain("base-uri 'none'");
  });
});

describe("pages of a workload", () => {
  test("are listed with addresses that are relative to the first page", async () => {
    const app = await serve([library()]);

    const answer = await app.inject("/workloads.json");

    expect(answer.headers["cache-control"]).toBe("no-cache");
    expect(answer.json()).toEqual({
      workloads: [
        {
          name: "library",
          title: "Library",
          isBuilt: true,
          styles: [STYLE_ADDRESS],
          pages: [
            {
              ...BOOKS,
              module: MODULE_ADDRESS,
              isPublic: false,
            },
            { ...BOOK, module: MODULE_ADDRESS, isPublic: true },
          ],
        },
      ],
    });
  });

  test("are kept by browsers for ever, and have another address when a file changes", async () => {
    const [before] = await listOf(await serve([library()]));
    const app = await serve([library()]);
    const module = await app.inject(`/${before?.pages[0]?.module ?? ""}`);
    await writeFile(join(root, "library", "parts", "shelf.js"), "export const Shelf = 2;\n");
    const [after] = await listOf(await serve([library()]));

    expect(module.statusCode).toBe(200);
    expect(module.headers["content-type"]).toContain("javascript");
    expect(module.headers["cache-control"]).toContain("immutable");
    expect(after?.pages[0]?.module).not.toBe(before?.pages[0]?.module);
  });

  test("come with every file of their folder and with none outside of it", async () => {
    const app = await serve([library()]);
    const [listed] = await listOf(app);
    const folder = `/${listed?.styles[0]?.replace("books.css", "") ?? ""}`;

    expect((await app.inject(`${folder}parts/shelf.js`)).statusCode).toBe(200);
    expect((await app.inject(`${folder}books.css`)).headers["content-type"]).toContain("text/css");
    for (const path of ["../secret.js", "%2e%2e/secret.js", "..%2fsecret.js", "parts/..%5c..%5c..%5csecret.js"]) {
      const { statusCode, body } = await app.inject({ url: folder + path });
      expect(statusCode, path).toBeGreaterThanOrEqual(400);
      expect(body).not.toContain("secret");
    }
    expect((await app.inject({ url: "/workloads/library/0/books.js", headers: html })).statusCode).toBe(404);
  });

  test("that are not built do not keep the server from starting", async () => {
    const [listed] = await listOf(await serve([library([BOOKS], { folder: "missing" })]));

    expect(listed?.isBuilt).toBe(false);
  });

  test.each([
    [
      "a module that is missing",
      { ...BOOKS, module: "shelves.js" },
      /shelves\.js, for the page \/library of the workload library/,
    ],
    ["a component that is missing", { ...BOOKS, component: "Shelves" }, /books\.js does not export Shelves/],
    ["a component that is not exported", { ...BOOKS, component: "b" }, /does not export b/],
    ["a path without a slash", { ...BOOKS, path: "library" }, /has a page at "library"/],
    ["a path with a slash at its end", { ...BOOKS, path: "/library/" }, /has a page at "\/library\/"/],
  ])("are refused with %s", async (_what, page, message) => {
    const error: unknown = await serve([library([page])]).catch((refused: unknown) => refused);

    expect(error).toMatchObject({ code: "WORKLOAD_INVALID" });
    expect(String(error)).toMatch(message);
  });

  test("are refused without one of their style sheets", async () => {
    const { pages } = library();
    const workload = defineWorkload({
      name: "library",
      ...(pages === undefined ? {} : { pages: { ...pages, styles: ["x.css"] } }),
    });

    await expect(serve([workload])).rejects.toMatchObject({ code: "WORKLOAD_INVALID" });
  });

  test.each([
    ["of the dashboard", { ...BOOKS, path: "/tasks/new" }, /\/tasks\/new of the workload library .* of the dashboard/],
    ["of the API", { ...BOOKS, path: "/v1/books" }, /an address of the server/],
    ["of the pages' own files", { ...BOOKS, path: "/workloads/library" }, /an address of the server/],
  ])("are refused at an address %s", async (_whose, page, message) => {
    const error: unknown = await serve([library([page])]).catch((refused: unknown) => refused);

    expect(error).toMatchObject({ code: "WORKLOAD_CLASH" });
    expect(String(error)).toMatch(message);
  });
});

test("pages of two workloads at one address are refused with both names, and one workload may have a list and its form", () => {
  const archive = library([{ ...BOOKS, path: "/library/new" }], { name: "archive" });

  expect(() => checkPagePaths([library(), archive], [])).toThrow(
    /page \/library\/new of the workload archive clashes with the page \/library\/:bookId of the workload library/,
  );
  expect(() => checkPagePaths([library([{ ...BOOKS, path: "/library/new" }, BOOK])], [])).not.toThrow();
  expect(() => checkPagePaths([library([BOOK, { ...BOOK, path: "/library/:number" }])], [])).toThrow(/two pages/);
});
