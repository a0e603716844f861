/** Plans the jobs that do parts of batches. */
import { planTask, type NewTask, type TaskDefinition } from "@rota/engine";
import { isPart, PART_SIZE, type BatchPart } from "../life/batches/batch-part.ts";

/** Apart from what is asked for one by one, which does not wait behind a batch. */
const BATCHES_GROUP = "passports-batches";

export type PartPlacement = { readonly tenant: string; readonly submittedBy?: string };

/** There is one job of its type for a part, whoever asks for it. It uses up as much of a share as its passports would one by one. */
export async function planPart<Given>(
  definition: TaskDefinition<Given | BatchPart>,
  part: BatchPart,
  placement: PartPlacement,
): Promise<NewTask> {
  const unique = { key: `${part.batchId}:${String(part.from)}` };
  return planTask(definition, part, { ...placement, group: BATCHES_GROUP, unique, cost: PART_SIZE });
}

/** Reads the input of a task that does one thing or a part of a batch. */
export function orPart<One>(readOne: (given: unknown) => One): (given: unknown) => One | BatchPart {
  return (given) => (isPart(given) ? given : readOne(given));
}
