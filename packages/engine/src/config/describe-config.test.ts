import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeConfig, redactUrls } from "./describe-config.ts";
import { optionNames } from "./config.ts";
import { readConfig } from "./read-config.ts";

test("every option is shown with its value and source, and no secret", () => {
  const flags = {
    databaseUrl: "postgres://ann:hunter2@db/rota?sslpassword=hunter2",
    rabbitmqUrl: "amqp://bob@queue",
    rabbitmqPassword: "hunter2",
    logLevel: "warn",
  };
  const reading = readConfig({ env: {}, flags, surroundings: { workerId: "w", isTerminal: false } });

  const described = describeConfig(reading);

  expect(described.map(({ option }) => option)).toEqual(optionNames());
  expect(described).toContainEqual({ option: "logLevel", value: "warn", source: "--log-level" });
  expect(described).toContainEqual({ option: "redisUrl", value: "(not set)", source: "default" });
  expect(described).toContainEqual({ option: "rabbitmqPassword", value: "(set)", source: "--rabbitmq-password" });
  expect(described).toContainEqual({
    option: "databaseUrl",
    value: "postgres://ann:***@db/rota?sslpassword=***",
    source: "--database-url",
  });
  expect(JSON.stringify(described)).not.toContain("hunter2");
});

describe("passwords in URLs are hidden", () => {
  test("in any text, however often", () => {
    expect(redactUrls("from redis://:a@b:1/2 to amqp://u:p@h, not http://host:80/x@y")).toBe(
      "from redis://:***@b:1/2 to amqp://u:***@h, not http://host:80/x@y",
    );
  });

  test("even when they contain characters that should have been escaped", () => {
    expect(redactUrls("postgres://u:p@ss/w:o?r#d@host/db")).toBe("postgres://u:***@host/db");
  });

  test("without breaking a line of JSON", () => {
    const line = JSON.stringify({ url: 'amqp://u:a"b\\c@h', mail: "x@y", plain: "amqp://h:5672" });

    expect(JSON.parse(redactUrls(line))).toEqual({ url: "amqp://u:***@h", mail: "x@y", plain: "amqp://h:5672" });
  });

  test("whatever they are, when a URL was made of them", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "binary" }), (password) => {
        const text = `connect postgres://user:${encodeURIComponent(`s3cret${password}`)}@host:5432/db`;

        expect(redactUrls(text)).toBe("connect postgres://user:***@host:5432/db");
      }),
    );
  });

  test("in a long line in time proportional to its length", () => {
    const line = `${"a".repeat(200_000)}${"x://u:".repeat(2_000)}`;

    expect(redactUrls(line)).toBe(line);
  });
});
