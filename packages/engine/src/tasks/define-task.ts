/** Defines tasks: checks the options of a definition, freezes it, and keeps the definitions of a process by name, version and pool. */
import { nearestName } from "../config/nearest-name.ts";
import { isRotaError, RotaError } from "../errors.ts";
import { checkAnnounce, checkName, checkRange, checkWeight } from "./check-task.ts";
import { checkLimits, type DefinedLimit, findConflict } from "./named-limits.ts";
import * as limits from "./new-task.ts";
import { planChunks, type PlannedChunks } from "./plan-task.ts";
import { checkPolicy, DEFAULT_RETRY, type RetryPolicy } from "./retry-policy.ts";
import { checkInput, type GivenTo, isSchema, type JsonOf, type ParsedBy, type Schema } from "./schema.ts";
import {
  type AnyOptions,
  DEFAULT_POOL,
  DEFAULT_QUEUE,
  DEFAULT_TIMEOUT_MS,
  type JobOptions,
  type RunContext,
  type SplitOptions,
  type TaskSettings,
  type ThenContext,
  TIMEOUT_MS_MAX,
} from "./task-options.ts";

/** A task definition as the engine sees it. The types say what may be given and what comes back. */
export type TaskDefinition<Given = never, Result = unknown> = {
  readonly name: string;
  readonly version: number;
  readonly queue: string;
  readonly pool: string;
  readonly retry: RetryPolicy;
  readonly timeoutMs: number;
  readonly settings: Pick<TaskSettings, "maxInFlight" | "cost" | "weight" | "priority" | "announce">;
  /** Limits that its tasks share with others. Default: none. */
  readonly limits?: readonly DefinedLimit[];
  readonly isJob: boolean;
  /** At submission: checks the input and cuts it into payloads. */
  readonly plan: (given: unknown) => Promise<PlannedChunks>;
  /** Refuses a payload that `run` would refuse. */
  readonly checkPayload: (payload: unknown) => Promise<void>;
  /** Returns a stored input as `input` makes it. */
  readonly readInput: (stored: unknown) => Promise<unknown>;
  /** Checks the payload and runs the handler: a result or an outcome. */
  readonly run: (payload: unknown, context: RunContext) => Promise<unknown>;
  readonly finish?: (results: readonly unknown[]) => Promise<unknown>;
  /** Returns the fields that tickets carry besides ids. */
  readonly ticketFields?: NonNullable<TaskSettings["ticketFields"]>;
  /** `then` under another name: a definition that has a `then` would be taken for a promise by every `await`. */
  readonly next?: (context: ThenContext) => Promise<void>;
  /** Never set: carry the types. */
  readonly given?: (given: Given) => void;
  readonly result?: Result;
};

/**
 * Defines a task: its name, its input, how it splits into chunks and what each chunk runs. Refuses options that are unknown,
 * outside their limits or do not go together.
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
  const { pool = DEFAULT_POOL } = options;
  const { input, ticketFields } = options;
  const schema = options.split === undefined ? options.input : options.chunk; // the payload of a job is its input
  const payloadName = `payload of task "${name}"`;
  const checked = async (payload: unknown): Promise<unknown> =>
    schema === undefined ? payload : checkInput(schema, payload, payloadName);
  return Object.freeze({
    name,
    version,
    queue,
    pool,
    retry,
    timeoutMs,
    settings: settingsOf(options),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    isJob: options.split === undefined,
    plan: (given: unknown) => planChunks(options, given),
    readInput: async (stored: unknown) =>
      input === undefined ? stored : checkInput(input, stored, `input of task "${name}"`),
    checkPayload: async (payload: unknown) => void (await checked(payload)),
    run: async (payload: unknown, context: RunContext) => options.run(await checked(payload), context),
    ...("finish" in options ? { finish: async (results: readonly unknown[]) => options.finish?.(results) } : {}),
    ...("then" in options ? { next: async (context: ThenContext) => options.then?.(context) } : {}),
    ...(ticketFields === undefined ? {} : { ticketFields }),
  });
}

const SETTINGS = ["maxInFlight", "cost", "weight", "priority", "announce"] as const;

function settingsOf(options: AnyOptions): TaskDefinition["settings"] {
  return Object.fromEntries(SETTINGS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));
}

function checkDefinition(options: AnyOptions): void {
  const { name } = options;
  checkTaskName(name);
  checkOptionNames(options);
  checkFunctions(options);
  refuseAs(name, () => {
    if (options.queue !== undefined) checkName("queue", options.queue);
    if (options.pool !== undefined) checkName("pool", options.pool);
    checkRange("version", options.version, [1, limits.VERSION_MAX]);
    checkRange("timeoutMs", options.timeoutMs, [1, TIMEOUT_MS_MAX]);
    checkRange("maxInFlight", options.maxInFlight, [1, limits.IN_FLIGHT_MAX]);
    checkRange("cost", options.cost, [1, limits.COST_MAX]);
    checkRange("priority", options.priority, [0, limits.PRIORITY_MAX]);
    checkWeight(options.weight);
    checkAnnounce(options.announce);
    checkLimits(options.limits);
    if (options.retry !== undefined) checkPolicy(options.retry);
  });
}

/** Typed as a record, so that none can be forgotten. */
const OPTIONS: Readonly<Record<keyof AnyOptions, true>> = {
  name: true,
  version: true,
  queue: true,
  pool: true,
  input: true,
  split: true,
  chunk: true,
  run: true,
  finish: true,
  then: true,
  ticketFields: true,
  retry: true,
  timeoutMs: true,
  maxInFlight: true,
  limits: true,
  cost: true,
  weight: true,
  priority: true,
  announce: true,
};

const NAME_SHOWN_MAX = 40;
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*)*$/;

function checkTaskName(name: unknown): void {
  if (typeof name === "string" && name.length <= limits.NAME_BYTES_MAX && NAME.test(name)) return;
  const shown = typeof name === "string" ? `"${name.slice(0, NAME_SHOWN_MAX)}"` : `a value of type ${typeof name}`;
  throw new RotaError(
    "TASK_DEFINITION_INVALID",
    `name of a task is ${shown}: it must be words in lower case joined by hyphens, parts joined by dots, such as demo.count-words, of at most ${String(limits.NAME_BYTES_MAX)} characters`,
    { option: "name" },
  );
}

function checkOptionNames(options: AnyOptions): void {
  const known = Object.keys(OPTIONS);
  const unknown = Object.keys(options).find((option) => !known.includes(option));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, known);
  const wayOut = nearest === undefined ? `known are ${known.join(", ")}` : `did you mean ${nearest}?`;
  throw new RotaError(
    "TASK_DEFINITION_UNKNOWN_OPTION",
    `task "${options.name}" has an unknown option ${unknown.slice(0, NAME_SHOWN_MAX)}; ${wayOut}`,
    { task: options.name, option: unknown.slice(0, NAME_SHOWN_MAX) },
  );
}

function checkFunctions(options: AnyOptions): void {
  const { name, input, chunk } = options;
  if (typeof options.run !== "function") throw invalid(name, "run", "must be a function");
  for (const option of ["split", "finish", "then", "ticketFields"] as const)
    if (options[option] !== undefined && typeof options[option] !== "function")
      throw invalid(name, option, "must be a function, or be left out");
  for (const [option, schema] of Object.entries({ input, chunk }))
    if (schema !== undefined && !isSchema(schema))
      throw invalid(name, option, "must be a Standard Schema (zod, valibot, arktype) or a function that throws");
  for (const option of ["chunk", "finish"] as const)
    if (options[option] !== undefined && options.split === undefined)
      throw invalid(
        name,
        option,
        "needs split: a job has one chunk, whose payload is the input and whose result is its own",
      );
}

function invalid(task: string, option: string, message: string): RotaError {
  return new RotaError("TASK_DEFINITION_INVALID", `task "${task}": ${option} ${message}`, { task, option });
}

/** The checks are those of a submission; here they must say which definition is meant. */
function refuseAs(task: string, check: () => void): void {
  try {
    check();
  } catch (cause) {
    if (!isRotaError(cause)) throw cause;
    throw new RotaError(
      "TASK_DEFINITION_INVALID",
      `task "${task}": ${cause.message}`,
      { ...cause.details, task },
      { cause },
    );
  }
}

/** The name under which a worker says that it runs a task. */
export function workerType({ name, version = 1 }: { readonly name: string; readonly version?: number }): string {
  return `${name}:${String(version)}`;
}

export type TaskRegistry = {
  readonly definitions: readonly TaskDefinition[];
  readonly find: (name: string, version: number) => FoundTask;
};

/** Chunks of unknown types are left to other workers: during a deployment they are no mistake. */
export type FoundTask =
  | { readonly kind: "found"; readonly definition: TaskDefinition }
  | { readonly kind: "unknown_name" }
  | { readonly kind: "unknown_version"; readonly versions: readonly number[] };

/** Several versions of one name are fine, two definitions of one name and version, or with one limit of two values, are refused. */
export function createTaskRegistry(definitions: readonly TaskDefinition[]): TaskRegistry {
  const byName = new Map<string, Map<number, TaskDefinition>>();
  for (const definition of definitions) {
    const versions = byName.get(definition.name) ?? new Map<number, TaskDefinition>();
    if (versions.has(definition.version)) throw duplicate(definition);
    byName.set(definition.name, versions.set(definition.version, definition));
  }
  const conflict = findConflict(definitions);
  if (conflict !== undefined) throw new RotaError("TASK_DEFINITION_INVALID", conflict, { option: "limits" });
  return { definitions: [...definitions], find: (name, version) => find(byName.get(name), version) };
}

function find(versions: ReadonlyMap<number, TaskDefinition> | undefined, version: number): FoundTask {
  if (versions === undefined) return { kind: "unknown_name" };
  const definition = versions.get(version);
  if (definition !== undefined) return { kind: "found", definition };
  return { kind: "unknown_version", versions: [...versions.keys()].sort((a, b) => a - b) };
}

function duplicate({ name, version }: TaskDefinition): RotaError {
  return new RotaError(
    "TASK_DEFINITION_DUPLICATE",
    `task "${name}" is defined twice in version ${String(version)}: give one of them another name or version`,
    { task: name, version },
  );
}

/** The queues of a pool that a process serves. Their work is shared fairly, as one tree. */
export type Pool = { readonly name: string; readonly queues: readonly string[] };

/** Sorts queues into the pools that definitions give them. A queue that none of them names is of the default pool. */
export function poolsOf(definitions: readonly TaskDefinition[], queues: readonly string[]): Pool[] {
  const byName = new Map<string, Set<string>>();
  for (const queue of queues) {
    const named = definitions.filter((definition) => definition.queue === queue).map(({ pool }) => pool);
    for (const pool of named.length === 0 ? [DEFAULT_POOL] : named)
      byName.set(pool, (byName.get(pool) ?? new Set<string>()).add(queue));
  }
  return [...byName].map(([name, served]) => ({ name, queues: [...served] }));
}

/** Returns the pools with only those of their queues that pass, without the pools that have none left. */
export function withQueues(pools: readonly Pool[], isKept: (queue: string) => boolean): Pool[] {
  return pools
    .map(({ name, queues }) => ({ name, queues: queues.filter(isKept) }))
    .filter(({ queues }) => queues.length > 0);
}
