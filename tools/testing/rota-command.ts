/** Runs the command `rota` for tests outside its package, with workloads of this repository. */
import { fileURLToPath } from "node:url";
import { runHere } from "../../packages/cli/test/run-here.ts";
import { compiledPath } from "../compiled/compiled-url.ts";

export { type CliSchema, openCliSchema } from "../../packages/cli/test/cli-schema.ts";
export { tryEverywhere } from "../../packages/cli/test/hostile-places.ts";
export { type Finished, makeFolder, runRota, startRota } from "../../packages/cli/test/run-rota.ts";

export const WORKLOAD_NAMES = ["elections", "passports", "ledger"] as const;
type WorkloadName = (typeof WORKLOAD_NAMES)[number];

const moduleOf = (name: WorkloadName) => new URL(`../../workloads/${name}/src/workload.ts`, import.meta.url);

/** Returns the modules of workloads for the option `workloads` of a command that runs in the test. */
export function workloadModules(names: readonly WorkloadName[] = WORKLOAD_NAMES): string[] {
  return names.map((name) => fileURLToPath(moduleOf(name)));
}

/** Returns the variable that names workloads to a command that runs in its own process. */
export function compiledWorkloads(names: readonly WorkloadName[] = WORKLOAD_NAMES): {
  readonly ROTA_WORKLOADS: string;
} {
  return { ROTA_WORKLOADS: names.map((name) => compiledPath(moduleOf(name))).join(",") };
}

/** Returns `runHere` with workloads. */
export function runHereWith(...names: readonly WorkloadName[]): typeof runHere {
  const chosen = { ROTA_WORKLOADS: workloadModules(names).join(",") };
  return (words, { env, ...surroundings } = {}) => runHere(words, { ...surroundings, env: { ...chosen, ...env } });
}
