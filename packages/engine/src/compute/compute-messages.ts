/** Defines the messages between a compute pool and its processes, and copies values, errors and functions into them. */
import { deserialize, serialize } from "node:v8";
import { ERROR_KINDS, type ErrorKind, RotaError } from "../errors.ts";

export type SentTarget =
  | { readonly kind: "module"; readonly url: string; readonly name: string }
  | { readonly kind: "source"; readonly source: string; readonly name: string };

export type ComputeRequest = {
  /** Given back with the answer, so that nothing else that a computation sends is taken for one. */
  readonly id: number;
  readonly target: SentTarget;
  readonly data: Uint8Array;
};

export type ComputeReply = ComputeAnswer & {
  readonly id: number;
  /** False when the computation left something running, or much memory, that the next one should not meet. */
  readonly isReusable: boolean;
};

export type ComputeAnswer =
  | { readonly kind: "completed"; readonly result: Uint8Array }
  | { readonly kind: "threw"; readonly thrown: ThrownRecord };

/** A thrown value, cut to size. Without a name it was not an error. */
type ThrownRecord = {
  readonly name?: string;
  readonly message: string;
  readonly code?: string;
  /** Kind and HTTP status of a RotaError. */
  readonly kind?: ErrorKind;
  readonly status?: number;
  readonly stack: string;
};

/** The settings that a computing process receives when it starts. */
export type ChildSettings = {
  readonly memoryMbMax: number;
  readonly messageBytesMax: number;
};

/** Said on standard error by a process that ends itself because its memory is used up. */
export const MEMORY_WORDS = "this computing process is out of memory";

export function isReply(message: unknown, id: number): message is ComputeReply {
  return typeof message === "object" && message !== null && "kind" in message && "id" in message && message.id === id;
}

export type PackOptions = {
  /** The name of the value in the message of a refusal. */
  readonly what: "data" | "result";
  readonly bytesMax: number;
};

export function packValue(value: unknown, { what, bytesMax }: PackOptions): Uint8Array {
  const bytes = serialized(value, what);
  if (bytes.byteLength <= bytesMax) return bytes;
  throw new RotaError(
    "COMPUTE_TOO_LARGE",
    `the ${what} of a computation has ${String(bytes.byteLength)} bytes, at most ${String(bytesMax)} are allowed ` +
      `(messageBytesMax): split it, or give the place where it is stored`,
    { what, bytes: bytes.byteLength, bytesMax },
  );
}

export function unpackValue(bytes: Uint8Array): unknown {
  return deserialize(bytes);
}

function serialized(value: unknown, what: string): Uint8Array {
  try {
    return serialize(value);
  } catch (cause) {
    const found = findUnclonable(value, what);
    throw new RotaError(
      "COMPUTE_NOT_CLONEABLE",
      `${found.path} cannot be copied to another process, because it is ${found.kind}: ` +
        `leave it out, or make plain values of it`,
      { path: found.path },
      { cause },
    );
  }
}

type Unclonable = { readonly path: string; readonly kind: string };

/** Goes down to the innermost value that fails. Costs a copy per level, and only after a failure. */
function findUnclonable(value: unknown, path: string, depth = 0): Unclonable {
  if (depth < DEPTH_MAX) {
    for (const [step, child] of childrenOf(value)) {
      if (!isClonable(child)) return findUnclonable(child, path + step, depth + 1);
    }
  }
  return { path: path.slice(0, PATH_LENGTH_MAX), kind: kindOf(value) };
}

const DEPTH_MAX = 20;
const PATH_LENGTH_MAX = 500;

function* childrenOf(value: unknown): Generator<[step: string, child: unknown]> {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
  // By number: the keys of a map are data, and data has no place in a message.
  if (value instanceof Map || value instanceof Set) {
    for (const [index, key] of [...value.keys()].entries()) yield [`.keys()[${String(index)}]`, key];
    for (const [index, child] of [...value.values()].entries()) yield [`.values()[${String(index)}]`, child];
  }
  for (const key of Object.keys(value)) yield [stepTo(key, Array.isArray(value)), readProperty(value, key)];
}

function stepTo(key: string, isIndex: boolean): string {
  return isIndex ? `[${key}]` : `.${key}`;
}

/** A getter that throws fails here as it failed in the copy; its stand-in cannot be copied either. */
function readProperty(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key);
  } catch {
    return THROWING_GETTER;
  }
}

const THROWING_GETTER = Symbol("a getter that throws");

function isClonable(value: unknown): boolean {
  try {
    serialize(value);
    return true;
  } catch {
    return false;
  }
}

function kindOf(value: unknown): string {
  if (value === THROWING_GETTER) return "a getter that throws";
  if (typeof value !== "object" || value === null) return `a ${typeof value}`;
  const name = /^\[object (.*)\]$/.exec(Object.prototype.toString.call(value))?.[1] ?? "object";
  return name === "Object" ? "an object that cannot be copied" : `a ${name}`;
}

export const THROWN_MESSAGE_LENGTH_MAX = 8_000;
export const THROWN_STACK_LENGTH_MAX = 16_000;
const WORD_LENGTH_MAX = 200;

export function recordThrown(thrown: unknown): ThrownRecord {
  if (!isError(thrown)) return { message: cut(`the computation threw ${inWords(thrown)}`), stack: "" };
  const message = cut(textOf(thrown, "message") ?? "");
  const name = textOf(thrown, "name")?.slice(0, WORD_LENGTH_MAX) ?? "Error";
  const code = textOf(thrown, "code")?.slice(0, WORD_LENGTH_MAX);
  const stack = [`${name}: ${message}`, ...frames(textOf(thrown, "stack") ?? "")].join("\n");
  return { name, message, stack, ...(code === undefined ? {} : { code }), ...refusalOf(thrown) };
}

/** Returns the kind and the status of a refusal of Rota; nothing for other errors. */
function refusalOf(thrown: object): Pick<ThrownRecord, "kind" | "status"> {
  const kind = KINDS.find((known) => known === textOf(thrown, "kind"));
  if (kind === undefined || textOf(thrown, "name") !== "RotaError") return {};
  const status = textOf(thrown, "status");
  return { kind, ...(status === undefined ? {} : { status: Number(status) }) };
}

const KINDS: readonly ErrorKind[] = [...new Set(Object.values(ERROR_KINDS))];

/** An error like the one thrown; what was not an error becomes a refusal that says so. */
export function errorOf({ name, message, code, kind, status, stack }: ThrownRecord): Error {
  if (name === undefined) {
    return new RotaError("COMPUTE_FAILED", `${message}: throw an Error, so that it says what happened and where`);
  }
  if (kind !== undefined) return withStack(new RotaError(code ?? "INTERNAL", message, {}, { kind, status }), stack);
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

function textOf(thrown: object, key: "name" | "message" | "code" | "kind" | "status" | "stack"): string | undefined {
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

/**
 * Turns a function that needs nothing but its arguments into text that evaluates to the same function in another
 * process.
 */
export function functionSource(fn: { readonly name: string; toString(): string }): string {
  const source = Function.prototype.toString.call(fn);
  if (/\{\s*\[native code\]\s*\}$/.test(source)) throw refusal(fn.name, "is built in or bound, so it has no source");
  return `"use strict"; (() => { ${TRANSPILER_NAMES} return (${source}\n); })()`;
}

/** esbuild, and so tsx, wraps the functions inside a function in a call of its own, which stays behind. */
const TRANSPILER_NAMES = "const __name = (target) => target;";

function refusal(name: string, why: string): RotaError {
  return new RotaError(
    "COMPUTE_TARGET_INVALID",
    `the function "${name}" ${why}: wrap it in a function of your own, or export it and give { module, name }`,
    { name },
  );
}
