/** Refuses a task definition with the name of the task, the option, its value and the way out. Pure. */
import { nearestName } from "../../config/nearest-name.ts";
import { isRotaError, RotaError } from "../../errors.ts";
import { checkPolicy } from "../../retries/retry-policy.ts";
import * as limits from "../new-task.ts";
import { checkName, checkRange, checkWeight } from "../submission/check-field.ts";
import { isSchema } from "./input/schema.ts";
import { TIMEOUT_MS_MAX, type AnyOptions } from "./task-options.ts";

export function checkDefinition(options: AnyOptions): void {
  const { name } = options;
  checkTaskName(name);
  checkOptionNames(options);
  checkFunctions(options);
  refuseAs(name, () => {
    if (options.queue !== undefined) checkName("queue", options.queue);
    checkRange("version", options.version, [1, limits.VERSION_MAX]);
    checkRange("timeoutMs", options.timeoutMs, [1, TIMEOUT_MS_MAX]);
    checkRange("maxInFlight", options.maxInFlight, [1, limits.IN_FLIGHT_MAX]);
    checkRange("cost", options.cost, [1, limits.COST_MAX]);
    checkRange("priority", options.priority, [0, limits.PRIORITY_MAX]);
    checkWeight(options.weight);
    if (options.retry !== undefined) checkPolicy(options.retry);
  });
}

/** Typed as a record, so that none can be forgotten. */
const OPTIONS: Readonly<Record<keyof AnyOptions, true>> = {
  name: true,
  version: true,
  queue: true,
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
  cost: true,
  weight: true,
  priority: true,
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
