/** Waits of tests end with their condition; their time limit is only for what never comes, and long, since machines are busy. */
import { vi } from "vitest";

const TIMEOUT_MS = 20_000;

const { waitFor, waitUntil } = vi;

vi.waitFor = (condition, options) => waitFor(condition, patiently(options));
vi.waitUntil = (condition, options) => waitUntil(condition, patiently(options));

function patiently<Options extends { timeout?: number }>(options: number | Options | undefined) {
  return typeof options === "number" ? options : { timeout: TIMEOUT_MS, ...options };
}
