/** Makes a task definition: what a task is called, how it is cut into chunks, run and tried again. */
import { DEFAULT_RETRY } from "../../retries/known-policies.ts";
import type { RetryPolicy } from "../../retries/retry-policy.ts";
import { checkDefinition } from "./check-definition.ts";
import { checkInput } from "./input/check-input.ts";
import type { JsonOf } from "./input/json-of.ts";
import { planChunks, type PlannedChunks } from "./plan-chunks.ts";
import type { GivenTo, ParsedBy, Schema } from "./input/schema.ts";
import { DEFAULT_QUEUE, DEFAULT_TIMEOUT_MS } from "./task-options.ts";
import type { AnyOptions, JobOptions, RunContext, SplitOptions, TaskSettings, ThenContext } from "./task-options.ts";

/** A task definition as the engine sees it. The types say what may be given and what comes back. */
export type TaskDefinition<Given = never, Result = unknown> = {
  readonly name: string;
  readonly version: number;
  readonly queue: string;
  readonly retry: RetryPolicy;
  readonly timeoutMs: number;
  readonly settings: Pick<TaskSettings, "maxInFlight" | "cost" | "weight" | "priority">;
  readonly isJob: boolean;
  /** At submission: checks the input and cuts it into payloads. */
  readonly plan: (given: unknown) => Promise<PlannedChunks>;
  /** Refuses a payload that `run` would refuse. */
  readonly checkPayload: (payload: unknown) => Promise<void>;
  /** Checks the payload and runs the handler: a result or an outcome. */
  readonly run: (payload: unknown, context: RunContext) => Promise<unknown>;
  readonly finish?: (results: readonly unknown[]) => Promise<unknown>;
  /** What tickets say besides ids. */
  readonly ticketFields?: NonNullable<TaskSettings["ticketFields"]>;
  /** `then` under another name: a definition that has a `then` would be taken for a promise by every `await`. */
  readonly next?: (context: ThenContext) => Promise<void>;
  /** Never set: carry the types. */
  readonly given?: (given: Given) => void;
  readonly result?: Result;
};

/**
 * Refuses options that are unknown, outside their limits or do not go together.
 *
 * @example
 * const countWords = defineTask({
 *   name: "demo.count-words",
 *   split: (input: { pages: string[] }) => input.pages,
 *   run: async (page) => page.split(/\s+/).length,
 *   finish: (counts) => counts.reduce((sum, count) => sum + count, 0),
 * });
 */
export function defineTask<
  InputSchema extends Schema,
  Part,
  Result,
  PartSchema extends Schema = never,
  Final = undefined,
>(
  options: { readonly input: InputSchema } & SplitOptions<ParsedBy<InputSchema>, Part, PartSchema, Result, Final>,
): TaskDefinition<GivenTo<InputSchema>, JsonOf<Final>>;
export function defineTask<Input, Part, Result, PartSchema extends Schema = never, Final = undefined>(
  options: { readonly input?: never } & SplitOptions<Input, Part, PartSchema, Result, Final>,
): TaskDefinition<Input, JsonOf<Final>>;
export function defineTask<InputSchema extends Schema, Result>(
  options: { readonly input: InputSchema } & JobOptions<ParsedBy<InputSchema>, Result>,
): TaskDefinition<GivenTo<InputSchema>, JsonOf<Result>>;
export function defineTask<Input, Result>(
  options: { readonly input?: never } & JobOptions<Input, Result>,
): TaskDefinition<Input, JsonOf<Result>>;
export function defineTask(options: AnyOptions): TaskDefinition {
  checkDefinition(options);
  const { name, version = 1, queue = DEFAULT_QUEUE, timeoutMs = DEFAULT_TIMEOUT_MS, retry = DEFAULT_RETRY } = options;
  const { then, ticketFields } = options;
  const schema = options.split === undefined ? options.input : options.chunk; // the payload of a job is its input
  const payloadName = `payload of task "${name}"`;
  const checked = async (payload: unknown): Promise<unknown> =>
    schema === undefined ? payload : checkInput(schema, payload, payloadName);
  return Object.freeze({
    name,
    version,
    queue,
    retry,
    timeoutMs,
    settings: settingsOf(options),
    isJob: options.split === undefined,
    plan: (given: unknown) => planChunks(options, given),
    checkPayload: async (payload: unknown) => void (await checked(payload)),
    run: async (payload: unknown, context: RunContext) => options.run(await checked(payload), context),
    ...("finish" in options ? { finish: async (results: readonly unknown[]) => options.finish?.(results) } : {}),
    ...(then === undefined ? {} : { next: then }),
    ...(ticketFields === undefined ? {} : { ticketFields }),
  });
}

const SETTINGS = ["maxInFlight", "cost", "weight", "priority"] as const;

function settingsOf(options: AnyOptions): TaskDefinition["settings"] {
  return Object.fromEntries(SETTINGS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));
}
