/** The table of all commands, in the order in which help lists them. */
import type { CommandSpec } from "../command/command-spec.ts";
import { keysCommand } from "./access/keys.ts";
import { signInCommand } from "./access/sign-in.ts";
import { auditLogCommand } from "./audit-log/audit-log.ts";
import { backupCommand } from "./database/backup.ts";
import { migrateCommand } from "./database/migrate.ts";
import { restoreCommand } from "./database/restore.ts";
import { configCommand } from "./database/show-config.ts";
import { deadLettersCommand } from "./dead-letters/dead-letters.ts";
import { electionsCommands } from "./elections/elections-commands.ts";
import { auditHeadCommand } from "./fairness/audit-head.ts";
import { auditCommand } from "./fairness/audit.ts";
import { lanesCommand } from "./lanes/lanes.ts";
import { ledgerCommands } from "./ledger/ledger-commands.ts";
import { locksCommand } from "./locks/locks.ts";
import { benchCommand } from "./machine/bench/bench.ts";
import { completionCommand } from "./machine/completion.ts";
import { doctorCommand } from "./machine/doctor/doctor.ts";
import { passportsCommands } from "./passports/passports-commands.ts";
import { dispatchCommand } from "./running/dispatch.ts";
import { relayCommand } from "./running/relay.ts";
import { serveCommand } from "./running/serve.ts";
import { startCommand } from "./running/start.ts";
import { workCommand, workProcessCommand } from "./running/work.ts";
import { explainCommand } from "./tasks/explain.ts";
import { tasksCommand } from "./tasks/list-tasks.ts";
import { submitCommand } from "./tasks/submit.ts";
import { taskCommand } from "./tasks/task.ts";
import { webhooksCommand } from "./webhooks/webhooks.ts";

export function allCommands(): readonly CommandSpec[] {
  return [
    serveCommand,
    startCommand,
    workCommand,
    workProcessCommand,
    dispatchCommand,
    relayCommand,
    migrateCommand,
    submitCommand,
    tasksCommand,
    taskCommand,
    explainCommand,
    auditCommand,
    auditHeadCommand,
    lanesCommand,
    locksCommand,
    deadLettersCommand,
    webhooksCommand,
    keysCommand,
    signInCommand,
    auditLogCommand,
    ...electionsCommands,
    ...passportsCommands,
    ...ledgerCommands,
    backupCommand,
    restoreCommand,
    doctorCommand,
    benchCommand,
    configCommand,
    completionCommand(allCommands),
  ];
}
