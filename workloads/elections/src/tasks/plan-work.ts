/** Makes the task of a phase out of the payloads of its chunks, under the election's lane and in the source's form. */
import { planTask, type NewTask, type TaskDefinition } from "@rota/engine";
import type { PhaseElection } from "../phases/phase-election.ts";
import { groupOfElection, workLabel, type Work } from "../phases/plan/work-key.ts";

export type PlannedWork<Payload> = {
  readonly work: Work;
  readonly payloads: readonly Payload[];
  readonly cost: number;
};

/** There is no input: the payloads say it all, and there may be more of them than an input may hold. */
export async function planWork<Payload>(
  definition: TaskDefinition<Payload>,
  { electionId, tenant }: Pick<PhaseElection, "electionId" | "tenant">,
  { work, payloads, cost }: PlannedWork<NoInfer<Payload>>,
): Promise<Omit<NewTask, "unique">> {
  const [first] = payloads;
  if (first === undefined) throw new Error(`no chunks for ${workLabel(work)}`);
  const placement = { tenant, group: groupOfElection(electionId), cost, taskKey: { stem: workLabel(work) } };
  const planned = await planTask(definition, first, placement);
  return { ...planned, input: null, isJob: false, chunks: payloads.map((payload) => ({ payload })) };
}
