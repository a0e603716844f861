/** Plans a task: checks the input of a definition, splits it into payloads and returns the task to submit. */
import { nearestName } from "../config/nearest-name.ts";
import { RotaError } from "../errors.ts";
import { checkDueAt, checkedJson, refusal } from "./check-task.ts";
import type { TaskDefinition } from "./define-task.ts";
import { limitsFor, type NewLimit } from "./named-limits.ts";
import { CHUNKS_MAX, type NewTask } from "./new-task.ts";
import { retriesOf } from "./retry-policy.ts";
import { checkInput } from "./schema.ts";
import type { AnyOptions } from "./task-options.ts";

/** For whom it is, and what differs from the definition for this one task. */
export type TaskPlacement = Pick<NewTask, "tenant" | "group" | "taskKey" | "unique"> &
  Partial<
    Pick<
      NewTask,
      | "queue"
      | "pool"
      | "priority"
      | "cost"
      | "weight"
      | "maxInFlight"
      | "limits"
      | "submittedBy"
      | "announce"
      | "announceWanted"
      | "callback"
    >
  > & {
    /** When its chunks may run. Default: now. */
    readonly dueAt?: Date;
  };

/**
 * Checks the input of a task and plans its chunks, for `submitTasks`. It runs the schemas and `split`, and does not use the
 * database.
 *
 * @example await submitTasks(tx, [await planTask(countWords, { pages }, { tenant: "ann", group: "books" })]);
 */
export async function planTask<Given>(
  definition: TaskDefinition<Given>,
  given: NoInfer<Given>,
  placement: TaskPlacement,
): Promise<NewTask> {
  return planUnknown(definition, given, placement);
}

/** For callers that do not know the type of the input. */
export async function planUnknown(
  definition: TaskDefinition,
  given: unknown,
  placement: TaskPlacement,
): Promise<NewTask> {
  checkNames(placement);
  const { name, version, queue, pool, retry, settings, isJob } = definition;
  const { input, payloads, limits: defined = [] } = await definition.plan(given);
  const { dueAt, limits: own = [], ...rest } = placement;
  const limits = [...defined, ...own];
  if (dueAt !== undefined) checkDueAt(dueAt);
  return {
    queue,
    pool,
    ...settings,
    ...rest,
    type: name,
    version,
    isJob,
    attemptsMax: retriesOf(retry) + 1,
    hasFinish: definition.finish !== undefined || definition.next !== undefined,
    ...(limits.length === 0 ? {} : { limits }),
    ...(input === undefined ? {} : { input }),
    chunks: payloads.map((payload) => (dueAt === undefined ? { payload } : { payload, dueAt })),
  };
}

/** Typed as a record, so that none can be forgotten. */
const PLACEMENT: Readonly<Record<keyof TaskPlacement, true>> = {
  tenant: true,
  group: true,
  taskKey: true,
  unique: true,
  dueAt: true,
  queue: true,
  pool: true,
  priority: true,
  cost: true,
  weight: true,
  maxInFlight: true,
  limits: true,
  submittedBy: true,
  announce: true,
  announceWanted: true,
  callback: true,
};

/** Refuses unknown options, such as those of another queue: dropped in silence, they would be missed much later. */
function checkNames(placement: TaskPlacement): void {
  const known = Object.keys(PLACEMENT);
  const unknown = Object.keys(placement).find((option) => !known.includes(option));
  if (unknown === undefined) return;
  const offered = known.filter((option) => option !== "announceWanted" && option !== "callback"); // those of the server are left out
  const nearest = nearestName(unknown, offered);
  const wayOut = nearest === undefined ? `the options are ${offered.join(", ")}` : `did you mean ${nearest}?`;
  throw refusal(`a submission has no option ${unknown.slice(0, SHOWN_LENGTH)}; ${wayOut}`, {
    field: unknown.slice(0, SHOWN_LENGTH),
  });
}

const SHOWN_LENGTH = 40;

export type PlannedChunks = {
  /** Undefined for a job: its payload is the input. */
  readonly input: unknown;
  readonly payloads: readonly unknown[];
  /** The limits of the definition, with the keys of this input. Default: none. */
  readonly limits?: readonly NewLimit[];
};

/**
 * Schemas see what will be stored, that is what JSON makes of the values, and what was given is stored, not what they made
 * of it: so a value that is accepted now is accepted by the same schema when it is run.
 */
export async function planChunks(options: AnyOptions, given: unknown): Promise<PlannedChunks> {
  const task = `task "${options.name}"`;
  const stored = asStored("input", given);
  const input = options.input === undefined ? stored : await checkInput(options.input, stored, `input of ${task}`);
  const limits = limitsFor(options.limits, input);
  if (options.split === undefined) return { input: undefined, payloads: [stored], limits };
  const parts = checkParts(await options.split(input), task);
  const payloads = parts.map((part) => asStored("payload", part));
  if (options.chunk !== undefined)
    for (const [index, payload] of payloads.entries())
      await checkInput(options.chunk, payload, `payload of chunk ${String(index + 1)} of ${task}`);
  return { input: stored, payloads, limits };
}

function asStored(field: string, value: unknown): unknown {
  return JSON.parse(checkedJson(field, value));
}

function checkParts(parts: unknown, task: string): readonly unknown[] {
  if (Array.isArray(parts) && parts.length >= 1 && parts.length <= CHUNKS_MAX) return parts;
  const what = Array.isArray(parts) ? `${String(parts.length)} chunks` : `a value of type ${typeof parts}`;
  throw new RotaError(
    "TASK_SPLIT_INVALID",
    `split of ${task} gave ${what}: it must give a list of 1 to ${String(CHUNKS_MAX)} payloads`,
    { countMax: CHUNKS_MAX },
  );
}
