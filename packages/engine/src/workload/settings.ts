/** Contract of the options that a workload changes for those who come from the system that it replaces. */
import type { Config, OptionName } from "../config/config.ts";
import type { AddressParts } from "../config/option.ts";

/** Names and defaults that a workload adds to the options of the configuration. */
export type WorkloadSettings = {
  /** Other names of options in the environment. A `ROTA_` name wins. */
  readonly aliases?: Readonly<Partial<Record<OptionName, OptionAliases>>>;
  /** Defaults in place of the engine's. Two workloads must not give one option different defaults. */
  readonly defaults?: Readonly<Partial<Config>>;
  /** Variables of the environment that the workload itself reads, for hints about misspelled names. */
  readonly variables?: readonly string[];
};

/** Names in the environment that set one option. */
export type OptionAliases = {
  readonly names?: readonly string[];
  /** Names whose value is in seconds, for an option in milliseconds. */
  readonly namesInSeconds?: readonly string[];
  /** Names that together make up an address. */
  readonly parts?: AddressParts;
};
