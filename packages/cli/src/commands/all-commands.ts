/** Lists the commands of the engine in the order of the help. */
import type { CommandSpec } from "../command-spec.ts";
import { keysCommand, signInCommand } from "./access.ts";
import { auditLogCommand } from "./audit-log.ts";
import { backupCommand, migrateCommand, restoreCommand } from "./database.ts";
import { configCommand, doctorCommand } from "./doctor.ts";
import { deadLettersCommand } from "./dead-letters.ts";
import { auditCommand, auditHeadCommand } from "./audit.ts";
import { lanesCommand } from "./lanes.ts";
import { locksCommand } from "./locks.ts";
import { benchCommand } from "./bench.ts";
import { completionCommand } from "./completion.ts";
import { dispatchCommand, workCommand, workProcessCommand } from "./work.ts";
import { relayCommand } from "./relay.ts";
import { serveCommand, startCommand } from "./serve.ts";
import { explainCommand, taskCommand, tasksCommand } from "./tasks.ts";
import { submitCommand } from "./submit.ts";
import { webhooksCommand } from "./webhooks.ts";

/** Puts commands under a heading of the help of `rota`. */
function under(heading: string, commands: readonly CommandSpec[]): CommandSpec[] {
  return commands.map((command) => ({ ...command, heading }));
}

/** Returns all commands: those of the engine, then the given ones of workloads. */
export function allCommands(ofWorkloads: readonly CommandSpec[] = []): readonly CommandSpec[] {
  const all: readonly CommandSpec[] = [
    ...under("Run:", [serveCommand, startCommand, workCommand, workProcessCommand, dispatchCommand, relayCommand]),
    ...under("Tasks:", [submitCommand, tasksCommand, taskCommand, explainCommand, lanesCommand, deadLettersCommand]),
    ...under("Locks and webhooks:", [locksCommand, webhooksCommand]),
    ...under("Access:", [keysCommand, signInCommand, auditLogCommand]),
    ...under("Maintenance:", [
      ...[doctorCommand, configCommand, migrateCommand, backupCommand, restoreCommand],
      ...[auditCommand, auditHeadCommand, benchCommand, completionCommand(() => all)],
    ]),
    ...ofWorkloads,
  ];
  return all;
}
