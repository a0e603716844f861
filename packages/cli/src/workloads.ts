/** The workloads that are part of this installation, and what they bring along. */
import { migrate, type Database, type MigrateResult, type MigrationSet, type Workload } from "@rota/engine";
import { loadTasks, type LoadedTasks } from "./load-tasks.ts";

export const WORKLOADS: readonly Workload[] = [];

export function workloadMigrations(): Promise<MigrationSet[]> {
  return Promise.all(WORKLOADS.map((workload) => workload.migrations()));
}

/** Brings the tables of the engine and of every workload up to date. */
export async function migrateAll(
  database: Database,
  options: { readonly isDryRun?: boolean } = {},
): Promise<MigrateResult> {
  const { applied } = await migrate(database, options);
  const all = [...applied];
  for (const migrations of await workloadMigrations())
    all.push(...(await migrate(database, { ...options, migrations })).applied);
  return { applied: all };
}

/** What the module of the user's exports, if one is given, and what the workloads bring along. */
export async function loadAllTasks(module: string | undefined): Promise<LoadedTasks> {
  const loaded = module === undefined ? { tasks: [], intakes: [] } : await loadTasks(module);
  return {
    ...loaded,
    tasks: [...loaded.tasks, ...WORKLOADS.flatMap(({ tasks }) => tasks)],
    intakes: [...loaded.intakes, ...WORKLOADS.flatMap(({ intakes }) => intakes)],
  };
}
