/** Refuses what cannot be submitted, naming the field, the value and the limit. Pure. */
import { RotaError, type ErrorDetails } from "../errors.ts";
import * as limits from "./new-task.ts";
import type { NewTask } from "./new-task.ts";

export function checkTask(task: NewTask): void {
  for (const field of ["queue", "tenant", "group", "type"] as const) checkName(field, task[field]);
  if (task.taskKey !== undefined) checkName("taskKey", task.taskKey, limits.TASK_KEY_BYTES_MAX);
  checkRange("version", task.version, 1, limits.VERSION_MAX);
  checkRange("priority", task.priority, 0, 3);
  checkRange("cost", task.cost, 1, limits.COST_MAX);
  checkRange("maxInFlight", task.maxInFlight, 1, limits.IN_FLIGHT_MAX);
  if (task.weight !== undefined) checkWeight(task.weight);
  checkChunks(task);
}

/** Names become part of lanes, logs and pages: they are short and of one line. */
export function checkName(field: string, name: unknown, bytesMax: number = limits.NAME_BYTES_MAX): void {
  if (typeof name !== "string" || name === "") throw refusal(`${field} must be a text that is not empty`, { field });
  const bytes = Buffer.byteLength(name);
  if (bytes > bytesMax)
    throw refusal(
      `${field} "${name.slice(0, 40)}…" has ${String(bytes)} bytes, at most ${String(bytesMax)} are allowed`,
      { field, bytes, bytesMax },
    );
  // A lone surrogate has no form in UTF-8 and would turn into another name on its way.
  if (/\p{Cc}|\p{Cs}/u.test(name))
    throw refusal(`${field} ${JSON.stringify(name)} holds a control character or half of a surrogate pair`, { field });
}

export function checkRange(field: string, value: number | undefined, min: number, max: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
  throw refusal(`${field} (${String(value)}) must be a whole number from ${String(min)} to ${String(max)}`, {
    field,
    value,
    min,
    max,
  });
}

/** Other weights would give virtual times with fractions, which add up differently in every order. */
export function checkWeight(weight: number): void {
  checkRange("weight", weight, 1, limits.WEIGHT_MAX);
  if (isWeight(weight)) return;
  const nearest = nearestWeight(weight);
  throw refusal(
    `weight (${String(weight)}) must divide ${String(limits.TURN_LENGTH)}: the nearest that does is ${String(nearest)}`,
    { field: "weight", value: weight, nearest },
  );
}

/** When a chunk may run: a time that both JavaScript and PostgreSQL can say. */
export function checkDueAt(dueAt: Date): void {
  const year = dueAt.getUTCFullYear();
  if (year >= 1970 && year <= 9999) return;
  throw refusal(`dueAt (${String(dueAt)}) must be a time of the years 1970 to 9999`, { field: "dueAt" });
}

/** The json of a value, refused when it is too large or cannot be stored. */
export function checkedJson(field: string, value: unknown): string {
  const text = jsonText(field, value);
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.PAYLOAD_BYTES_MAX)
    throw refusal(
      `${field} has ${String(bytes)} bytes as json, at most ${String(limits.PAYLOAD_BYTES_MAX)} are allowed: store it elsewhere and submit where it is`,
      { field, bytes, bytesMax: limits.PAYLOAD_BYTES_MAX },
    );
  if (UNSTORABLE.test(text))
    throw refusal(`${field} holds a text with a NUL or half of a surrogate pair, which jsonb cannot store`, { field });
  return text;
}

export function refusal(message: string, details: ErrorDetails): RotaError {
  return new RotaError("TASK_INVALID", `the task cannot be submitted: ${message}`, details);
}

/** Escapes that JSON.stringify writes and jsonb refuses; a backslash before them must not itself be escaped. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

function jsonText(field: string, value: unknown): string {
  try {
    const text: string | undefined = JSON.stringify(value ?? null);
    if (text !== undefined) return text;
  } catch (cause) {
    throw new RotaError(
      "TASK_INVALID",
      `the task cannot be submitted: ${field} cannot be written as json: ${String(cause)}`,
      { field },
      { cause },
    );
  }
  throw refusal(`${field} is of type ${typeof value}, which has no form in json`, { field });
}

function checkChunks({ chunks, isJob }: NewTask): void {
  const count = chunks.length;
  if (count < 1 || count > limits.CHUNKS_MAX)
    throw refusal(`it has ${String(count)} chunks, 1 to ${String(limits.CHUNKS_MAX)} are allowed`, {
      field: "chunks",
      count,
      countMax: limits.CHUNKS_MAX,
    });
  if (isJob === true && count > 1)
    throw refusal(`a job has one chunk, this one has ${String(count)}: leave isJob out`, { field: "isJob", count });
}

function isWeight(weight: number): boolean {
  return limits.TURN_LENGTH % weight === 0;
}

function nearestWeight(weight: number): number {
  for (let away = 1; away < limits.WEIGHT_MAX; away++) {
    if (weight - away >= 1 && isWeight(weight - away)) return weight - away;
    if (weight + away <= limits.WEIGHT_MAX && isWeight(weight + away)) return weight + away;
  }
  return 1;
}
