/** The task definitions that a worker knows, by name and version. */
import { RotaError } from "../../errors.ts";
import type { TaskDefinition } from "./define-task.ts";

export type TaskRegistry = {
  readonly definitions: readonly TaskDefinition[];
  readonly find: (name: string, version: number) => FoundTask;
};

/** What is unknown is left to other workers: during a deployment it is nobody's mistake. */
export type FoundTask =
  | { readonly kind: "found"; readonly definition: TaskDefinition }
  | { readonly kind: "unknown_name" }
  | { readonly kind: "unknown_version"; readonly versions: readonly number[] };

/** Several versions of one name are fine, two definitions of one name and version are refused. */
export function createTaskRegistry(definitions: readonly TaskDefinition[]): TaskRegistry {
  const byName = new Map<string, Map<number, TaskDefinition>>();
  for (const definition of definitions) {
    const versions = byName.get(definition.name) ?? new Map<number, TaskDefinition>();
    if (versions.has(definition.version)) throw duplicate(definition);
    byName.set(definition.name, versions.set(definition.version, definition));
  }
  return { definitions: [...definitions], find: (name, version) => find(byName.get(name), version) };
}

function find(versions: ReadonlyMap<number, TaskDefinition> | undefined, version: number): FoundTask {
  if (versions === undefined) return { kind: "unknown_name" };
  const definition = versions.get(version);
  if (definition !== undefined) return { kind: "found", definition };
  return { kind: "unknown_version", versions: [...versions.keys()].sort((a, b) => a - b) };
}

function duplicate({ name, version }: TaskDefinition): RotaError {
  return new RotaError(
    "TASK_DEFINITION_DUPLICATE",
    `task "${name}" is defined twice in version ${String(version)}: give one of them another name or version`,
    { task: name, version },
  );
}
