/** Refuses calls about once that are outside their limits, naming the field, the value and the limit. Pure. */
import type { OnceClaim, OnceRequest } from "../coordinator.ts";
import * as limits from "../limits.ts";
import { createChecks } from "./check-field.ts";

const check = createChecks("ONCE_INVALID");

export function checkOnceRequest(request: OnceRequest): void {
  check.text("scope", request.scope, limits.NAME_BYTES_MAX);
  check.text("key", request.key, limits.KEY_BYTES_MAX);
  check.text("inputHash", request.inputHash, limits.NAME_BYTES_MAX);
  checkOnceLease(request.leaseMs);
  check.range("keepMs", request.keepMs, limits.ONCE_KEEP_MS);
}

export function checkOnceClaim({ scope, key, token }: OnceClaim): void {
  check.text("scope", scope, limits.NAME_BYTES_MAX);
  check.text("key", key, limits.KEY_BYTES_MAX);
  check.text("token", token, limits.NAME_BYTES_MAX);
}

export function checkOnceLease(leaseMs: number | undefined): void {
  check.range("leaseMs", leaseMs, limits.ONCE_LEASE_MS);
}

/** The json of the answer. */
export function checkOnceAnswer(answer: unknown): string {
  return check.json("answer", answer ?? null, limits.ANSWER_BYTES_MAX);
}
