/** The workloads that are part of this installation: what they add to the server, to workers and to the command line. */
import type { IntakeDefinition, Operation, TaskDefinition } from "@rota/engine";
import type { CommandSpec } from "./command/command-spec.ts";

export type Workload = {
  /** The first word of its commands: `rota elections …`. */
  readonly name: string;
  /** Each named by the workload and a word of its own: `elections open`. */
  readonly commands: readonly CommandSpec[];
  readonly tasks: readonly TaskDefinition[];
  readonly intakes: readonly IntakeDefinition[];
  /** What it adds to the HTTP API. */
  readonly operations: readonly Operation[];
};

export const WORKLOADS: readonly Workload[] = [];
