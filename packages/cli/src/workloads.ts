/** The workloads that are part of this installation, and what they bring along. */
import { migrate, type Database, type MigrateResult, type MigrationSet, type Workload } from "@rota/engine";
import { engineMigrations } from "@rota/engine/internal";
import { electionsMigrations } from "@rota/elections/migrations";
import { ledgerMigrations } from "@rota/ledger/migrations";
import { passportsMigrations } from "@rota/passports/migrations";
import { loadTasks, type LoadedTasks } from "./load-tasks.ts";

/** Loaded when first asked for: commands that neither run tasks nor serve start without them. */
export async function loadWorkloads(): Promise<readonly Workload[]> {
  const { elections } = await import("@rota/elections/workload");
  const { passports } = await import("@rota/passports/workload");
  const { ledger } = await import("@rota/ledger/workload");
  return [elections, passports, ledger];
}

export function workloadMigrations(): Promise<MigrationSet[]> {
  return Promise.all([electionsMigrations(), passportsMigrations(), ledgerMigrations()]);
}

/** The engine's own first: those of workloads build on it. */
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

/** What the module of the user's exports, if one is given, and what the workloads bring along. */
export async function loadAllTasks(module: string | undefined): Promise<LoadedTasks> {
  const workloads = await loadWorkloads();
  const loaded = module === undefined ? { tasks: [], intakes: [] } : await loadTasks(module);
  return {
    ...loaded,
    tasks: [...loaded.tasks, ...workloads.flatMap(({ tasks }) => tasks)],
    intakes: [...loaded.intakes, ...workloads.flatMap(({ intakes }) => intakes)],
  };
}
