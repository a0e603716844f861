/** Reads the configuration of a process together with the workloads that it names. */
import { dirname, resolve } from "node:path";
import { type OptionsReading, readConfig, readNamedWorkloads } from "../config/read-config.ts";
import { type LoadOptions, readConfigFile, readSources } from "../config/read-sources.ts";
import { loadWorkloads } from "./load-workloads.ts";
import type { Workload } from "./workload.ts";

/** Configuration with the source of each option, and the workloads that it names. */
export type ConfigReading = OptionsReading & { readonly workloads: readonly Workload[] };

/**
 * Reads the configuration from its defaults, the file, the environment and flags; the later one wins. Loads the workloads
 * that it names first, because they may add names and defaults of options.
 *
 * @example const { config, workloads } = await loadConfig({ env: process.env, flags: {}, cwd: process.cwd() });
 */
export async function loadConfig(options: LoadOptions): Promise<ConfigReading> {
  const file = await readConfigFile(options);
  const workloads = await loadNamedWorkloads(options, file);
  return { ...readConfig(await readSources({ ...options, workloads }, file)), workloads };
}

/** Loads the workloads that the configuration names, without reading its other options. */
export async function findWorkloads(options: LoadOptions): Promise<readonly Workload[]> {
  return loadNamedWorkloads(options, await readConfigFile(options));
}

/** A path in the file of options is relative to the folder of that file, any other to the working folder. */
async function loadNamedWorkloads(
  { env, flags, cwd }: LoadOptions,
  file: Awaited<ReturnType<typeof readConfigFile>>,
): Promise<readonly Workload[]> {
  const { names, isFromFile } = readNamedWorkloads({ env, flags, ...(file === undefined ? {} : { file }) });
  const folder = isFromFile ? dirname(resolve(cwd, file?.path ?? "")) : cwd;
  return loadWorkloads(names, { cwd: folder });
}
