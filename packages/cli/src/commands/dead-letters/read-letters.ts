/** Reads which letters are meant, and the definitions that they need. */
import type { DeadLetterFilter } from "@rota/engine";
import { choiceFlag, textFlag, textFlags, timeFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { loadTasks, type LoadedTasks } from "../../load-tasks.ts";

export function readFilter(context: CommandContext): DeadLetterFilter {
  const kind = choiceFlag(context, "kind", ["chunk", "event", "parked"]);
  const { from, before } = { from: timeFlag(context, "from"), before: timeFlag(context, "before") };
  return {
    ...(kind === undefined ? {} : { kind }),
    ...textFlags(context, ["tenant", "queue", "type", "intake", "code"]),
    ...(from === undefined ? {} : { from }),
    ...(before === undefined ? {} : { before }),
  };
}

/** Nothing without the flag: not every letter needs a definition. */
export async function loadDefinitions(context: CommandContext): Promise<Partial<LoadedTasks>> {
  const module = textFlag(context, "tasks");
  return module === undefined ? {} : loadTasks(module);
}
