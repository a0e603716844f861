/** How input is checked and refused. */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { isRotaError } from "../errors.ts";
import { checkInput, type Schema, type SchemaIssue, type StandardSchema } from "./schema.ts";

const refusing = (issues: readonly SchemaIssue[]): StandardSchema => ({
  "~standard": { version: 1, vendor: "test", validate: () => ({ issues }) },
});
const rejecting = (reason: unknown) => vi.fn<(value: unknown) => Promise<unknown>>().mockRejectedValue(reason);
const check = (schema: Schema, value: unknown) => checkInput(schema, value, "input");

test("what the schema makes of the value is given back", async () => {
  expect(await check(z.object({ page: z.coerce.number().default(1) }), {})).toEqual({ page: 1 });
  expect(await check((value) => String(value), 5)).toBe("5");
});

test("a schema may take its time", async () => {
  const even = z.number().refine(async (number) => number % 2 === 0, "must be even");

  expect(await check(even, 2)).toBe(2);
  await expect(check(even, 3)).rejects.toThrow("input is refused by its schema: must be even");
  expect(await check(async (value) => value, 5)).toBe(5);
});

test("a schema that can be called is asked by the standard", async () => {
  const callable = Object.assign(() => "called", refusing([{ message: "no" }]));

  await expect(check(callable, 1)).rejects.toThrow("input is refused by its schema: no");
});

test("problems are named with their place", async () => {
  const path = ["pages", 2, { key: "title" }, Symbol("x")];

  await expect(check(refusing([{ path, message: "too long" }]), {})).rejects.toThrow(
    "pages[2].title.Symbol(x): too long",
  );
});

test("a schema that gives no reason still refuses", async () => {
  await expect(check(refusing([]), {})).rejects.toThrow("input is refused by its schema: it gives no reason");
});

test("the first ten problems are listed, each cut, and the others counted", async () => {
  const schema = z.array(z.string());
  const failed = await check(
    schema,
    Array.from({ length: 1_000 }, () => 1),
  ).catch((error: unknown) => error);

  expect(failed).toMatchObject({ code: "INPUT_INVALID", details: { problemCount: 1_000 } });
  expect(isRotaError(failed) ? failed.details["problems"] : []).toHaveLength(10);
  expect(String(failed)).toContain("; and 990 more");
});

test("a function says what is wrong by throwing, also the issues of a schema library", async () => {
  const parse = (value: unknown) => z.object({ id: z.number() }).parse(value);

  await expect(check(parse, { id: "x" })).rejects.toThrow(/^input is refused by its schema: id: Invalid input/);
  await expect(
    check(() => {
      throw new Error("id is missing");
    }, {}),
  ).rejects.toThrow("input is refused by its schema: id is missing");
  const missing = Object.assign(new Error("ENOENT"), { path: "secrets.json", issues: "none" });
  await expect(check(rejecting(missing), {})).rejects.toThrow("input is refused by its schema: ENOENT");
  await expect(check(rejecting("no luck"), {})).rejects.toThrow("input is refused by its schema: no luck");
  await expect(check(rejecting(undefined), {})).rejects.toThrow("its schema: it gives no reason");
});

test("a Standard Schema that throws is broken, so its error is passed on", async () => {
  const broken: StandardSchema = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: () => {
        throw new TypeError("x is undefined");
      },
    },
  };

  await expect(check(broken, 1)).rejects.toThrow(TypeError);
});

test("a message is bounded and holds no password, whatever the schema says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ maxLength: 1_000 }), { minLength: 1 }), async (messages) => {
      const issues = messages.map((message) => ({ message: `amqp://ann:hunter2@host ${message}`, path: [message] }));
      const failed = await check(refusing(issues), {}).catch((error: unknown) => String(error));

      expect(String(failed).length).toBeLessThan(10 * 210 + 100);
    }),
  );
  const url = [{ message: "got amqp://ann:hunter2@host" }];
  await expect(check(refusing(url), {})).rejects.toThrow("got amqp://ann:***@host");
});
