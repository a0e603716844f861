/** Submits a task by the name of its definition, for callers that come from outside the program. */
import type { WithCodec } from "../../codec/payload-codec.ts";
import { RotaError } from "../../errors.ts";
import type { TaskDefinition } from "../../tasks/definition/define-task.ts";
import { planUnknown } from "../../tasks/definition/plan-task.ts";
import type { SubmittedTask } from "../../tasks/new-task.ts";
import type { SubmitTogether } from "./submit-together.ts";
import { DEFAULT_PLACE, submitOne, type SubmitOptions } from "./submit-task.ts";

export type NamedSubmission = {
  /** The name of a definition. */
  readonly type: string;
  /** Default: the highest that is defined. */
  readonly version?: number;
  readonly input?: unknown;
  readonly options?: SubmitOptions;
};

export type NamedSubmissionParts = WithCodec & {
  readonly definitions: readonly TaskDefinition[];
  readonly submitTogether: SubmitTogether;
};

/** The input may be anything: `plan` checks it. */
export async function submitNamed(
  { type, version, input, options = {} }: NamedSubmission,
  { definitions, submitTogether, codec }: NamedSubmissionParts,
): Promise<SubmittedTask> {
  const definition = findDefinition(definitions, { type, version });
  const { in: on, ...placement } = options;
  const task = await planUnknown(definition, input, { ...DEFAULT_PLACE, ...placement });
  return on === undefined ? submitTogether(task) : submitOne(on, task, codec);
}

function findDefinition(
  definitions: readonly TaskDefinition[],
  { type, version }: Pick<NamedSubmission, "type"> & { readonly version: number | undefined },
): TaskDefinition {
  const named = definitions.filter(({ name }) => name === type).sort((a, b) => b.version - a.version);
  const found = named.find((definition) => version === undefined || definition.version === version);
  if (found !== undefined) return found;
  const versions = named.map((definition) => String(definition.version)).join(", ");
  const reason =
    named.length === 0
      ? "this process does not know it: give it the module that defines it"
      : `it is known in version ${versions} only`;
  throw new RotaError("TASK_TYPE_UNKNOWN", `task "${type.slice(0, 200)}" cannot be submitted here: ${reason}`, {
    type: type.slice(0, 200),
  });
}
