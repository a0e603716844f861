/** Submits tasks: appends them with their chunks in one statement, alone, together with concurrent submissions, or in a transaction of the caller. */
import { encodeValue, inputFingerprints } from "../codec/encode-value.ts";
import type { PayloadCodec, WithCodec } from "../codec/payload-codec.ts";
import { nearestName } from "../config/nearest-name.ts";
import type { Queryable } from "../database/database.ts";
import { isRotaError, RotaError } from "../errors.ts";
import { keyConflict } from "../idempotency.ts";
import { createBatcher } from "../runtime/batcher.ts";
import { inSpan, isTracing, readTraceparent } from "../runtime/tracing.ts";
import { checkedJson } from "./check-task.ts";
import type { TaskDefinition } from "./define-task.ts";
import type { NewTask, SubmittedTask } from "./new-task.ts";
import { planTask, planUnknown, type TaskPlacement } from "./plan-task.ts";
import { hasKeys, submissionJson } from "./submission-json.ts";
import * as statements from "./tasks.sql.ts";

/**
 * Submits all of the tasks or none. On a database it is a transaction of its own; in a transaction the tasks become
 * visible when it commits. Nothing is locked that a claim needs, however long that takes. A submission that is refused
 * leaves the transaction as it was.
 *
 * @returns the tasks in the order in which they were given.
 * @example const [task] = await submitTasks(database, [{ queue, tenant, group, type: "count", chunks: [{ payload: 1 }] }]);
 */
export async function submitTasks(
  on: Queryable,
  tasks: readonly NewTask[],
  { codec }: WithCodec = {},
): Promise<SubmittedTask[]> {
  if (tasks.length === 0) return [];
  if (!isTracing() || tasks.every(({ traceparent }) => traceparent !== undefined)) return submit(on, tasks, codec);
  const [{ type } = { type: "" }] = tasks;
  const options = { name: `submit ${type}`, kind: "producer", attributes: { "rota.tasks": tasks.length } } as const;
  return inSpan(options, (span) => submit(on, withTraces(tasks, span?.traceparent), codec));
}

async function submit(on: Queryable, tasks: readonly NewTask[], codec: WithCodec["codec"]): Promise<SubmittedTask[]> {
  const encoded = codec === undefined ? tasks : await encodeTasks(codec, tasks);
  return tasks.some(mayBeRefused) ? submitOrRefuse(on, encoded) : append(on, encoded);
}

/** Refusals that depend on the rows of the database; everything else was checked before. */
function mayBeRefused(task: NewTask): boolean {
  return hasKeys(task) || task.parentId !== undefined;
}

async function append(on: Queryable, tasks: readonly EncodedTask[]): Promise<SubmittedTask[]> {
  const submission = submissionJson(tasks);
  const notes = notesOf(tasks);
  const [row] = await on.query(
    notes === undefined ? statements.appendTasks(submission) : statements.appendNotedTasks(submission, notes),
  );
  const taskIds = row?.task_ids.split(",") ?? [];
  return taskIds.map((taskId) => ({ taskId: BigInt(taskId), taskKey: undefined, isNew: true }));
}

async function submitOrRefuse(on: Queryable, tasks: readonly EncodedTask[]): Promise<SubmittedTask[]> {
  const submission = submissionJson(tasks);
  const notes = notesOf(tasks);
  const rows = await on.query(
    notes === undefined ? statements.submitUnderKeys(submission) : statements.submitNotedUnderKeys(submission, notes),
  );
  const remarked = withNextMarks(tasks, rows);
  if (remarked !== undefined) return submitOrRefuse(on, remarked);
  for (const row of rows) if (row.refused !== null) throw refusalOf(tasks[row.nth - 1], row);
  return [...rows]
    .sort((a, b) => a.nth - b.nth)
    .map((row) => ({ taskId: BigInt(row.task_id), taskKey: row.task_key ?? undefined, isNew: row.is_new }));
}

/** Compares inputs once more: an input that differs may be the same one, marked with an earlier key of the codec. Undefined: nothing is left to try. */
function withNextMarks(
  tasks: readonly EncodedTask[],
  rows: readonly statements.SubmittedRow[],
): readonly EncodedTask[] | undefined {
  const refused = rows.filter((row) => row.refused !== null);
  const marked = new Map(refused.map(({ nth }) => [nth - 1, tasks[nth - 1]?.inputMarks?.slice(1) ?? []]));
  const isWorthIt = refused.every((row) => row.refused === "OTHER_INPUT" && marked.get(row.nth - 1)?.length !== 0);
  if (refused.length === 0 || !isWorthIt) return undefined;
  return tasks.map((task, index) => {
    const inputMarks = marked.get(index);
    return inputMarks === undefined ? task : { ...task, inputMarks };
  });
}

function refusalOf(task: NewTask | undefined, { refused, task_id: holder }: statements.SubmittedRow): RotaError {
  if (isParentRefusal(refused)) return parentRefusal(holder, refused);
  const { tenant = "", type = "", taskKey, unique } = task ?? {};
  const isTaskKey = refused === "TASK_KEY" && typeof taskKey === "string";
  const key = isTaskKey ? taskKey : (unique?.key ?? "");
  const name = isTaskKey ? `task key "${key}"` : `unique key "${key}" of tenant "${tenant}" and type "${type}"`;
  const reason = refused === "OTHER_INPUT" ? " with other input" : refused === "OTHER_MODE" ? " in another mode" : "";
  return keyConflict({ name, holder: `task ${holder}${reason}`, details: { key, tenant, type, heldBy: holder } });
}

const PARENT_REFUSALS = {
  PARENT_MISSING: { code: "TASK_NOT_FOUND", reason: "does not exist: submit it first" },
  PARENT_IS_JOB: { code: "TASK_INVALID", reason: "is a job and waits for no children: submit it with isJob false" },
  PARENT_ENDED: { code: "TASK_FINISHED", reason: "has ended: submit the task without parentId" },
} as const;

function isParentRefusal(refused: statements.SubmittedRow["refused"]): refused is statements.ParentRefusal {
  return refused !== null && refused in PARENT_REFUSALS;
}

function parentRefusal(parentId: string, refused: statements.ParentRefusal): RotaError {
  const { code, reason } = PARENT_REFUSALS[refused];
  return new RotaError(code, `task ${parentId}, named as the parent, ${reason}; nothing was submitted`, {
    taskId: parentId,
  });
}

/** A placement in which the tenant and the group may be left out, and the transaction of the submission. */
export type PlacementOptions = Partial<TaskPlacement> & {
  /** A transaction of the caller's: the task is there when it commits. */
  readonly in?: Queryable;
};

/** The tenant and the group of a task; both may be left out where no tenants share the workers. */
export type SubmitOptions = Omit<PlacementOptions, "callback"> & {
  /**
   * URL that receives the event with which the task completes or fails, signed with the keys of an endpoint: the tenant must
   * have an active endpoint of the same origin. The submission must be made by an engine.
   */
  readonly callbackUrl?: string;
};

export type TaskSubmission<Given> = WithCodec & {
  readonly definition: TaskDefinition<Given>;
  readonly input: NoInfer<Given>;
  readonly options?: PlacementOptions | undefined;
};

export const DEFAULT_PLACE = { tenant: "default", group: "default" };

export async function submitTask<Given>(
  database: Queryable,
  { definition, input, options = {}, codec }: TaskSubmission<Given>,
): Promise<SubmittedTask> {
  const { in: on = database, ...placement } = options;
  return submitOne(on, await planTask(definition, input, { ...DEFAULT_PLACE, ...placement }), codec);
}

async function submitOne(on: Queryable, task: NewTask, codec: PayloadCodec | undefined): Promise<SubmittedTask> {
  const [submitted] = await submitTasks(on, [task], { codec });
  if (submitted === undefined) throw new Error("a submission answered without a task");
  return submitted;
}

/** Submission of a task by its name. */
export type NamedSubmission = {
  /** The name of a definition. */
  readonly type: string;
  /** Default: the highest that is defined. */
  readonly version?: number;
  readonly input?: unknown;
  readonly options?: SubmitOptions;
};

/** Submission of a task by its name, with its callback if it has one. */
export type PlacedSubmission = Omit<NamedSubmission, "options"> & { readonly options?: PlacementOptions };

export type NamedSubmissionParts = WithCodec & {
  readonly definitions: readonly TaskDefinition[];
  readonly submitTogether: SubmitTogether;
};

/** The input may be anything: `plan` checks it. */
export async function submitNamed(
  { type, version, input, options = {} }: PlacedSubmission,
  { definitions, submitTogether, codec }: NamedSubmissionParts,
): Promise<SubmittedTask> {
  const definition = findDefinition(definitions, { type, version });
  const { in: on, ...placement } = options;
  const task = await planUnknown(definition, input, { ...DEFAULT_PLACE, ...placement });
  return on === undefined ? submitTogether(task) : submitOne(on, task, codec);
}

function findDefinition(
  definitions: readonly TaskDefinition[],
  { type, version }: Pick<NamedSubmission, "type"> & { readonly version: number | undefined },
): TaskDefinition {
  const named = definitions.filter(({ name }) => name === type).sort((a, b) => b.version - a.version);
  const found = named.find((definition) => version === undefined || definition.version === version);
  if (found !== undefined) return found;
  const versions = named.map((definition) => String(definition.version)).join(", ");
  const reason = named.length === 0 ? describeKnown(definitions, type) : `it is known in version ${versions} only`;
  throw new RotaError("TASK_TYPE_UNKNOWN", `task "${type.slice(0, 200)}" cannot be submitted here: ${reason}`, {
    type: type.slice(0, 200),
  });
}

const NAMED_TYPES_MAX = 10;

/** Says which types the process knows, and how it learns another. */
function describeKnown(definitions: readonly TaskDefinition[], type: string): string {
  const names = [...new Set(definitions.map(({ name }) => name))].sort();
  const nearest = nearestName(type, names);
  const more = names.length - NAMED_TYPES_MAX;
  const known = [...names.slice(0, NAMED_TYPES_MAX), ...(more > 0 ? [`${String(more)} more`] : [])].join(", ");
  return [
    ...(nearest === undefined ? [] : [`did you mean "${nearest}"?`]),
    `this process knows ${known === "" ? "no type" : `the types ${known}`};`,
    "load the module that defines another with `rota serve --tasks`, with `tasks` in rota.config.json, or with createEngine({ tasks })",
  ].join(" ");
}

type SubmitTogether = (task: NewTask) => Promise<SubmittedTask>;

export type TogetherParts = { readonly database: Queryable; readonly codec: PayloadCodec | undefined };

/**
 * Submits tasks in batches: one transaction for all that come while another is under way. A task that may be refused
 * because of what the database holds, or that is part of a trace, is submitted alone.
 */
export function createSubmitTogether({ database, codec }: TogetherParts): SubmitTogether {
  const submit = createBatcher<NewTask, Promise<SubmittedTask>>(async (tasks) => {
    try {
      const submitted = await submitTasks(database, tasks, { codec });
      const byTask = new Map(tasks.map((task, nth) => [task, submitted[nth]]));
      return async (task) => byTask.get(task) ?? noAnswer();
    } catch (error) {
      // A refusal comes before anything is stored. After any other error it is unknown what was stored, so nothing is tried again.
      if (!isRotaError(error) || error.kind !== "invalid") throw error;
      return (task) => submitOne(database, task, codec);
    }
  });
  return async (task) => {
    const isAlone = task.unique !== undefined || task.taskKey !== undefined || task.parentId !== undefined;
    return isAlone || isTracing() ? submitOne(database, task, codec) : submit(task);
  };
}

function noAnswer(): never {
  throw new Error("a submission answered without a task");
}

/** A task whose input and payloads are what is to be stored. */
export type EncodedTask = NewTask & {
  /** The fingerprints that compare its input under a unique key: the first is stored. Default: input and payloads as they are. */
  readonly inputMarks?: readonly string[];
  /** Whether a codec encoded it, and will encode its result. Default false. */
  readonly isEncoded?: boolean;
};

/** One value after the other: a codec that asks elsewhere for its keys is not asked a thousand times at once. */
async function encodeTasks(codec: PayloadCodec, tasks: readonly NewTask[]): Promise<EncodedTask[]> {
  const encoded: EncodedTask[] = [];
  for (const task of tasks) encoded.push(await encodeTask(codec, task));
  return encoded;
}

async function encodeTask(codec: PayloadCodec, task: NewTask): Promise<EncodedTask> {
  const { type, version = 1, unique } = task;
  const input = asStored("input", task.input);
  const payloads = task.chunks.map(({ payload }) => asStored("payload", payload));
  const chunks = [];
  for (const [index, chunk] of task.chunks.entries())
    chunks.push({ ...chunk, payload: await encodeValue(codec, payloads[index], { field: "payload", type }) });
  const marks = unique && inputFingerprints(codec, [version, input, payloads], type);
  return {
    ...task,
    isEncoded: true,
    chunks,
    ...(task.input === undefined ? {} : { input: await encodeValue(codec, input, { field: "input", type }) }),
    ...(marks === undefined ? {} : { inputMarks: marks }),
  };
}

/** Codecs see what json makes of a value, which is what handlers will get. */
function asStored(field: string, value: unknown): unknown {
  return JSON.parse(checkedJson(field, value));
}

/** Notes beside tasks: lists in the order of the tasks, with an empty text for those that have none. */
export type TaskNotes = {
  readonly traces: readonly string[];
  readonly submitters: readonly string[];
  /** Endpoints of callbacks. */
  readonly callbackEndpoints: readonly string[];
  readonly callbackUrls: readonly string[];
};

/** Tasks that name none of their own belong to the given one. */
function withTraces(tasks: readonly NewTask[], traceparent: string | undefined): readonly NewTask[] {
  if (traceparent === undefined) return tasks;
  return tasks.map((task) => (task.traceparent === undefined ? { ...task, traceparent } : task));
}

/** Undefined: there is nothing to note. What is no `traceparent` is left out: a trace is never worth a refusal. */
function notesOf(tasks: readonly NewTask[]): TaskNotes | undefined {
  const hasNotes = tasks.some(
    ({ traceparent, submittedBy, callback }) => (traceparent ?? submittedBy ?? callback) !== undefined,
  );
  if (!hasNotes) return undefined;
  return {
    traces: tasks.map(({ traceparent }) => (isTraceparent(traceparent) ? traceparent : "")),
    submitters: tasks.map(({ submittedBy }) => submittedBy ?? ""),
    callbackEndpoints: tasks.map(({ callback }) => callback?.endpointId ?? ""),
    callbackUrls: tasks.map(({ callback }) => callback?.url ?? ""),
  };
}

function isTraceparent(text: string | undefined): text is string {
  return text !== undefined && readTraceparent(text) !== undefined;
}
