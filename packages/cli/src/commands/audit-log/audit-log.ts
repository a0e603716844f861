/** `rota audit-log [list | verify | head]`: shows who did what, says whether the log is as it was written, prints its heads. */
import type { CommandSpec } from "../../command/command-spec.ts";
import { withSubCommands } from "../../command/sub-commands.ts";
import { listEntries } from "./list-entries.ts";
import { printHeads } from "./print-heads.ts";
import { verifyEntries } from "./verify-entries.ts";

export const auditLogCommand: CommandSpec = withSubCommands({
  name: "audit-log",
  sentence: "show who did what, or say whether the log of it is as it was written",
  subCommands: [
    {
      name: "list",
      sentence: "show entries, the newest first",
      flags: ["tenant", "actor", "action", "subject", "subjectId", "limit", "after"],
      run: listEntries,
    },
    { name: "verify", sentence: "compute every hash again", flags: ["tenant", "head"], run: verifyEntries },
    { name: "head", sentence: "print the heads, one line of json each", flags: ["tenant"], run: printHeads },
  ],
  flags: [
    { flag: "--tenant <name>", sentence: "only this tenant (default: all of them)" },
    { flag: "--actor <name>", sentence: "only what this one did" },
    { flag: "--action <name>", sentence: "only this action" },
    { flag: "--subject <type>", sentence: "only what was done to subjects of this type" },
    { flag: "--subject-id <id>", sentence: "only what was done to this one of them" },
    { flag: "--limit <count>", sentence: "how many entries (default: 50, at most 1000)" },
    { flag: "--after <place>", sentence: "go on where the page before ended, as it said" },
    {
      flag: "--head <file>",
      sentence: "what rota audit-log head printed earlier; finds a log that was cut off or written anew",
    },
  ],
  examples: [
    "rota audit-log --tenant ann --actor op@example.org",
    "rota audit-log head > heads.jsonl",
    "rota audit-log verify --head heads.jsonl",
  ],
  saysNo: "verify finds that the log is not as it was written",
});
