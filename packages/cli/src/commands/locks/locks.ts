/** `rota locks [list | show | history | statistics | override]`: says who holds which lock, and ends one in need. */
import type { CommandSpec } from "../../command/command-spec.ts";
import { withSubCommands } from "../../command/sub-commands.ts";
import { listHeldLocks, showHistory, showLock, showStatistics } from "./look-at-locks.ts";
import { overrideLock } from "./override-lock.ts";

export const locksCommand: CommandSpec = withSubCommands({
  name: "locks",
  sentence: "say who holds which lock, who waits for it, what was, and end one in need",
  subCommands: [
    {
      name: "list",
      sentence: "locks that are held, by key",
      flags: ["tenant", "prefix", "holder", "operation", "limit", "after"],
      run: listHeldLocks,
    },
    { name: "show", sentence: "one, and who stands in line", words: ["key"], flags: [], run: showLock },
    { name: "history", sentence: "who had it", words: ["key"], flags: ["limit", "after"], run: showHistory },
    { name: "statistics", sentence: "by operation", flags: ["tenant"], run: showStatistics },
    {
      name: "override",
      sentence: "end it whoever holds it",
      words: ["key"],
      flags: ["actor", "reason"],
      run: overrideLock,
    },
  ],
  words: [{ name: "key", sentence: "of the lock, as it is listed" }],
  flags: [
    { flag: "--tenant <name>", sentence: "only this tenant" },
    { flag: "--prefix <text>", sentence: "only keys that start so" },
    { flag: "--holder <name>", sentence: "only those that this one holds" },
    { flag: "--operation <name>", sentence: "only those of this operation" },
    { flag: "--actor <name>", sentence: "who does it (default: who is logged in)" },
    { flag: "--reason <text>", sentence: "why, for the audit log" },
    { flag: "--limit <count>", sentence: "how many (default: 50, at most 200)" },
    { flag: "--after <place>", sentence: "go on where the page before ended, as it said" },
  ],
  examples: [
    "rota locks --prefix lock:tally:",
    "rota locks show lock:tally:election:42",
    'rota locks override lock:tally:election:42 --reason "its holder is gone"',
  ],
});
