/** Types flow from the input through the chunks to the result. Checked by the compiler, never run. */
import { expectTypeOf } from "vitest";
import { defineTask, type TaskDefinition } from "./define-task.ts";
import type { StandardSchema } from "./schema.ts";
import { fail, snooze } from "./outcome.ts";
import { planTask } from "./plan-task.ts";

declare const pagesSchema: StandardSchema<{ pages: string[]; locale?: string }, { pages: string[]; locale: string }>;
declare const daySchema: StandardSchema<string, Date>;
/** As some libraries make them: a schema that can also be called. */
declare const callableSchema: StandardSchema<string, number> & ((value: unknown) => number | { errors: string[] });

type Ann = { readonly tenant: "ann"; readonly group: "books" };
declare const ann: Ann;

// Without schemas, as annotated: input → part → result → final.
const countWords = defineTask({
  name: "demo.count-words",
  split: (input: { pages: string[] }) => input.pages,
  run: async (page, context) => {
    expectTypeOf(page).toEqualTypeOf<string>();
    expectTypeOf(context.attempt).toEqualTypeOf<number>();
    return page.length;
  },
  finish: (counts) => {
    expectTypeOf(counts).toEqualTypeOf<readonly number[]>();
    return { words: counts.length, at: new Date() };
  },
});
expectTypeOf(countWords).toEqualTypeOf<TaskDefinition<{ pages: string[] }, { words: number; at: string }>>();
void planTask(countWords, { pages: ["a"] }, ann);
// @ts-expect-error the input is checked by its type
void planTask(countWords, { pages: [1] }, ann);

// With schemas: a caller gives the one side, handlers get the other.
const withSchemas = defineTask({
  name: "demo.with-schemas",
  input: pagesSchema,
  split: (input) => {
    expectTypeOf(input).toEqualTypeOf<{ pages: string[]; locale: string }>();
    return input.pages;
  },
  chunk: daySchema,
  run: (day) => {
    expectTypeOf(day).toEqualTypeOf<Date>();
    return day;
  },
  finish: (days) => {
    expectTypeOf(days).toEqualTypeOf<readonly string[]>();
    return days.length;
  },
});
expectTypeOf(withSchemas).toEqualTypeOf<TaskDefinition<{ pages: string[]; locale?: string }, number>>();

// A payload without a schema is what JSON makes of the part.
defineTask({
  name: "demo.parts",
  split: (days: string[]) => days.map((day) => ({ day: new Date(day), label: day })),
  run: ({ day }) => {
    expectTypeOf(day).toEqualTypeOf<string>();
  },
});

// A job: the payload is the input, its result that of the task, and outcomes do not show in it.
const job = defineTask({
  name: "demo.job",
  input: daySchema,
  run: async (day) => {
    expectTypeOf(day).toEqualTypeOf<Date>();
    if (day.getTime() === 0) return snooze(1_000, "early");
    if (day.getTime() === 1) return fail("late");
    return { day, count: 1 };
  },
});
expectTypeOf(job).toEqualTypeOf<TaskDefinition<string, { day: string; count: number }>>();

const annotatedJob = defineTask({ name: "demo.job", run: (input: { id: number }) => input.id });
expectTypeOf(annotatedJob).toEqualTypeOf<TaskDefinition<{ id: number }, number>>();

const parsedByFunction = defineTask({ name: "demo.job", input: (value: unknown) => Number(value), run: (id) => [id] });
expectTypeOf(parsedByFunction).toEqualTypeOf<TaskDefinition<number, number[]>>();

const parsedByCallable = defineTask({ name: "demo.job", input: callableSchema, run: (id) => id });
expectTypeOf(parsedByCallable).toEqualTypeOf<TaskDefinition<string, number>>();

const nothing = defineTask({ name: "demo.job", run: async () => {} });
expectTypeOf(nothing.result).toEqualTypeOf<undefined>();

// Without finish a task of several chunks has no result.
const withoutFinish = defineTask({ name: "demo.parts", split: (ids: number[]) => ids, run: (id) => id });
expectTypeOf(withoutFinish).toEqualTypeOf<TaskDefinition<number[], undefined>>();

// What `commit` writes comes back with its type, and what the handler returns is the result, in every combination.
const committed = defineTask({
  name: "demo.job",
  run: (input: { id: number }, { commit }) =>
    commit(async (tx) => {
      await tx.transaction(async () => {});
      return { id: input.id, at: new Date() };
    }),
});
expectTypeOf(committed).toEqualTypeOf<TaskDefinition<{ id: number }, { id: number; at: string }>>();

const returnedAfter = defineTask({
  name: "demo.job",
  run: async (input: { id: number }, { commit }) => {
    const written = await commit(async () => input.id);
    expectTypeOf(written).toEqualTypeOf<number>();
    return [written];
  },
});
expectTypeOf(returnedAfter).toEqualTypeOf<TaskDefinition<{ id: number }, number[]>>();

const writesOnly = defineTask({
  name: "demo.job",
  run: async (input: { id: number }, { commit }) => {
    await commit(async () => input);
  },
});
expectTypeOf(writesOnly).toEqualTypeOf<TaskDefinition<{ id: number }, undefined>>();

const committedOrLater = defineTask({
  name: "demo.job",
  run: (input: { id: number }, { commit }) =>
    input.id === 0 ? snooze(1_000, "early") : commit(async () => ({ id: input.id })),
});
expectTypeOf(committedOrLater).toEqualTypeOf<TaskDefinition<{ id: number }, { id: number }>>();

const committedParts = defineTask({
  name: "demo.parts",
  split: (ids: number[]) => ids,
  run: (id, { commit }) => commit(async () => ({ id })),
  finish: (parts) => {
    expectTypeOf(parts).toEqualTypeOf<readonly { id: number }[]>();
    return parts.length;
  },
  then: async ({ submit }) => void (await submit([])),
});
expectTypeOf(committedParts).toEqualTypeOf<TaskDefinition<number[], number>>();

const committedWithoutFinish = defineTask({
  name: "demo.parts",
  split: (ids: number[]) => ids,
  run: (id, { commit }) => commit(async () => ({ id })),
  then: async ({ submit }) => void (await submit([])),
});
expectTypeOf(committedWithoutFinish).toEqualTypeOf<TaskDefinition<number[], undefined>>();

const committedThen = defineTask({
  name: "demo.job",
  run: (id: number, { commit }) => commit(async () => ({ id })),
  then: async ({ submit }) => void (await submit([])),
});
expectTypeOf(committedThen).toEqualTypeOf<TaskDefinition<number, { id: number }>>();

// The context knows its place, and the input of its task; `then` has input and results.
defineTask({
  name: "demo.parts",
  input: pagesSchema,
  split: ({ pages }) => pages,
  run: async (page, { tenant, group, number, chunkCount, task }) => {
    expectTypeOf([tenant, group]).toEqualTypeOf<string[]>();
    expectTypeOf([number, chunkCount]).toEqualTypeOf<number[]>();
    const { input, submittedBy } = await task();
    expectTypeOf(input).toEqualTypeOf<{ pages: string[]; locale: string }>();
    expectTypeOf(submittedBy).toEqualTypeOf<string | undefined>();
    return page.length;
  },
  finish: (counts) => ({ counts, at: new Date() }),
  then: async ({ tenant, input, result, results }) => {
    expectTypeOf(tenant).toEqualTypeOf<string>();
    expectTypeOf(input).toEqualTypeOf<{ pages: string[]; locale: string }>();
    expectTypeOf(result).toEqualTypeOf<{ counts: readonly number[]; at: string }>();
    expectTypeOf(await results()).toEqualTypeOf<readonly number[]>();
  },
});
defineTask({
  name: "demo.job",
  run: async (input: { id: number }, { task, commit }) => {
    expectTypeOf((await task()).input).toEqualTypeOf<{ id: number }>();
    return commit(async () => ({ id: input.id, at: new Date() }));
  },
  then: async ({ input, result, results }) => {
    expectTypeOf(input).toEqualTypeOf<{ id: number }>();
    expectTypeOf(result).toEqualTypeOf<{ id: number; at: string }>();
    expectTypeOf(await results()).toEqualTypeOf<readonly { id: number; at: string }[]>();
  },
});
defineTask({
  name: "demo.parts",
  split: (ids: number[]) => ids,
  run: (id) => id,
  then: async ({ result }) => {
    expectTypeOf(result).toEqualTypeOf<undefined>();
  },
});

// Definitions of all kinds fit into one list.
const all: readonly TaskDefinition[] = [countWords, withSchemas, job, nothing];
expectTypeOf(all).not.toBeAny();

// @ts-expect-error an unknown option
defineTask({ name: "demo.job", run: () => 1, timeoutMS: 1 });
// @ts-expect-error finish needs split
defineTask({ name: "demo.job", run: () => 1, finish: () => 1 });
// @ts-expect-error chunk needs split
defineTask({ name: "demo.job", chunk: daySchema, run: () => 1 });
