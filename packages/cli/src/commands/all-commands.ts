/** The table of all commands, in the order in which help lists them. */
import type { CommandSpec } from "../command/command-spec.ts";
import { auditLogCommand } from "./audit-log/audit-log.ts";
import { backupCommand } from "./database/backup.ts";
import { migrateCommand } from "./database/migrate.ts";
import { restoreCommand } from "./database/restore.ts";
import { configCommand } from "./database/show-config.ts";
import { deadLettersCommand } from "./dead-letters/dead-letters.ts";
import { auditHeadCommand } from "./fairness/audit-head.ts";
import { auditCommand } from "./fairness/audit.ts";
import { startCommand } from "./running/start.ts";
import { workCommand, workProcessCommand } from "./running/work.ts";
import { explainCommand } from "./tasks/explain.ts";

export function allCommands(): readonly CommandSpec[] {
  return [
    startCommand,
    workCommand,
    workProcessCommand,
    migrateCommand,
    backupCommand,
    restoreCommand,
    explainCommand,
    auditCommand,
    auditHeadCommand,
    auditLogCommand,
    deadLettersCommand,
    configCommand,
  ];
}
