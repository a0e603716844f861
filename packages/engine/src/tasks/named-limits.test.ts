/** Tests of the limits of definitions and submissions: which are accepted, what they are called, and what refusals say. */
import { expect, test } from "vitest";
import { createTaskRegistry, defineTask } from "./define-task.ts";
import { LIMITS_MAX, type NewLimit, writeLimits } from "./named-limits.ts";
import type { NewTask } from "./new-task.ts";
import { planTask, planUnknown } from "./plan-task.ts";
import { submissionJson } from "./submission-json.ts";

const place = { tenant: "ann", group: "g" };
const run = () => 1;
const newTask = (limits: readonly NewLimit[]): NewTask => ({
  queue: "q",
  ...place,
  type: "t",
  limits,
  chunks: [{}],
});

test("a key is computed from the input, beside the limits of the submission", async () => {
  const task = defineTask({
    name: "demo.charge",
    limits: [
      { name: "gpu", max: 2 },
      { name: "stripe-api", rate: "50/s", key: ({ customer }) => customer },
    ],
    run: (input: { customer: string }) => input.customer,
  });

  const planned = await planTask(task, { customer: "acme" }, { ...place, limits: [{ name: "disk", max: 1 }] });

  expect(writeLimits(planned.limits, "default").names).toEqual(["disk", "gpu", "stripe-api:acme"]);
});

test("a split task has the key of its whole input", async () => {
  const task = defineTask({
    name: "demo.charges",
    limits: [{ name: "stripe-api", max: 1, key: (input) => input.customer }],
    split: (input: { customer: string; sums: number[] }) => input.sums,
    run,
  });

  const { limits } = await planTask(task, { customer: "acme", sums: [1, 2] }, place);

  expect(limits).toEqual([{ name: "stripe-api", max: 1, key: "acme" }]);
});

test.each([
  ["50/s", 20_000],
  ["10/min", 6_000_000],
  ["5/10s", 2_000_000],
  ["1/250ms", 250_000],
  [{ turns: 3, perMs: 1_000, burst: 2 }, 333_334],
])("rate %j is a turn in %i microseconds", (rate, rateUs) => {
  const { limits } = writeLimits([{ name: "api", rate }], "default");

  expect(limits).toMatchObject([{ name: "api", settings: { maxInFlight: null, rateUs } }]);
});

test.each<[string, readonly NewLimit[], string]>([
  ["an empty name", [{ name: "", max: 1 }], "the name of a limit must be a text that is not empty"],
  ["a name with a colon", [{ name: "a:b", max: 1 }], `limit "a:b" has a colon in its name`],
  ["no values", [{ name: "gpu" }], `limit "gpu" limits nothing: give max, rate or both`],
  ["a max below 1", [{ name: "gpu", max: 0 }], `max of limit "gpu" (0) must be a whole number from 1 to 1000000`],
  ["a rate without a time", [{ name: "gpu", rate: "50" }], `rate of limit "gpu" is "50": write turns and a time`],
  ["a rate of nothing", [{ name: "gpu", rate: "0/s" }], "rate.turns (0) must be a whole number from 1 to 1000000"],
  ["an empty key", [{ name: "gpu", max: 1, key: "" }], `key of limit "gpu" must be a text that is not empty`],
  [
    "one name twice",
    [
      { name: "gpu", max: 1 },
      { name: "gpu", max: 1 },
    ],
    `limit "gpu" is given twice`,
  ],
  [
    "too many",
    Array.from({ length: LIMITS_MAX + 1 }, (_, n) => ({ name: `a${String(n)}`, max: 1 })),
    "limits has 9 entries, at most 8 are allowed",
  ],
])("%s is refused, by a submission and by a definition", (_, limits, message) => {
  expect(() => submissionJson([newTask(limits)])).toThrow(expect.objectContaining({ code: "TASK_INVALID" }));
  expect(() => submissionJson([newTask(limits)])).toThrow(message);
  const define = () =>
    defineTask({
      name: "demo.limited",
      limits: limits.map(({ key, ...limit }) => ({ ...limit, ...(key === undefined ? {} : { key: () => key }) })),
      run,
    });
  if (!message.startsWith("key")) expect(define).toThrow(expect.objectContaining({ code: "TASK_DEFINITION_INVALID" }));
});

test("an unknown field of a limit is refused with the known ones", () => {
  const limits = [{ name: "gpu", max: 1, burst: 2 }];

  expect(() => defineTask({ name: "demo.limited", limits, run })).toThrow(
    `task "demo.limited": refused: limit "gpu" has an unknown field burst; known are name, key, max, rate`,
  );
});

test("a key that is no text, or that fails, is refused with the name of its limit", async () => {
  const keyed = defineTask({
    name: "demo.keyed",
    limits: [{ name: "api", max: 1, key: (input) => input.customer.id }],
    run: (input: { customer: { id: string } }) => input.customer.id,
  });

  await expect(planUnknown(keyed, { customer: {} }, place)).rejects.toThrow(
    `key of limit "api" gave a value of type undefined: it must give a text`,
  );
  await expect(planUnknown(keyed, {}, place)).rejects.toThrow(`key of limit "api" failed for the input: TypeError`);
});

test("two definitions that give a limit of one pool different values are refused", () => {
  const define = (name: string, max: number, pool = "default") =>
    defineTask({ name, pool, limits: [{ name: "gpu", max }], run });

  expect(() => createTaskRegistry([define("demo.a", 2), define("demo.b", 3)])).toThrow(
    `limit "gpu" of pool "default" has other values in task "demo.b" than in task "demo.a"`,
  );
  expect(() =>
    createTaskRegistry([define("demo.a", 2), define("demo.b", 2), define("demo.c", 3, "other")]),
  ).not.toThrow();
});
