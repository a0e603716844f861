/** Turns a value into bytes for another process and back, and says precisely what cannot go. */
import { deserialize, serialize } from "node:v8";
import { RotaError } from "../../errors.ts";

export type PackOptions = {
  /** What the value is in the message of a refusal. */
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
