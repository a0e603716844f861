/** Tests the document that describes the API and its page. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
