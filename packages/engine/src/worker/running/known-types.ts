/** Says what runs a chunk, by the id of type and version that the chunk carries. Pure. */
import type { TaskDefinition } from "../../tasks/definition/define-task.ts";
import { finishTypeId, typeId } from "../../tasks/lanes/lane-id.ts";

/** A chunk of the work itself, or the one that follows when all of it is done. */
export type KnownType = { readonly definition: TaskDefinition; readonly isFinish: boolean };

/** Whatever is missing here is left to other workers. */
export function knownTypes(definitions: readonly TaskDefinition[]): ReadonlyMap<string, KnownType> {
  const known = new Map<string, KnownType>();
  for (const definition of definitions) {
    const type = { type: definition.name, version: definition.version };
    known.set(String(typeId(type)), { definition, isFinish: false });
    known.set(String(finishTypeId(type)), { definition, isFinish: true });
  }
  return known;
}
