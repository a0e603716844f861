/** Lists the submitted tasks and asserts which of them match, without a test framework. */
import { AssertionError } from "node:assert";
import { inspect } from "node:util";
import { decodeValue } from "../codec/encode-value.ts";
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Database } from "../database/database.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import type { JsonOf } from "../tasks/schema.ts";
import type { TaskState } from "../tasks/task-states.ts";
import { selectSubmitted } from "./testing.sql.ts";

/** Task that was submitted during a test. */
export type Submitted<Input = unknown> = {
  readonly taskId: bigint;
  readonly type: string;
  readonly queue: string;
  readonly tenant: string;
  readonly group: string;
  readonly state: TaskState;
  /** Input as it was stored. */
  readonly input: Input;
  /** Time at which its first chunk is due, if it has one. */
  readonly dueAt: Date | undefined;
};

/** Fields that the input must have, or a function that returns whether it matches. */
export type InputMatcher<Given> = Subset<Given> | ((input: JsonOf<Given>) => boolean);

/** Tasks that the tests of an application expect. */
export type Submissions = {
  /** Returns the tasks of a definition, in the order of their submission. At most SUBMITTED_MAX. */
  readonly submitted: <Given>(definition: TaskDefinition<Given>) => Promise<readonly Submitted<JsonOf<Given>>[]>;
  /** Throws an AssertionError unless a task was submitted with such input, or as many as `times` says. Returns those. */
  readonly expectSubmitted: <Given>(
    definition: TaskDefinition<Given>,
    matcher?: InputMatcher<NoInfer<Given>>,
    options?: { readonly times?: number },
  ) => Promise<readonly Submitted<JsonOf<Given>>[]>;
  readonly expectNotSubmitted: <Given>(
    definition: TaskDefinition<Given>,
    matcher?: InputMatcher<NoInfer<Given>>,
  ) => Promise<void>;
};

const SUBMITTED_MAX = 10_000;
const TASKS_SHOWN_MAX = 10;
const INPUT_SHOWN_MAX = 300;

export function createSubmissions(database: Database, { codec }: WithCodec = {}): Submissions {
  const submitted = async <Given>({
    name,
    isJob,
  }: TaskDefinition<Given>): Promise<readonly Submitted<JsonOf<Given>>[]> => {
    const rows = await database.query(selectSubmitted<JsonOf<Given>>({ type: name, limit: SUBMITTED_MAX }));
    const place = { field: isJob ? "payload" : "input", type: name } as const;
    return Promise.all(
      rows.map(async ({ task_id: taskId, group_name: group, due_at: dueAt, ...row }) => ({
        taskId,
        group,
        dueAt: dueAt ?? undefined,
        ...row,
        input: await decodeValue(codec, row.input, place),
      })),
    );
  };

  const expectSubmitted: Submissions["expectSubmitted"] = async (definition, matcher, { times } = {}) => {
    const all = await submitted(definition);
    const found = all.filter(({ input }) => isMeant(input, matcher));
    if (times === undefined ? found.length > 0 : found.length === times) return found;
    const wanted = times === undefined ? "at least 1" : String(times);
    throw new AssertionError({
      message: `expected ${wanted} of task "${definition.name}"${describe(matcher)}, found ${String(found.length)}; ${list(all)}`,
      actual: all.map(({ input }) => input),
      expected: matcher,
      operator: "expectSubmitted",
    });
  };

  return {
    submitted,
    expectSubmitted,
    async expectNotSubmitted(definition, matcher) {
      await expectSubmitted(definition, matcher, { times: 0 });
    },
  };
}

function isMeant<Given>(input: JsonOf<Given>, matcher: InputMatcher<Given> | undefined): boolean {
  return isPredicate(matcher) ? matcher(input) : matchInput(input, matcher);
}

function isPredicate<Given>(matcher: InputMatcher<Given> | undefined): matcher is (input: JsonOf<Given>) => boolean {
  return typeof matcher === "function";
}

function describe(matcher: unknown): string {
  if (matcher === undefined) return "";
  return typeof matcher === "function" ? " that the function accepts" : ` with ${show(matcher)}`;
}

function list(all: readonly Submitted[]): string {
  if (all.length === 0) return "none was submitted";
  const lines = all.slice(0, TASKS_SHOWN_MAX).map(({ taskId, input }) => `\n  task ${String(taskId)}: ${show(input)}`);
  const left = all.length > TASKS_SHOWN_MAX ? `\n  and ${String(all.length - TASKS_SHOWN_MAX)} more` : "";
  return `submitted were:${lines.join("")}${left}`;
}

function show(value: unknown): string {
  const text = inspect(value, { depth: 5, breakLength: Infinity });
  return text.length > INPUT_SHOWN_MAX ? `${text.slice(0, INPUT_SHOWN_MAX)} …` : text;
}

/** Compares the given fields; other fields may have any value. */
export type Subset<Value> = unknown extends Value
  ? unknown
  : Value extends readonly (infer Item)[]
    ? readonly Subset<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]?: Subset<Value[Key]> }
      : Value;

/** Converts a value as JSON does: a Date becomes text, and undefined fields are left out. */
export function matchInput(input: unknown, expected: unknown): boolean {
  const text: string | undefined = JSON.stringify(expected);
  return text === undefined || matches(input, JSON.parse(text));
}

function matches(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => matches(actual[index], item))
    );
  if (typeof expected !== "object" || expected === null) return Object.is(actual, expected);
  if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return false;
  const fields = new Map<string, unknown>(Object.entries(actual));
  return Object.entries(expected).every(([name, value]) => fields.has(name) && matches(fields.get(name), value));
}
