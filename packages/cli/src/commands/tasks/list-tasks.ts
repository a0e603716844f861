/** `rota tasks`: lists tasks, the newest first. */
import { listTasks, TASK_TRANSITIONS, type TaskState, type TaskView } from "@rota/engine";
import type { CommandSpec } from "../../command/command-spec.ts";
import { choiceFlag, numberFlag, textFlags } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { ago, count } from "../../output/one-line.ts";
import { listLines, stateCell, type Cell } from "../../output/table.ts";

const STATES = Object.keys(TASK_TRANSITIONS).filter((state): state is TaskState =>
  Object.hasOwn(TASK_TRANSITIONS, state),
);

export const tasksCommand: CommandSpec = {
  name: "tasks",
  sentence: "list tasks and jobs, the newest first",
  flags: [
    { flag: "--state <state>", sentence: `only those in this state: ${STATES.join(", ")}` },
    { flag: "--type <name>", sentence: "only those of this type" },
    { flag: "--queue <name>", sentence: "only those of this queue" },
    { flag: "--tenant <name>", sentence: "only those of this tenant" },
    { flag: "--group <name>", sentence: "only those of this group of the tenant" },
    { flag: "--key <key>", sentence: "only the one that a workload gave this key" },
    { flag: "--limit <count>", sentence: "how many (default: 50, at most 200)" },
    { flag: "--after <place>", sentence: "go on where the page before ended, as it said" },
  ],
  examples: ["rota tasks --state FAILED", "rota tasks --tenant ann --group books --json"],
  run: tasks,
};

async function tasks(context: CommandContext): Promise<void> {
  const listing = {
    ...textFlags(context, ["type", "queue", "tenant", "group", "key", "after"]),
    state: choiceFlag(context, "state", STATES),
    limit: numberFlag(context, "limit"),
  };
  const page = await withMigratedDatabase(context, (database) => listTasks(database, listing));
  answer(context, page, ({ items, next }) => listLines({ rows: items.map(toRow), next, nothing: "no tasks" }, HEAD));
}

const HEAD = ["task", "state", "type", "tenant", "group", "chunks", "done", "submitted"];

function toRow({ taskId, state, type, tenant, group, total, percent, submittedAt }: TaskView): Cell[] {
  const done = `${String(Math.floor(percent))} %`;
  return [String(taskId), stateCell(state), type, tenant, group, count(total), done, ago(submittedAt)];
}
