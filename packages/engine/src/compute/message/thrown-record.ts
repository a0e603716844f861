/** Takes whatever a computation threw across processes, cut to size, and makes an error of it again. Never throws. */
import { ERROR_KINDS, RotaError, type ErrorCode } from "../../errors.ts";
import type { ThrownRecord } from "./messages.ts";

export const THROWN_MESSAGE_LENGTH_MAX = 8_000;
export const THROWN_STACK_LENGTH_MAX = 16_000;
const WORD_LENGTH_MAX = 200;

export function recordThrown(thrown: unknown): ThrownRecord {
  if (!isError(thrown)) return { message: cut(`the computation threw ${inWords(thrown)}`), stack: "" };
  const message = cut(textOf(thrown, "message") ?? "");
  const name = textOf(thrown, "name")?.slice(0, WORD_LENGTH_MAX) ?? "Error";
  const code = textOf(thrown, "code")?.slice(0, WORD_LENGTH_MAX);
  const stack = [`${name}: ${message}`, ...frames(textOf(thrown, "stack") ?? "")].join("\n");
  return { name, message, stack, ...(code === undefined ? {} : { code }) };
}

/** An error like the one thrown; what was not an error becomes a refusal that says so. */
export function errorOf({ name, message, code, stack }: ThrownRecord): Error {
  if (name === undefined) {
    return new RotaError("COMPUTE_FAILED", `${message}: throw an Error, so that it says what happened and where`);
  }
  if (name === "RotaError" && isErrorCode(code)) return withStack(new RotaError(code, message), stack);
  const error = withStack(new Error(message), stack);
  Object.defineProperty(error, "name", { value: name, configurable: true, writable: true });
  return code === undefined ? error : Object.assign(error, { code });
}

/** Errors of another realm are not instances of this one's Error, and a proxy may throw when it is asked. */
function isError(thrown: unknown): thrown is object {
  try {
    return thrown instanceof Error || Object.prototype.toString.call(thrown) === "[object Error]";
  } catch {
    return false;
  }
}

function inWords(thrown: unknown): string {
  if (typeof thrown === "string") return `the text ${JSON.stringify(thrown.slice(0, THROWN_MESSAGE_LENGTH_MAX))}`;
  if (typeof thrown === "function") return "a function";
  return typeof thrown === "object" && thrown !== null ? "an object that is no error" : String(thrown);
}

function textOf(thrown: object, key: "name" | "message" | "code" | "stack"): string | undefined {
  try {
    const value: unknown = Reflect.get(thrown, key);
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  } catch {
    return undefined; // a getter that throws
  }
}

/** The frames come last in a stack, after a message that may be longer than everything else. */
function frames(stack: string): string[] {
  const lines = stack.slice(-THROWN_STACK_LENGTH_MAX).split("\n");
  return lines.filter((line) => /^\s+at /.test(line));
}

function cut(text: string): string {
  if (text.length <= THROWN_MESSAGE_LENGTH_MAX) return text;
  return `${text.slice(0, THROWN_MESSAGE_LENGTH_MAX)}… (${String(text.length)} characters)`;
}

function withStack(error: Error, stack: string): Error {
  Object.defineProperty(error, "stack", { value: stack, configurable: true, writable: true });
  return error;
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(ERROR_KINDS, code);
}
