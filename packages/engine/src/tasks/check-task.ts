/** Refuses tasks and field values that are invalid, naming the field, the value and the limit. Pure. */
import { type ErrorDetails, RotaError } from "../errors.ts";
import {
  ATTEMPTS_MAX,
  CHUNKS_MAX,
  COST_MAX,
  IN_FLIGHT_MAX,
  KEY_BYTES_MAX,
  NAME_BYTES_MAX,
  type NewTask,
  PAYLOAD_BYTES_MAX,
  PRIORITY_MAX,
  TURN_LENGTH,
  type UniqueKey,
  VERSION_MAX,
  WEIGHT_MAX,
  WINDOW_MS_MAX,
} from "./new-task.ts";
import { type Announcement, ANNOUNCEMENTS } from "./task-event.ts";

export function checkTask(task: NewTask): void {
  for (const field of ["queue", "tenant", "group", "type"] as const) checkName(field, task[field]);
  if (task.pool !== undefined) checkName("pool", task.pool);
  if (task.submittedBy !== undefined) checkName("submittedBy", task.submittedBy);
  checkRange("version", task.version, [1, VERSION_MAX]);
  checkRange("priority", task.priority, [0, PRIORITY_MAX]);
  checkRange("cost", task.cost, [1, COST_MAX]);
  checkRange("maxInFlight", task.maxInFlight, [1, IN_FLIGHT_MAX]);
  checkRange("attemptsMax", task.attemptsMax, [1, ATTEMPTS_MAX]);
  checkWeight(task.weight);
  checkAnnounce(task.announce);
  checkKeys(task);
  checkChunks(task);
}

function checkKeys(task: NewTask): void {
  const { taskKey, unique } = task;
  if (taskKey !== undefined) checkName("taskKey", typeof taskKey === "string" ? taskKey : taskKey.stem, KEY_BYTES_MAX);
  if (unique === undefined) return;
  checkName("unique.key", unique.key, KEY_BYTES_MAX);
  if (!["forever", "singleton", "debounce", "throttle"].includes(unique.mode ?? "forever"))
    throw refusal(`unique.mode "${String(unique.mode)}" must be forever, singleton, debounce or throttle`, {
      field: "unique.mode",
    });
  if (unique.mode === "debounce" || unique.mode === "throttle") checkWindow(task, unique);
}

function checkWindow({ chunks }: NewTask, unique: Extract<UniqueKey, { windowMs: number }>): void {
  checkRange("unique.windowMs", unique.windowMs, [1, WINDOW_MS_MAX]);
  if (unique.mode !== "debounce") return;
  const [chunk] = chunks;
  if (chunks.length === 1 && chunk?.dueAt === undefined) return;
  throw refusal(
    `debounce is for tasks of one chunk without dueAt, this one has ${String(chunks.length)} chunks or says when it is due`,
    { field: "unique.mode", count: chunks.length },
  );
}

function checkChunks({ chunks, isJob }: NewTask): void {
  const count = chunks.length;
  if (count < 1 || count > CHUNKS_MAX)
    throw refusal(`it has ${String(count)} chunks, 1 to ${String(CHUNKS_MAX)} are allowed`, {
      field: "chunks",
      count,
      countMax: CHUNKS_MAX,
    });
  if (isJob === true && count > 1)
    throw refusal(`a job has one chunk, this one has ${String(count)}: leave isJob out`, { field: "isJob", count });
}

/** Names become part of lanes, logs and pages: they are short and of one line. */
export function checkName(field: string, name: unknown, bytesMax: number = NAME_BYTES_MAX): void {
  if (typeof name !== "string" || name === "") throw refusal(`${field} must be a text that is not empty`, { field });
  const bytes = Buffer.byteLength(name);
  if (bytes > bytesMax)
    throw refusal(
      `${field} "${name.slice(0, SHOWN_LENGTH)}…" has ${String(bytes)} bytes, at most ${String(bytesMax)} are allowed`,
      { field, bytes, bytesMax },
    );
  // A lone surrogate has no form in UTF-8 and would turn into another name on its way.
  if (/\p{Cc}|\p{Cs}/u.test(name))
    throw refusal(`${field} ${JSON.stringify(name)} holds a control character or half of a surrogate pair`, { field });
}

export function checkRange(field: string, value: number | undefined, [min, max]: readonly [number, number]): void {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
  throw refusal(`${field} (${String(value)}) must be a whole number from ${String(min)} to ${String(max)}`, {
    field,
    value: String(value),
    min,
    max,
  });
}

/** Refuses what is no list of announcements. */
export function checkAnnounce(announce: readonly Announcement[] | undefined): void {
  if (announce === undefined) return;
  const given: unknown = announce;
  const known: readonly unknown[] = ANNOUNCEMENTS;
  const wrong: unknown = Array.isArray(given) ? given.find((name: unknown) => !known.includes(name)) : given;
  if (wrong === undefined) return;
  const shown = typeof wrong === "string" ? `"${wrong.slice(0, SHOWN_LENGTH)}"` : `a value of type ${typeof wrong}`;
  throw refusal(`announce holds ${shown}: it is a list of ${ANNOUNCEMENTS.join(", ")}`, { field: "announce" });
}

/** Other weights would give virtual times with fractions, which add up differently in every order. */
export function checkWeight(weight: number | undefined): void {
  checkRange("weight", weight, [1, WEIGHT_MAX]);
  if (weight === undefined || isWeight(weight)) return;
  const nearest = nearestWeight(weight);
  throw refusal(
    `weight (${String(weight)}) must divide ${String(TURN_LENGTH)}: the nearest that does is ${String(nearest)}`,
    { field: "weight", value: weight, nearest },
  );
}

/** When a chunk may run: a time that both JavaScript and PostgreSQL can say. */
export function checkDueAt(dueAt: Date): void {
  const given: unknown = dueAt; // programs in plain JavaScript give numbers and texts
  if (!(given instanceof Date))
    throw refusal(`dueAt is a value of type ${typeof given}: give a Date, such as new Date(Date.now() + 60_000)`, {
      field: "dueAt",
    });
  const year = dueAt.getUTCFullYear();
  if (year >= DUE_YEAR_MIN && year <= DUE_YEAR_MAX) return;
  throw refusal(
    `dueAt (${String(dueAt)}) must be a time of the years ${String(DUE_YEAR_MIN)} to ${String(DUE_YEAR_MAX)}`,
    { field: "dueAt" },
  );
}

/** How far back a due time may be: clocks differ and callers are late, but a time long past is a mistake in its unit. */
const DUE_PAST_MS_MAX = 86_400_000;

export function refusePast(dueAt: Date | undefined): void {
  if (dueAt === undefined) return;
  checkDueAt(dueAt);
  if (Date.now() - dueAt.getTime() <= DUE_PAST_MS_MAX) return;
  throw refusal(
    `dueAt (${dueAt.toISOString()}) is more than a day in the past: give a time to come in milliseconds, or leave it out to run now`,
    { field: "dueAt" },
  );
}

/** The json of a value, refused when it is too large or cannot be stored. */
export function checkedJson(field: string, value: unknown): string {
  const text = jsonText(field, value);
  const bytes = Buffer.byteLength(text);
  if (bytes > PAYLOAD_BYTES_MAX)
    throw refusal(
      `${field} has ${String(bytes)} bytes as json, at most ${String(PAYLOAD_BYTES_MAX)} are allowed: store it elsewhere and submit where it is`,
      { field, bytes, bytesMax: PAYLOAD_BYTES_MAX },
    );
  if (text.includes("\\u") && UNSTORABLE.test(text))
    throw refusal(`${field} holds a text with a NUL or half of a surrogate pair, which jsonb cannot store`, { field });
  return text;
}

export function refusal(message: string, details: ErrorDetails, cause?: unknown): RotaError {
  return new RotaError("TASK_INVALID", `refused: ${message}`, details, { cause });
}

const SHOWN_LENGTH = 40;
const DUE_YEAR_MIN = 1970;
const DUE_YEAR_MAX = 9999;
/** Escapes that JSON.stringify writes and jsonb refuses; a backslash before them must not itself be escaped. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

function jsonText(field: string, value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value ?? null);
  } catch (cause) {
    throw refusal(`${field} cannot be written as json: ${String(cause)}`, { field }, cause);
  }
  if (text === undefined) throw refusal(`${field} is of type ${typeof value}, which has no form in json`, { field });
  return text;
}

function isWeight(weight: number): boolean {
  return TURN_LENGTH % weight === 0;
}

function nearestWeight(weight: number): number {
  for (let away = 1; away < WEIGHT_MAX; away++) {
    if (weight - away >= 1 && isWeight(weight - away)) return weight - away;
    if (weight + away <= WEIGHT_MAX && isWeight(weight + away)) return weight + away;
  }
  return 1;
}
