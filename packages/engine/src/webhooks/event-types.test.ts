/** Tests of which events an endpoint receives. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { checkPatterns, wantsEvent } from "./endpoint.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "pglite" });
  await migrate(opened.database);
});
afterAll(() => opened.dispose());

test.each([
  [["*"], "order.invoice.sent", true],
  [["order.invoice.sent"], "order.invoice.sent", true],
  [["order.*"], "order.invoice.sent", true],
  [["order.invoice.*"], "order.invoice.sent", true],
  [["order.*"], "order", false],
  [["order.*"], "orders.invoice", false],
  [["order"], "order.invoice", false],
  [["rules.*", "document.version.validated"], "document.version.validated", true],
  [["rules.*"], "document.version.validated", false],
  [["task.completed"], "task.completed:demo.count", true],
  [["task.*"], "task.completed:demo.count", true],
  [["task.completed:demo.count"], "task.completed:demo.count", true],
  [["task.completed:demo.count"], "task.completed:demo.other", false],
  [["task.completed:demo.count"], "task.failed:demo.count", false],
  [["task.*:demo.*"], "task.failed:demo.count", true],
  [["*:demo.count"], "chunk.dead_lettered:demo.count", true],
  [["*:demo.count"], "order.sent", false],
])("%j wants %s: %j", (patterns, type, expected) => {
  expect(wantsEvent(patterns, type)).toBe(expected);
});

test("the database matches as the rule does", async () => {
  const word = fc.constantFrom("a", "b", "ab", "a_b", "a-b", "%");
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join("."));
  const type = fc.oneof(
    name,
    fc.tuple(name, name).map(([event, task]) => `${event}:${task}`),
  );
  const part = fc.oneof(
    name,
    name.map((prefix) => `${prefix}.*`),
  );
  const pattern = fc
    .tuple(fc.oneof(part, fc.constant("*")), fc.option(part))
    .map(([event, task]) => (task === null ? event : `${event}:${task}`));
  await fc.assert(
    fc.asyncProperty(fc.array(pattern, { minLength: 1, maxLength: 4 }), type, async (patterns, given) => {
      const [row] = await opened.database.query(
        sql<{ wants: boolean }>`select rota.webhook_wants(${patterns}::text[], ${given}) as wants`,
      );

      expect(row?.wants).toBe(wantsEvent(patterns, given));
    }),
  );
});

test.each([
  [],
  [""],
  ["order.**"],
  ["*.signed"],
  ["a..b"],
  ["a b"],
  ["a."],
  ["a:"],
  [":a"],
  ["a:*"],
  ["a:b:c"],
  Array.from({ length: 101 }, () => "a"),
])("patterns that cannot be meant are refused", (...patterns) => {
  expect(() => checkPatterns(patterns)).toThrow(expect.objectContaining({ code: "WEBHOOK_INVALID" }));
});
