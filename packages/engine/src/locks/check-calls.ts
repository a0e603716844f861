/** Refuses calls with values outside their limits; errors name the field and the limit, never a secret. Pure. */
import { type ErrorCode, RotaError } from "../errors.ts";
import * as limits from "./lock-limits.ts";
import type {
  LockExtension,
  LockFilter,
  LockHold,
  LockOverride,
  LockProgress,
  LockProlongation,
  LockRequest,
  NewSecret,
  OnceClaim,
  OnceRequest,
} from "./locks.ts";

const lockChecks = createChecks("LOCK_INVALID");

export function checkLockKey(key: string): void {
  lockChecks.text("key", key, limits.LOCK_KEY_BYTES_MAX);
}

export function checkLockRequest(request: LockRequest): void {
  checkLockKey(request.key);
  lockChecks.text("holder", request.holder, limits.LOCK_NAME_BYTES_MAX);
  lockChecks.text("operation", request.operation, limits.LOCK_NAME_BYTES_MAX);
  lockChecks.range("ttlMs", request.ttlMs, limits.LOCK_TTL_MS);
  lockChecks.range("expectedMs", request.expectedMs, limits.EXPECTED_MS);
  lockChecks.range("waitMs", request.waitMs, limits.WAIT_MS);
  if (request.context !== undefined) lockChecks.json("context", request.context, limits.CONTEXT_BYTES_MAX);
}

export function checkLockHold({ key, token }: LockHold): void {
  checkLockKey(key);
  lockChecks.text("token", token, limits.LOCK_NAME_BYTES_MAX);
}

export function checkLockExtension(extension: LockExtension): void {
  lockChecks.range("ttlMs", extension.ttlMs, limits.LOCK_TTL_MS);
  lockChecks.range("expectedMs", extension.expectedMs, limits.EXPECTED_MS);
  if (extension.progress !== undefined) checkProgress(extension.progress);
}

export function checkLockOverride({ key, by, reason }: LockOverride): void {
  checkLockKey(key);
  lockChecks.text("by", by, limits.LOCK_NAME_BYTES_MAX);
  lockChecks.text("reason", reason, limits.LOCK_NOTE_BYTES_MAX);
}

export function checkLockProlongation(prolongation: LockProlongation): void {
  checkLockOverride(prolongation);
  lockChecks.range("ttlMs", prolongation.ttlMs, limits.LOCK_TTL_MS);
}

export function checkLockFilter({ prefix, holder, operation, afterKey, limit }: LockFilter): void {
  if (prefix !== undefined) lockChecks.text("prefix", prefix, limits.LOCK_KEY_BYTES_MAX);
  if (holder !== undefined) lockChecks.text("holder", holder, limits.LOCK_NAME_BYTES_MAX);
  if (operation !== undefined) lockChecks.text("operation", operation, limits.LOCK_NAME_BYTES_MAX);
  if (afterKey !== undefined) lockChecks.text("afterKey", afterKey, limits.LOCK_KEY_BYTES_MAX);
  lockChecks.range("limit", limit, limits.LOCKS_LISTED);
}

/** Checks the times to live in the options of a driver: the default, and those of single operations. */
export function checkLockTimes(times: {
  readonly defaultTtlMs: number;
  readonly ttlMsOf: Readonly<Record<string, number>>;
}): void {
  lockChecks.range("defaultLockTtlMs", times.defaultTtlMs, limits.LOCK_TTL_MS);
  for (const [operation, ttlMs] of Object.entries(times.ttlMsOf)) {
    lockChecks.text("operation", operation, limits.LOCK_NAME_BYTES_MAX);
    lockChecks.range(`lockTtlMs.${operation}`, ttlMs, limits.LOCK_TTL_MS);
  }
}

function checkProgress({ done, total, note }: LockProgress): void {
  lockChecks.range("progress.total", total, [0, Number.MAX_SAFE_INTEGER]);
  lockChecks.range("progress.done", done, [0, total]);
  if (note !== undefined) lockChecks.text("progress.note", note, limits.LOCK_NOTE_BYTES_MAX);
}

const onceChecks = createChecks("ONCE_INVALID");

export function checkOnceRequest(request: OnceRequest): void {
  onceChecks.text("scope", request.scope, limits.LOCK_NAME_BYTES_MAX);
  onceChecks.text("key", request.key, limits.LOCK_KEY_BYTES_MAX);
  onceChecks.text("inputHash", request.inputHash, limits.LOCK_NAME_BYTES_MAX);
  checkOnceLease(request.leaseMs);
  onceChecks.range("keepMs", request.keepMs, limits.ONCE_KEEP_MS);
}

export function checkOnceClaim({ scope, key, token }: OnceClaim): void {
  onceChecks.text("scope", scope, limits.LOCK_NAME_BYTES_MAX);
  onceChecks.text("key", key, limits.LOCK_KEY_BYTES_MAX);
  onceChecks.text("token", token, limits.LOCK_NAME_BYTES_MAX);
}

export function checkOnceLease(leaseMs: number | undefined): void {
  onceChecks.range("leaseMs", leaseMs, limits.ONCE_LEASE_MS);
}

/** Checks an answer; returns its json. */
export function checkOnceAnswer(answer: unknown): string {
  return onceChecks.json("answer", answer ?? null, limits.ONCE_ANSWER_BYTES_MAX);
}

const secretChecks = createChecks("SECRET_INVALID");

export function checkSecretKey(key: string): void {
  secretChecks.text("key", key, limits.LOCK_KEY_BYTES_MAX);
}

export function checkSecret({ key, value, ttlMs }: NewSecret): void {
  checkSecretKey(key);
  secretChecks.range("ttlMs", ttlMs, limits.SECRET_TTL_MS);
  if (!(value instanceof Uint8Array))
    throw new RotaError("SECRET_INVALID", "refused: value must be a Uint8Array", { field: "value" });
  const bytes = value.byteLength;
  const bytesMax = limits.SECRET_VALUE_BYTES_MAX;
  if (bytes > bytesMax)
    throw new RotaError(
      "SECRET_INVALID",
      `refused: value has ${String(bytes)} bytes, at most ${String(bytesMax)} are allowed: seal it yourself, store it elsewhere and put its key here`,
      { field: "value", bytes, bytesMax },
    );
}

/** Checks of values, which throw one error code. */
type Checks = {
  text(field: string, value: unknown, bytesMax: number): void;
  range(field: string, value: number | undefined, range: limits.Range): void;
  /** Returns the json of a value, after checking that it is short enough and can be stored. */
  json(field: string, value: unknown, bytesMax: number): string;
};

type InvalidCode = Extract<ErrorCode, "LOCK_INVALID" | "ONCE_INVALID" | "SECRET_INVALID">;

const SHOWN_LENGTH = 40;
/** Escapes that JSON.stringify writes and jsonb refuses, unless their backslash is itself escaped. */
const UNSTORABLE_JSON = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

function createChecks(code: InvalidCode): Checks {
  const refuse = (message: string, details: Record<string, string | number>, cause?: unknown): never => {
    throw new RotaError(code, `refused: ${message}`, details, { cause });
  };
  const jsonText = (field: string, value: unknown): string => {
    try {
      const text: string | undefined = JSON.stringify(value);
      return text ?? refuse(`${field} is of type ${typeof value}, which has no form in json`, { field });
    } catch (cause) {
      if (cause instanceof RotaError) throw cause;
      return refuse(`${field} cannot be written as json: ${String(cause)}`, { field }, cause);
    }
  };
  return {
    text(field, value, bytesMax) {
      if (typeof value !== "string" || value === "")
        return refuse(`${field} must be a text that is not empty`, { field });
      const bytes = Buffer.byteLength(value);
      if (bytes > bytesMax) {
        const shown = `${field} "${value.slice(0, SHOWN_LENGTH)}…"`;
        refuse(`${shown} has ${String(bytes)} bytes, at most ${String(bytesMax)} are allowed`, {
          field,
          bytes,
          bytesMax,
        });
      }
      // A lone surrogate cannot be written in UTF-8 and would be stored as another character.
      if (/\p{Cc}|\p{Cs}/u.test(value))
        refuse(`${field} ${JSON.stringify(value)} holds a control character or half of a surrogate pair`, { field });
    },
    range(field, value, [min, max]) {
      if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
      const wanted = `a whole number from ${String(min)} to ${String(max)}`;
      refuse(`${field} (${String(value)}) must be ${wanted}`, { field, value: String(value), min, max });
    },
    json(field, value, bytesMax) {
      const text = jsonText(field, value);
      const bytes = Buffer.byteLength(text);
      if (bytes > bytesMax)
        refuse(
          `${field} has ${String(bytes)} bytes as json, at most ${String(bytesMax)} are allowed: store it elsewhere and give where it is`,
          { field, bytes, bytesMax },
        );
      if (UNSTORABLE_JSON.test(text))
        refuse(`${field} holds a text with a NUL or half of a surrogate pair, which jsonb cannot store`, { field });
      return text;
    },
  };
}
