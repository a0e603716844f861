/** Returns where the compiled form of a source file is: Node runs it directly, which starts much faster than tsx. */
import { fileURLToPath } from "node:url";

export const ROOT_URL = new URL("../../", import.meta.url);
export const COMPILED_URL = new URL(".cache/compiled/", ROOT_URL);
export const BUNDLED_URL = new URL(".cache/bundled/", ROOT_URL);

/** Programs that tests often start, and modules that tests pass to them. Bundled, they start even faster. */
export const PROGRAMS: ReadonlySet<string> = new Set([
  "packages/cli/src/bin.ts",
  "packages/engine/src/index.ts",
  "packages/engine/src/internal.ts",
  "packages/engine/test/support/migrate-in-a-process.ts",
  "packages/bundled-postgres/test/bundled-inserter.ts",
  "packages/engine/test/intake/chaos-consumer.ts",
  "packages/engine/test/fairness/fairness-claimer.ts",
  "packages/engine/test/worker/lease-holder.ts",
  "packages/engine/test/outbox/relay-process.ts",
  "packages/engine/test/support/story-worker.ts",
  "packages/engine/test/webhooks/webhook-engine.ts",
  "packages/engine/test/webhooks/webhook-worker.ts",
  "workloads/elections/src/workload.ts",
  "workloads/ledger/src/workload.ts",
  "workloads/passports/src/workload.ts",
  "workloads/elections/test/phases/phase-server.ts",
  "workloads/elections/test/phases/phase-worker.ts",
  "workloads/ledger/test/faults/ledger-process.ts",
  "workloads/passports/test/life/dying-worker.ts",
  "examples/01-first-task.ts",
  "examples/02-two-phases.ts",
  "examples/03-fair-turns.ts",
  "examples/04-own-writes.ts",
  "examples/05-retry-and-redrive.ts",
  "examples/06-schedule.ts",
  "examples/07-test-a-task.ts",
]);

/** Every engine on PostgreSQL starts this thread. Bundled, it starts in half the time. */
export const THREAD = "packages/engine/src/leases/keeper-thread.ts";
/** Finds the thread beside itself. */
export const THREAD_STARTER = "packages/engine/src/leases/lease-keeper.ts";

/** Returns the URL for processes that tests start; `compile-sources.ts` has written the file before the first test. */
export function compiledUrl(source: URL | string): URL {
  const path = String(source).slice(ROOT_URL.href.length);
  if (!String(source).startsWith(ROOT_URL.href)) throw new Error(`${String(source)} is no file of this repository`);
  const isBundled = PROGRAMS.has(path) || path === THREAD_STARTER;
  return new URL(path.replace(/\.ts$/, ".js"), isBundled ? BUNDLED_URL : COMPILED_URL);
}

export function compiledPath(source: URL | string): string {
  return fileURLToPath(compiledUrl(source));
}
