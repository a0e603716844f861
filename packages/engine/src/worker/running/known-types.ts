/** Says what runs a chunk, by the id of type and version that the chunk carries. Pure. */
import type { TaskDefinition } from "../../tasks/definition/define-task.ts";
import { finishTypeId, typeId } from "../../tasks/lanes/lane-id.ts";
import { AttemptTally } from "../attempt-counts.ts";

/** A chunk of the work itself, or the one that follows when all of it is done. */
export type KnownType = {
  readonly definition: TaskDefinition;
  readonly isFinish: boolean;
  /** The same one for all versions of a type. */
  readonly tally: AttemptTally;
};

/** Whatever is missing here is left to other workers. */
export function knownTypes(definitions: readonly TaskDefinition[]): ReadonlyMap<string, KnownType> {
  const known = new Map<string, KnownType>();
  const tallies = new Map(definitions.map(({ name }) => [name, new AttemptTally(name)]));
  for (const definition of definitions) {
    const tally = tallies.get(definition.name) ?? new AttemptTally(definition.name);
    const type = { type: definition.name, version: definition.version };
    known.set(String(typeId(type)), { definition, isFinish: false, tally });
    known.set(String(finishTypeId(type)), { definition, isFinish: true, tally });
  }
  return known;
}
