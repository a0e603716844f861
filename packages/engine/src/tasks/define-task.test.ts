/** Tests what users rely on when they define a task. */
import { expect, test } from "vitest";
import { z } from "zod";
import { DEFAULT_RETRY, fixed, RETRIES_MAX } from "./retry-policy.ts";
import { silentLogger } from "../runtime/logger.ts";
import { ATTEMPTS_MAX } from "./new-task.ts";
import { defineTask } from "./define-task.ts";
import { fail } from "./outcome.ts";
import { planTask } from "./plan-task.ts";
import type { RunContext } from "./task-options.ts";

const nowhere = { query: () => Promise.reject(new Error("nothing is read here")) };
const context: RunContext = {
  taskId: 1n,
  tenant: "ann",
  group: "books",
  number: 1,
  chunkCount: 1,
  task: () => Promise.reject(new Error("nothing is read here")),
  attempt: 1,
  signal: new AbortController().signal,
  logger: silentLogger,
  progress: () => {},
  database: nowhere,
  commit: () => Promise.reject(new Error("nothing is committed here")),
  submit: () => Promise.resolve([]),
  compute: () => Promise.reject(new Error("nothing is computed here")),
  secrets: { read: () => Promise.reject(new Error("nothing is secret here")), drop: () => Promise.resolve(false) },
};
const run = () => 1;
const ann = { tenant: "ann", group: "books" };

const countWords = defineTask({
  name: "demo.count-words",
  input: z.object({ pages: z.array(z.string()), language: z.string().default("en") }),
  split: ({ pages, language }) => pages.map((text) => ({ text, language })),
  chunk: z.object({ text: z.string(), language: z.enum(["en", "de"]) }),
  run: ({ text }) => text.split(" ").length,
  finish: (counts) => counts.reduce((sum, count) => sum + count, 0),
});

test("a task is cut into chunks, run and finished", async () => {
  const { input, payloads } = await countWords.plan({ pages: ["to be", "or not to be"] });
  const counts = await Promise.all(payloads.map((payload) => countWords.run(payload, context)));

  expect(input).toEqual({ pages: ["to be", "or not to be"] });
  expect(payloads).toEqual([
    { text: "to be", language: "en" },
    { text: "or not to be", language: "en" },
  ]);
  expect(await countWords.finish?.(counts)).toBe(6);
});

test("a task without split is a job whose payload is the input", async () => {
  const job = defineTask({ name: "demo.job", input: z.coerce.date(), run: (day) => day.getTime() });

  const { input, payloads } = await job.plan("1970-01-02");

  expect([job.isJob, input, payloads]).toEqual([true, undefined, ["1970-01-02"]]);
  expect(await job.run(payloads[0], context)).toBe(86_400_000);
});

test("input is refused at submission", async () => {
  await expect(planTask(countWords, { pages: ["a"], language: "fr" }, ann)).rejects.toThrow(
    /^payload of chunk 1 of task "demo.count-words" is refused by its schema: language: Invalid option/,
  );
  await expect(countWords.plan({ pages: [1, "a", 2] })).rejects.toThrow(
    /^input of task "demo.count-words" is refused by its schema: pages\[0\]: .+; pages\[2\]: /,
  );
});

test("a payload is checked again when it is run, before the handler sees it", async () => {
  await expect(countWords.run({ text: 5 }, context)).rejects.toThrow(
    expect.objectContaining({ code: "INPUT_INVALID" }),
  );
});

test("a value that JSON would change is refused at submission rather than in every attempt", async () => {
  const job = defineTask({ name: "demo.job", input: z.date(), run });

  await expect(job.plan(new Date())).rejects.toThrow(/input of task "demo.job" is refused by its schema: .*date/);
  await expect(job.plan(5n)).rejects.toThrow(expect.objectContaining({ code: "TASK_INVALID" }));
});

test.each<[string, unknown]>([
  ["0 chunks", []],
  ["a value of type string", "abc"],
  ["100001 chunks", Array.from({ length: 100_001 }, () => 1)],
])("a split that gives %s is refused", async (what, parts) => {
  const task = defineTask({ name: "demo.split", split: (given: readonly number[]) => given, run });

  await expect(task.plan(parts)).rejects.toThrow(
    `split of task "demo.split" gave ${what}: it must give a list of 1 to 100000 payloads`,
  );
});

test("what a definition does not say has a default", () => {
  const { version, queue, retry, timeoutMs, settings } = defineTask({ name: "demo.job", run });

  expect({ version, queue, retry, timeoutMs, settings }).toEqual({
    version: 1,
    queue: "default",
    retry: DEFAULT_RETRY,
    timeoutMs: 3_600_000,
    settings: {},
  });
});

test("a planned task is what the definition says, and what is said for this one", async () => {
  const dueAt = new Date("2030-01-01");
  const task = defineTask({
    name: "demo.job",
    version: 3,
    queue: "demo",
    cost: 5,
    weight: 2,
    priority: 1,
    maxInFlight: 4,
    run: (input: { id: number }) => input.id,
  });

  const planned = await planTask(task, { id: 7 }, { ...ann, priority: 0, dueAt, unique: { key: "7" } });

  expect(planned).toEqual({
    queue: "demo",
    pool: "default",
    tenant: "ann",
    group: "books",
    type: "demo.job",
    version: 3,
    cost: 5,
    weight: 2,
    priority: 0,
    maxInFlight: 4,
    unique: { key: "7" },
    isJob: true,
    attemptsMax: 4,
    hasFinish: false,
    chunks: [{ payload: { id: 7 }, dueAt }],
  });
});

test("a task has as many attempts as its policy has runs, and one more chunk for finish or then", async () => {
  const given = { pages: ["a"] };
  const retried = defineTask({ name: "demo.job", run, retry: fixed({ delayMs: 1, retries: RETRIES_MAX }) });
  const followed = defineTask({ name: "demo.job", run, then: async () => {} });

  expect(await planTask(countWords, given, ann)).toMatchObject({ attemptsMax: 4, hasFinish: true });
  expect(await planTask(retried, given, ann)).toMatchObject({ attemptsMax: ATTEMPTS_MAX, hasFinish: false });
  expect(await planTask(followed, given, ann)).toMatchObject({ isJob: true, hasFinish: true });
});

test("a definition with then can be awaited like any other value", async () => {
  let receivedId = 0n;
  const task = defineTask({
    name: "demo.job",
    run,
    then: async ({ taskId }) => {
      receivedId = taskId;
    },
  });

  const awaited = await Promise.resolve(task);
  const tx = { ...nowhere, transaction: () => Promise.reject(new Error("nothing is written here")) };
  const results = async () => [];
  const facts = { tenant: "ann", group: "books", input: undefined, submittedBy: undefined, result: 1, results };
  await awaited.next?.({ ...facts, taskId: 5n, tx, submit: async () => [] });

  expect(receivedId).toBe(5n);
});

test("an outcome that a handler returns is passed on", async () => {
  const outcome = fail("no");
  const task = defineTask({ name: "demo.job", run: () => outcome });

  expect(await task.run(null, context)).toBe(outcome);
});

test.each<[string, Record<string, unknown>]>([
  [`name of a task is "Demo.Count": it must be words in lower case`, { name: "Demo.Count" }],
  [`name of a task is "demo..x"`, { name: "demo..x" }],
  [`name of a task is "a-"`, { name: "a-" }],
  ["name of a task is a value of type undefined", { name: undefined }],
  ["of at most 200 characters", { name: "a".repeat(201) }],
  [`task "demo.job": run must be a function`, { run: "x" }],
  [`task "demo.job": split must be a function, or be left out`, { split: [] }],
  [`task "demo.job": input must be a Standard Schema`, { input: {} }],
  [`task "demo.job": finish needs split`, { finish: run }],
  [`task "demo.job": chunk needs split`, { chunk: run }],
  ["weight (-1) must be a whole number from 1 to 100", { weight: -1 }],
  ["weight (17) must divide 3603600: the nearest that does is", { weight: 17 }],
  ["cost (0) must be a whole number from 1 to 1000", { cost: 0 }],
  ["timeoutMs (0) must be a whole number from 1 to 604800000", { timeoutMs: 0 }],
  ["maxInFlight (0) must be a whole number from 1", { maxInFlight: 0 }],
  ["priority (4) must be a whole number from 0 to 3", { priority: 4 }],
  ["version (0) must be a whole number from 1", { version: 0 }],
  ["queue must be a text that is not empty", { queue: "" }],
  ["retries (-1) must be a whole number from 0", { retry: { ...fixed({ delayMs: 1, retries: 1 }), retries: -1 } }],
  ["is no retry policy: make one with", { retry: 5 }],
])("a bad definition is refused when it is made: %s", (message, options) => {
  const make = () => void Reflect.apply(defineTask, undefined, [{ name: "demo.job", run, ...options }]);

  expect(make).toThrow(expect.objectContaining({ code: "TASK_DEFINITION_INVALID" }));
  expect(make).toThrow(message);
});

test.each([
  ["timeoutMS", "did you mean timeoutMs?"],
  ["handle", "known are name, version, queue, pool, input, split"],
])("an unknown option %s is refused with the way out", (option, wayOut) => {
  const make = () => void Reflect.apply(defineTask, undefined, [{ name: "demo.job", run, [option]: 1 }]);

  expect(make).toThrow(expect.objectContaining({ code: "TASK_DEFINITION_UNKNOWN_OPTION" }));
  expect(make).toThrow(`task "demo.job" has an unknown option ${option}; ${wayOut}`);
});
