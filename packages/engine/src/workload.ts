/** Defines a workload: its tables, its tasks, the intakes of its events, and its operations of the HTTP API. */
import type { MigrationSet } from "./database/migration-set.ts";
import { RotaError } from "./errors.ts";
import type { IntakeDefinition } from "./intake/define-intake.ts";
import type { Operation } from "./operations/operation.ts";
import type { TaskDefinition } from "./tasks/define-task.ts";

/** Tables, tasks, intakes and operations of one application. */
export type Workload = {
  /** First word of the names of its tasks, tables, operations and commands: `elections`. */
  readonly name: string;
  /** Reads the workload's migrations, which are applied after the engine's. The name of their set is the workload's name. */
  migrations(): Promise<MigrationSet>;
  readonly tasks: readonly TaskDefinition[];
  readonly intakes: readonly IntakeDefinition[];
  readonly operations: readonly Operation[];
};

/** Parts of a workload; only name and migrations are required. */
export type NewWorkload = Pick<Workload, "name" | "migrations"> & Partial<Workload>;

const NAME = /^[a-z][a-z0-9-]*$/;

/**
 * Bundles the tables, tasks, intakes and operations of one application. Refuses a name that cannot be the first word of a
 * command.
 *
 * @example
 * export const elections = defineWorkload({
 *   name: "elections",
 *   migrations: () => readMigrations("elections", folder),
 *   tasks: [tallyCreation],
 *   operations: [openElection],
 * });
 */
export function defineWorkload({ name, tasks = [], intakes = [], operations = [], ...rest }: NewWorkload): Workload {
  if (!NAME.test(name))
    throw new RotaError("TASK_DEFINITION_INVALID", `workload name ${JSON.stringify(name)} is not in lower case`);
  return { name, tasks, intakes, operations, ...rest };
}
