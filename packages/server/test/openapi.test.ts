/** Tests the document that describes the API and its page. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { defineOperation, defineWorkload, type Operation } from "@rota/engine/workload";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkWorkloads } from "../src/create-server.ts";
import { openServer, type OpenedServer } from "./open-server.ts";

let opened: OpenedServer;
beforeAll(async () => {
  opened = await openServer();
});
afterAll(() => opened.dispose());

test("the document is valid OpenAPI 3.1 and lists health, sessions and live events with their roles", async () => {
  const { status, body } = await opened.ask("/openapi.json");
  const validator = new Validator();
  const result = await validator.validate(isRecord(body) ? body : {});

  expect(result).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    paths: {
      "/v1/health/live": { get: { "x-rota-role": "anyone", security: [] } },
      "/v1/events": {
        get: { "x-rota-role": "viewer", responses: { "200": { content: { "text/event-stream": {} } } } },
      },
      "/v1/session": { delete: { responses: { "204": {} } } },
    },
  });
});

test("the page loads nothing from other origins", async () => {
  const { status, body, headers } = await opened.ask("/docs");

  expect(status).toBe(200);
  expect(headers.get("content-type")).toContain("text/html");
  expect(body).toContain("/v1/health/live");
  expect(body).not.toMatch(/<script|(src|href)="(https?:)?\/\//);
  expect((await opened.ask("/docs.css")).headers.get("content-type")).toContain("text/css");
});

test("a workload with the route of any of the server's own is refused without a database", async () => {
  const { body } = await opened.ask("/openapi.json");
  const paths = Object.entries(isRecord(body) && isRecord(body["paths"]) ? body["paths"] : {});
  const served = paths.flatMap(([path, item]) =>
    METHODS.flatMap((method) => (hasMethod(item, method) ? { path, method } : [])),
  );
  const unlisted = ["/openapi.json", "/docs", "/docs.css"].map((path) => ({ path, method: "GET" as const }));
  const { config } = opened;

  expect(served.length).toBeGreaterThan(60);
  for (const place of [...served, ...unlisted])
    await expect(checkWorkloads([workloadAt(place)], { config }), place.path).rejects.toMatchObject({
      code: "OPERATION_INVALID",
    });
  await checkWorkloads([workloadAt({ path: "/v1/library/books", method: "GET" })], { config });
});

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function hasMethod(item: unknown, method: string): boolean {
  return isRecord(item) && method.toLowerCase() in item;
}

function workloadAt(place: Pick<Operation, "path" | "method">) {
  const answers = { 200: { type: "object" } };
  const facts = { name: "library.books", summary: "Books", tag: "library", role: "viewer", answers } as const;
  const operation = defineOperation({ ...facts, ...place, handle: async () => ({ status: 200, body: {} }) });
  return defineWorkload({ name: "library", load: async () => ({ operations: [operation] }) });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
