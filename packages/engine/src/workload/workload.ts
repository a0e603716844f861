/** Defines a workload: everything that one application adds to the engine, the server, the command line and the dashboard. */
import type { WorkloadSettings } from "../config/workload-settings.ts";
import type { MigrationSet } from "../database/migration-set.ts";
import { type ErrorTable, RotaError } from "../errors.ts";
import type { IntakeDefinition } from "../intake/define-intake.ts";
import type { Operation } from "../operations/operation.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import type { WebhookFormat } from "../webhooks/webhook-format.ts";
import type { CommandSpec } from "./command.ts";
import type { WorkloadDemo } from "./demo.ts";
import type { WorkloadPages } from "./pages.ts";

/** Description of an application: facts that cost nothing to read, and functions that load the rest when it is needed. */
export type Workload = {
  /** First word of the names of its tasks, tables, operations and commands: `library`. */
  readonly name: string;
  /** Heading in help and in the navigation of the dashboard: `Library`. */
  readonly title: string;
  /** Reads its tables and functions, which are applied after the engine's. The set has the name of the workload. Default: none. */
  readonly migrations?: () => Promise<MigrationSet>;
  /** Codes of its errors, which `defineErrors` makes into a class. */
  readonly errors: ErrorTable;
  /** Names and defaults of options that the systems that it replaces used. */
  readonly settings: WorkloadSettings;
  /** Pages of the dashboard. Default: none. */
  readonly pages?: WorkloadPages;
  /** Folder of its documentation, whose first page is `README.md`. The help of its commands names it. Default: none. */
  readonly docs?: URL;
  /** Loads what runs and what the server offers. */
  load(): Promise<WorkloadParts>;
  /** Loads its commands, whose names begin with the name of the workload. */
  commands(): Promise<readonly CommandSpec[]>;
  /** Loads its part of the demo. Default: none. */
  readonly demo?: () => Promise<WorkloadDemo>;
};

/** Parts of a workload that run tasks and answer requests. */
export type WorkloadParts = {
  readonly tasks: readonly TaskDefinition[];
  readonly intakes: readonly IntakeDefinition[];
  readonly operations: readonly Operation[];
  /** Forms of webhook requests beside the standard one. */
  readonly webhookFormats: readonly WebhookFormat[];
};

/** Workload to define; only its name is required. */
export type NewWorkload = Pick<Workload, "name"> &
  Partial<Omit<Workload, "name" | "load">> & {
    readonly load?: () => Promise<Partial<WorkloadParts>>;
  };

const NAME = /^[a-z][a-z0-9-]*$/;

export function isWorkloadName(text: string): boolean {
  return NAME.test(text);
}

/**
 * Describes an application that runs on the engine. Its module exports the workload by default, and configuration names
 * the module: `workloads: ["./library.mjs"]`.
 *
 * @example
 * export default defineWorkload({
 *   name: "library",
 *   migrations: () => readMigrations("library", fileURLToPath(new URL("./sql", import.meta.url))),
 *   load: () => import("./parts.ts"),
 *   commands: async () => (await import("./commands.ts")).commands,
 * });
 */
export function defineWorkload({ load, ...given }: NewWorkload): Workload {
  if (!isWorkloadName(given.name))
    throw new RotaError("WORKLOAD_INVALID", `workload name ${JSON.stringify(given.name)} is not in lower case`);
  return {
    title: given.name.charAt(0).toUpperCase() + given.name.slice(1),
    errors: {},
    settings: {},
    commands: () => Promise.resolve([]),
    ...given,
    async load() {
      const { tasks = [], intakes = [], operations = [], webhookFormats = [] } = (await load?.()) ?? {};
      return { tasks, intakes, operations, webhookFormats };
    },
  };
}
