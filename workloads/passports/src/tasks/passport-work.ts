/** Defines the common parts of the tasks of passports: queue and retries, permanent errors, inputs, parts of batches, and submission in a transaction. */
import {
  type Engine,
  exponential,
  isRotaError,
  type NewTask,
  PermanentError,
  planTask,
  submitTasks,
  type SubmittedTask,
  type TaskDefinition,
  type Transaction,
} from "@rota/engine";
import { sqlState } from "@rota/engine/workload";
import { isUuid } from "../core/passport/receipt.ts";
import { type BatchPart, isPart, PART_SIZE } from "../store/batch-part.ts";

/** 2^n seconds, at most 1,024, after run n: five runs, so 2, 4, 8 and 16 seconds. */
const PASSPORTS_RETRY = exponential({ firstMs: 2_000, factor: 2, maxMs: 1_024_000, retries: 4 });

/** Options of all tasks. Each task adds its priority: 1 for compiling and signing, 2 for parsing and QR codes, 3 for exports. */
export const PASSPORT_WORK = { queue: "passports", retry: PASSPORTS_RETRY } as const;

/** Group of submitted tasks. Tenants take turns, and all work of a tenant on passports shares its turns. */
export const PASSPORTS_GROUP = "passports";

/** Refusals besides invalid input that no retry changes. */
const PERMANENT: ReadonlySet<string> = new Set([
  "NOT_FOUND",
  "INVALID_STATE",
  "SNAPSHOT_SEALED",
  "SNAPSHOT_NOT_READY",
  "RULE_PKG_NOT_PUBLISHED",
  "SIGNING_KEY_MISSING",
  "REPLAY_MISMATCH",
  "PROOF_DAMAGED",
  "COMPUTE_TIMED_OUT",
]);

/**
 * Runs the work of a task. Failures that a retry cannot fix are permanent.
 *
 * @example run: ({ snapshotId }, context) => permanently(() => build(snapshotId, context)),
 */
export async function permanently<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isPermanent(error) ? permanentOf(error) : error;
  }
}

/** Returns true for errors that no retry changes. Classes 22 and 23 of PostgreSQL are caused by the input, and other classes may succeed next time. */
function isPermanent(error: unknown): error is Error {
  if (isRotaError(error)) return PERMANENT.has(error.code);
  return error instanceof Error && /^2[23]/.test(sqlState(error) ?? "");
}

function permanentOf(error: Error): PermanentError {
  const code = isRotaError(error) ? error.code : sqlState(error);
  return new PermanentError(error.message, { cause: error, ...(code === undefined ? {} : { code }) });
}

/** Reads an input that must hold ids. */
export function readIds<const Names extends readonly string[]>(names: Names) {
  return (given: unknown): Readonly<Record<Names[number], string>> => {
    if (hasIds<Names[number]>(given, names)) return given;
    throw new Error(`it must hold ${names.join(", ")}, each a UUID in lower case`);
  };
}

function hasIds<Name extends string>(given: unknown, names: readonly Name[]): given is Readonly<Record<Name, string>> {
  if (typeof given !== "object" || given === null) return false;
  const fields = new Map<string, unknown>(Object.entries(given));
  return names.every((name) => {
    const id = fields.get(name);
    return typeof id === "string" && isUuid(id);
  });
}

/** Group of batches, so that single requests do not wait behind a batch. */
const BATCHES_GROUP = "passports-batches";

type PartPlacement = { readonly tenant: string; readonly submittedBy?: string };

/** Plans a task for a part. Each part has one job per type. Its cost is that of its passports one by one. */
export async function planPart<Given>(
  definition: TaskDefinition<Given | BatchPart>,
  part: BatchPart,
  placement: PartPlacement,
): Promise<NewTask> {
  const unique = { key: `${part.batchId}:${String(part.from)}` };
  return planTask(definition, part, { ...placement, group: BATCHES_GROUP, unique, cost: PART_SIZE });
}

/** Reads the input of a task that handles a single item or a part of a batch. */
export function orPart<One>(readOne: (given: unknown) => One): (given: unknown) => One | BatchPart {
  return (given) => (isPart(given) ? given : readOne(given));
}

/** Submits tasks as a part of a transaction. The server and the workers do it in different ways. */
export type SubmitIn = (tx: Transaction, tasks: readonly NewTask[]) => Promise<readonly SubmittedTask[]>;

/** Creates the SubmitIn of the server, whose operations have no task context. */
export function submitIn({ codec }: Pick<Engine, "codec">): SubmitIn {
  return (tx, tasks) => submitTasks(tx, tasks, { codec });
}
