/** Tests how the files of the dashboard are served. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type OpenedServer } from "./open-server.ts";

describe("a built dashboard", () => {
  let folder: string;
  let opened: OpenedServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rota-dashboard-"));
    await mkdir(join(folder, "dist", "assets"), { recursive: true });
    await writeFile(join(folder, "dist", "index.html"), "<!doctype html><title>Rota</title>");
    await writeFile(join(folder, "dist", "assets", "main-1a2b.js"), "export {};");
    await writeFile(join(folder, "secret.txt"), "secret");
    opened = await openServer({ dashboardFolder: join(folder, "dist") });
  });
  afterAll(async () => {
    await opened.dispose();
    await rm(folder, { recursive: true });
  });

  const html = { headers: { accept: "text/html" } };

  test("is revalidated on each request, except for immutable files", async () => {
    const page = await opened.ask("/", html);
    const script = await opened.ask("/assets/main-1a2b.js");

    expect(page).toMatchObject({ status: 200, body: "<!doctype html><title>Rota</title>" });
    expect(page.headers.get("cache-control")).toBe("no-cache");
    expect(script.headers.get("cache-control")).toContain("immutable");
    expect(script.headers.get("content-type")).toContain("javascript");
  });

  test("serves its first page for its own paths, and never for API paths", async () => {
    expect((await opened.ask("/tasks/42", html)).status).toBe(200);
    expect(await opened.ask("/v1/nothing", html)).toMatchObject({ status: 404, body: { code: "ROUTE_NOT_FOUND" } });
    expect((await opened.ask("/assets/none.js")).status).toBe(404);
  });

  test.each(["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/..%5c..%5csecret.txt"])(
    "does not serve %s",
    async (path) => {
      const answer = await opened.server.inject({ url: path });

      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.body).not.toContain("secret");
    },
  );
});

test("a dashboard that is not built shows how to build it", async () => {
  const { ask, dispose } = await openServer();

  const { status, body } = await ask("/");

  expect(status).toBe(200);
  expect(body).toContain("npm run build:pages");
  await dispose();
});
