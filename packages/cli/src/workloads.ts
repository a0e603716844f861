/** Lists the workloads of this installation with their tasks, intakes and migrations. */
import { migrate, type Database, type MigrateResult, type MigrationSet, type Workload } from "@rota/engine";
import { engineMigrations } from "@rota/engine/internal";
import { electionsMigrations } from "@rota/elections/migrations";
import { ledgerMigrations } from "@rota/ledger/migrations";
import { passportsMigrations } from "@rota/passports/migrations";
import { loadTasks, type LoadedTasks } from "./load-tasks.ts";

/** Loads the workloads on first use, so that commands without tasks start faster. */
export async function loadWorkloads(): Promise<readonly Workload[]> {
  const { default: elections } = await import("@rota/elections/workload");
  const { default: passports } = await import("@rota/passports/workload");
  const { default: ledger } = await import("@rota/ledger/workload");
  return [elections, passports, ledger];
}

export function workloadMigrations(): Promise<MigrationSet[]> {
  return Promise.all([electionsMigrations(), passportsMigrations(), ledgerMigrations()]);
}

/** Returns all migrations, the engine's first, because those of workloads build on them. */
export async function allMigrations(): Promise<MigrationSet[]> {
  return [await engineMigrations(), ...(await workloadMigrations())];
}

/** Brings the tables of the engine and of every workload up to date. */
export async function migrateAll(
  database: Database,
  options: { readonly isDryRun?: boolean } = {},
): Promise<MigrateResult> {
  const all: string[] = [];
  for (const migrations of await allMigrations())
    all.push(...(await migrate(database, { ...options, migrations })).applied);
  return { applied: all };
}

/** Loads the user's module, if one is given, together with the tasks and intakes of the workloads. */
export async function loadAllTasks(module: string | undefined): Promise<LoadedTasks> {
  const parts = await Promise.all((await loadWorkloads()).map((workload) => workload.load()));
  const loaded = module === undefined ? { tasks: [], intakes: [] } : await loadTasks(module);
  return {
    ...loaded,
    tasks: [...loaded.tasks, ...parts.flatMap(({ tasks }) => tasks)],
    intakes: [...loaded.intakes, ...parts.flatMap(({ intakes }) => intakes)],
  };
}
