import { expect, test } from "vitest";
import { describeError, EXIT_CODES } from "./describe-error.ts";
import { ERROR_KINDS, RotaError } from "../errors.ts";

test("a refusal is described in one message with its code, without a stack", () => {
  const error = new RotaError("CONFIG_INVALID", "schema from --schema is wrong", {}, { cause: new Error("inner") });

  expect(describeError(error, { stack: false })).toEqual({
    message: "CONFIG_INVALID: schema from --schema is wrong",
    exitCode: 2,
  });
});

test("the stack and what caused it are shown when asked for", () => {
  const error = new RotaError("DATABASE_UNAVAILABLE", "no answer", {}, { cause: new Error("refused") });

  const { message, exitCode } = describeError(error, { stack: true });

  expect(message).toMatch(
    /^DATABASE_UNAVAILABLE: no answer\nRotaError: no answer\n {4}at [^]*\ncaused by Error: refused\n {4}at /,
  );
  expect(exitCode).toBe(5);
});

test("anything else is a fault of ours and says how to see more", () => {
  expect(describeError(new TypeError("x is undefined"), { stack: false })).toEqual({
    message: "INTERNAL: x is undefined\nThis should not happen. Run it again with --stack to see where it comes from.",
    exitCode: 70,
  });
  expect(describeError("text", { stack: true })).toEqual({ message: "INTERNAL: text", exitCode: 70 });
});

test("passwords in URLs are hidden, also in stacks", () => {
  const error = new Error("cannot reach postgres://ann:hunter2@db");

  expect(describeError(error, { stack: true }).message).not.toContain("hunter2");
});

test("the description of an error that is its own cause ends", () => {
  const error = new Error("circle");
  error.cause = error;

  expect(describeError(error, { stack: true }).message.split("caused by")).toHaveLength(10);
});

test("every code of the table has an exit code of its kind", () => {
  for (const kind of Object.values(ERROR_KINDS)) expect(EXIT_CODES[kind]).toBeGreaterThan(1);
});
