/** Turns any thrown value into JSON of bounded size that holds no password. Pure, and never throws. */
import { inspect } from "node:util";
import { redactUrls } from "../config/describe-config.ts";

export const ERROR_CODE_LENGTH_MAX = 64;
export const ERROR_MESSAGE_LENGTH_MAX = 2_000;
export const ERROR_STACK_LENGTH_MAX = 4_000;
export const ERROR_CAUSES_MAX = 4;
export const ERROR_CAUSE_MESSAGE_LENGTH_MAX = 500;
export const ERROR_CAUSE_STACK_LENGTH_MAX = 1_000;
export const WORKER_LENGTH_MAX = 200;
/** The sum of the limits above, for a whole record as JSON. */
export const ERROR_RECORD_BYTES_MAX = 40_960;

export type ErrorRecord = ErrorFacts & {
  readonly attempt: number;
  readonly worker: string;
  /** ISO 8601. */
  readonly at: string;
  /** The causes, nearest first: causes of causes and the parts of an AggregateError. */
  readonly causes: readonly ErrorFacts[];
};

export type ErrorFacts = {
  /** The error's own code (RotaError, Node, PostgreSQL) or else its name. */
  readonly code: string;
  readonly message: string;
  /** The frames without the message. Missing where there are none. */
  readonly stack?: string;
};

export type FailedAt = { readonly attempt: number; readonly worker: string; readonly at: Date };

/** Only code, message and stack are taken: other fields of an error may be requests with their headers. */
export function errorRecord(thrown: unknown, { attempt, worker, at }: FailedAt): ErrorRecord {
  const limits = { message: ERROR_MESSAGE_LENGTH_MAX, stack: ERROR_STACK_LENGTH_MAX };
  const causeLimits = { message: ERROR_CAUSE_MESSAGE_LENGTH_MAX, stack: ERROR_CAUSE_STACK_LENGTH_MAX };
  return {
    ...factsOf(thrown, limits),
    attempt,
    worker: safeText(worker, WORKER_LENGTH_MAX),
    at: at.toISOString(),
    causes: causesOf(thrown).map((cause) => factsOf(cause, causeLimits)),
  };
}

/** Text as it may be stored: no passwords in URLs, nothing that jsonb refuses, at most `lengthMax` characters. */
export function safeText(text: string, lengthMax: number): string {
  const hidden = redactUrls(text.slice(0, lengthMax + REDACTED_LENGTH_MAX)).replace(UNSTORABLE, "\uFFFD");
  if (hidden.length <= lengthMax && text.length <= lengthMax + REDACTED_LENGTH_MAX) return hidden;
  const mark = `… (${String(text.length)} characters)`;
  return `${hidden.slice(0, lengthMax - mark.length).replace(HALF_A_PAIR_AT_THE_END, "")}${mark}`;
}

/** How far behind the cut a password may end: the URL must still be whole when it is searched. */
const REDACTED_LENGTH_MAX = 4_000;
/** Control characters but those of lines, and halves of surrogate pairs. */
const UNSTORABLE = /(?![\t\r\n])\p{Cc}|\p{Cs}/gu;
const HALF_A_PAIR_AT_THE_END = /[\uD800-\uDBFF]$/;
const CODE = /^[A-Za-z0-9_.:-]+$/;

function factsOf(thrown: unknown, lengthMax: { readonly message: number; readonly stack: number }): ErrorFacts {
  const code = codeOf(thrown);
  const message = readTextField(thrown, "message") ?? describeThrown(thrown);
  const stack = framesOf(readTextField(thrown, "stack"));
  return {
    code,
    message: message === "" ? `${code} without a message` : safeText(message, lengthMax.message),
    ...(stack === undefined ? {} : { stack: safeText(stack, lengthMax.stack) }),
  };
}

function codeOf(thrown: unknown): string {
  const codes = [readTextField(thrown, "code"), readTextField(thrown, "name")];
  const code = codes.find((text) => text !== undefined && text.length <= ERROR_CODE_LENGTH_MAX && CODE.test(text));
  return code ?? "NOT_AN_ERROR";
}

/** A stack begins with the message, which is kept already and may be longer than all the frames. */
function framesOf(stack: string | undefined): string | undefined {
  const start = stack?.search(/^ {4}at /m) ?? -1;
  return start < 0 ? undefined : stack?.slice(start);
}

/** Breadth first, each once: causes may lead in a circle. */
function causesOf(thrown: unknown): unknown[] {
  const seen = new Set<unknown>([thrown]);
  const waiting: unknown[] = [thrown];
  while (waiting.length > 0 && seen.size <= ERROR_CAUSES_MAX) {
    for (const cause of directCauses(waiting.shift(), ERROR_CAUSES_MAX)) {
      if (seen.has(cause) || seen.size > ERROR_CAUSES_MAX) continue;
      seen.add(cause);
      waiting.push(cause);
    }
  }
  return [...seen].slice(1);
}

/** Reads a field of any thrown value. Getters and proxies that throw read as undefined. */
export function readField(thrown: unknown, name: PropertyKey): unknown {
  if ((typeof thrown !== "object" && typeof thrown !== "function") || thrown === null) return undefined;
  try {
    return Reflect.get(thrown, name);
  } catch {
    return undefined;
  }
}

export function readTextField(thrown: unknown, name: string): string | undefined {
  const value = readField(thrown, name);
  return typeof value === "string" ? value : undefined;
}

/** Describes a value without a message in one sentence. It names only the fields of an object: values may be secret. */
function describeThrown(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  if (typeof thrown === "function") return "a function was thrown";
  if (typeof thrown !== "object" || thrown === null) return `${inspect(thrown)} was thrown: nothing says why`;
  return `${isList(thrown) ? "a list" : "an object without a message"} was thrown, ${fieldNames(thrown)}`;
}

/** Lists `cause`, and of an AggregateError also `errors`. At most `countMax`. */
function directCauses(thrown: unknown, countMax: number): unknown[] {
  const cause = readField(thrown, "cause");
  const errors = readField(thrown, "errors");
  const causes: unknown[] = cause === undefined ? [] : [cause];
  if (isList(errors))
    for (let index = 0; causes.length < countMax && index < length(errors); index++)
      causes.push(readField(errors, index));
  return causes.slice(0, countMax);
}

const FIELDS_SHOWN_MAX = 10;

function fieldNames(thrown: object): string {
  try {
    const names = Object.keys(thrown).slice(0, FIELDS_SHOWN_MAX);
    return names.length === 0 ? "without fields" : `with the fields ${names.join(", ")}`;
  } catch {
    return "which cannot be read";
  }
}

/** `Array.isArray` throws on a proxy that was revoked. */
function isList(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

function length(list: unknown): number {
  return Number(readField(list, "length"));
}
