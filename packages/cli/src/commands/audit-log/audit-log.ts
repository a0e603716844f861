/** `rota audit-log [list | verify | head]`: shows who did what, says whether the log is as it was written, prints its heads. */
import { runSubCommand, type SubCommand } from "../../sub-commands.ts";
import type { CommandContext } from "../../with-config.ts";
import { listEntries } from "./list-entries.ts";
import { printHeads } from "./print-heads.ts";
import { verifyEntries } from "./verify-entries.ts";

const WISHES: readonly SubCommand[] = [
  {
    name: "list",
    flags: ["tenant", "actor", "action", "subject", "subjectId", "limit", "after", "json"],
    run: listEntries,
  },
  { name: "verify", flags: ["tenant", "head", "json"], run: verifyEntries },
  { name: "head", flags: ["tenant"], run: printHeads },
];

export const AUDIT_LOG_WISHES = WISHES.map(({ name }) => name);

export function auditLog(context: CommandContext): Promise<void> {
  return runSubCommand("audit-log", WISHES, context);
}
