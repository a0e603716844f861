import { describe, expect, test } from "vitest";
import { RotaError } from "../errors.ts";
import { createLogger } from "./logger.ts";

function logTo(options: { level?: "debug" | "info"; json?: boolean } = {}) {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  return { logger: createLogger({ level: "info", json: true, ...options, destination }), lines };
}

test("a line is one JSON object with time, level, fields and sentence", () => {
  const { logger, lines } = logTo();

  logger.child({ worker: "w1" }).info({ chunk: 7n }, "done");
  logger.debug("not wanted");

  expect(lines).toHaveLength(1);
  const line: unknown = JSON.parse(lines.join(""));
  expect(line).toMatchObject({ level: "info", worker: "w1", chunk: "7", msg: "done" });
  expect(line).toHaveProperty("time", expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/));
});

describe("secrets", () => {
  test("are hidden by their names, at any depth, in children, and in errors", () => {
    const { logger, lines } = logTo();
    const error = Object.assign(new Error("no"), { request: { headers: { Authorization: "hunter2" } } });

    logger
      .child({ api_key: "hunter2" })
      .info({ config: { databasePassword: "hunter2", list: [{ token: "hunter2" }] } });
    logger.error({ error: new Error("outer", { cause: error }) }, "failed");

    expect(lines.join("")).not.toContain("hunter2");
    expect(lines.join("")).toContain(`"databasePassword":"(hidden)"`);
  });

  test("are hidden in URLs, in fields, sentences and stacks", () => {
    const { logger, lines } = logTo();

    logger.warn({ url: "amqp://ann:hunter2@host" }, "no answer from redis://:hunter2@host");
    logger.error({ error: new Error("cannot reach postgres://ann:hunter2@host") }, "failed");

    expect(lines.join("")).not.toContain("hunter2");
    expect(lines.join("")).toContain("amqp://ann:***@host");
    expect(() => lines.map((line): unknown => JSON.parse(line))).not.toThrow();
  });

  test("are not seen in what only sounds like one", () => {
    const { logger, lines } = logTo();

    logger.info({ leaseToken: 7, tokens: 3 }, "claimed");

    expect(JSON.parse(lines.join(""))).toMatchObject({ leaseToken: 7, tokens: 3 });
  });
});

test("an error is logged with its code and what caused it", () => {
  const { logger, lines } = logTo();
  const error = new RotaError("DATABASE_UNAVAILABLE", "no answer", { host: "db" }, { cause: new Error("refused") });

  logger.error({ error }, "failed");

  expect(JSON.parse(lines.join(""))).toMatchObject({
    error: { name: "RotaError", code: "DATABASE_UNAVAILABLE", details: { host: "db" }, cause: { message: "refused" } },
  });
});

test("circles, bytes and long lists do not blow a line up", () => {
  const { logger, lines } = logTo();
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;

  logger.info({ circle, bytes: new Uint8Array(10_000), list: Array.from({ length: 10_000 }, () => 1) }, "large");

  expect(lines.join("").length).toBeLessThan(1_000);
  expect(JSON.parse(lines.join(""))).toMatchObject({ bytes: "(10000 bytes)" });
});

describe("lines for people", () => {
  test("hold the time of day, the level, the sentence and the fields", () => {
    const { logger, lines } = logTo({ json: false });

    logger.info({ chunk: 7, note: "two words", nested: { a: 1 } }, "chunk done");

    expect(lines.join("")).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} INFO {2}chunk done chunk=7 note="two words" nested=\{"a":1\}\n$/,
    );
  });

  test("end with the stack of an error", () => {
    const { logger, lines } = logTo({ json: false });

    logger.error({ error: new RotaError("CONFIG_INVALID", "it is so") }, "failed");

    expect(lines.join("")).toMatch(/ERROR failed error="RotaError: it is so" code=CONFIG_INVALID .*\n {4}at .*\n/);
  });
});
