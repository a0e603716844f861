/**
 * Waits of tests end with their condition; their time limit is long, because machines are busy, and only for a
 * condition that is never met.
 */
import { vi } from "vitest";

const TIMEOUT_MS_MIN = 120_000;
/** A process runs several files, and this module before each of them. */
const ONCE = Symbol.for("rota.patient-waits");

if (!Reflect.has(vi, ONCE)) {
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (condition, options) => waitFor(condition, patiently(options));
  vi.waitUntil = (condition, options) => waitUntil(condition, patiently(options));
  Reflect.set(vi, ONCE, true);
}

function patiently<Options extends { timeout?: number }>(options: number | Options | undefined) {
  if (typeof options === "number") return Math.max(options, TIMEOUT_MS_MIN);
  return { ...options, timeout: Math.max(options?.timeout ?? 0, TIMEOUT_MS_MIN) };
}
