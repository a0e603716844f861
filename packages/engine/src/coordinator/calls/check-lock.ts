/** Refuses calls about locks that are outside their limits, naming the field, the value and the limit. Pure. */
import type { LockExtension, LockFilter, LockHold, LockOverride, LockProgress, LockRequest } from "../coordinator.ts";
import * as limits from "../limits.ts";
import { createChecks } from "./check-field.ts";

const check = createChecks("LOCK_INVALID");

export function checkLockKey(key: string): void {
  check.text("key", key, limits.KEY_BYTES_MAX);
}

export function checkLockRequest(request: LockRequest): void {
  checkLockKey(request.key);
  check.text("holder", request.holder, limits.NAME_BYTES_MAX);
  check.text("operation", request.operation, limits.NAME_BYTES_MAX);
  check.range("ttlMs", request.ttlMs, limits.LOCK_TTL_MS);
  check.range("expectedMs", request.expectedMs, limits.EXPECTED_MS);
  check.range("waitMs", request.waitMs, limits.WAIT_MS);
  if (request.context !== undefined) check.json("context", request.context, limits.CONTEXT_BYTES_MAX);
}

export function checkLockHold({ key, token }: LockHold): void {
  checkLockKey(key);
  check.text("token", token, limits.NAME_BYTES_MAX);
}

export function checkLockExtension(extension: LockExtension): void {
  check.range("ttlMs", extension.ttlMs, limits.LOCK_TTL_MS);
  check.range("expectedMs", extension.expectedMs, limits.EXPECTED_MS);
  if (extension.progress !== undefined) checkProgress(extension.progress);
}

export function checkLockOverride({ key, by, reason }: LockOverride): void {
  checkLockKey(key);
  check.text("by", by, limits.NAME_BYTES_MAX);
  check.text("reason", reason, limits.SENTENCE_BYTES_MAX);
}

export function checkLockFilter({ prefix, holder, operation, afterKey, limit }: LockFilter): void {
  if (prefix !== undefined) check.text("prefix", prefix, limits.KEY_BYTES_MAX);
  if (holder !== undefined) check.text("holder", holder, limits.NAME_BYTES_MAX);
  if (operation !== undefined) check.text("operation", operation, limits.NAME_BYTES_MAX);
  if (afterKey !== undefined) check.text("afterKey", afterKey, limits.KEY_BYTES_MAX);
  check.range("limit", limit, limits.LOCKS_LISTED);
}

/** The times to live that the options of a driver give: of all locks, and of each operation that has its own. */
export function checkLockTimes(times: {
  readonly defaultTtlMs: number;
  readonly ttlMsOf: Readonly<Record<string, number>>;
}): void {
  check.range("defaultLockTtlMs", times.defaultTtlMs, limits.LOCK_TTL_MS);
  for (const [operation, ttlMs] of Object.entries(times.ttlMsOf)) {
    check.text("operation", operation, limits.NAME_BYTES_MAX);
    check.range(`lockTtlMs.${operation}`, ttlMs, limits.LOCK_TTL_MS);
  }
}

function checkProgress({ done, total, note }: LockProgress): void {
  check.range("progress.total", total, [0, Number.MAX_SAFE_INTEGER]);
  check.range("progress.done", done, [0, total]);
  if (note !== undefined) check.text("progress.note", note, limits.SENTENCE_BYTES_MAX);
}
