/** `rota dead-letters [list | show | replay | replay-all | discard]`: looks through what failed for good and decides about it. */
import type { CommandSpec } from "../../command/command-spec.ts";
import { withSubCommands } from "../../command/sub-commands.ts";
import { discardLetter } from "./discard-letter.ts";
import { listLetters } from "./list-letters.ts";
import { replayAll } from "./replay-all.ts";
import { replayLetter } from "./replay-letter.ts";
import { showLetter } from "./show-letter.ts";

const FILTER = ["kind", "tenant", "queue", "type", "intake", "code", "from", "before"];
const ACT = ["actor", "reason"];

export const deadLettersCommand: CommandSpec = withSubCommands({
  name: "dead-letters",
  sentence: "look through what failed for good, chunks and events, and decide about it",
  subCommands: [
    { name: "list", sentence: "the newest first", flags: [...FILTER, "state", "limit", "after"], run: listLetters },
    { name: "show", sentence: "all that is kept", flags: ["tasks"], words: ["id"], run: showLetter },
    {
      name: "replay",
      sentence: "try it again",
      flags: [...ACT, "tasks", "payload", "tenant", "eventId", "force"],
      words: ["id"],
      run: replayLetter,
    },
    {
      name: "replay-all",
      sentence: "many, at a rate",
      flags: [...ACT, ...FILTER, "tasks", "limit", "rate"],
      run: replayAll,
    },
    { name: "discard", sentence: "give it up", flags: ACT, words: ["id"], run: discardLetter },
  ],
  words: [{ name: "id", sentence: "of a letter, as it is listed: chunk-17-3, event-42 or parked-1-7" }],
  flags: [
    { flag: "--kind <kind>", sentence: "chunk, event or, of the outbox, parked (default: all)" },
    { flag: "--tenant <name>", sentence: "only this tenant; with replay: that of a message that says none" },
    { flag: "--queue <name>", sentence: "only chunks of this queue" },
    { flag: "--type <name>", sentence: "only chunks of this type of task" },
    { flag: "--intake <name>", sentence: "only events of this intake" },
    { flag: "--code <code>", sentence: "only those that failed with this code" },
    { flag: "--from <time>", sentence: "only those that failed at this time or later" },
    { flag: "--before <time>", sentence: "only those that failed earlier" },
    { flag: "--state <state>", sentence: "open, replayed or discarded (default: open)" },
    { flag: "--limit <count>", sentence: "how many at most; of a list: 50, up to 1000" },
    { flag: "--after <place>", sentence: "go on where the page before ended, as it said" },
    { flag: "--tasks <module>", sentence: "the module that exports tasks, intakes and the codec" },
    { flag: "--payload <file>", sentence: "with another payload, the json of this file" },
    { flag: "--event-id <id>", sentence: "that of a message that says none" },
    { flag: "--force", sentence: "also when it was discarded" },
    { flag: "--rate <count>", sentence: "how many a second at most (default: 100)" },
    { flag: "--actor <name>", sentence: "who does it (default: who is logged in)" },
    { flag: "--reason <text>", sentence: "why, for the audit log" },
  ],
  examples: [
    "rota dead-letters --tenant ann --code ECONNREFUSED",
    "rota dead-letters show chunk-17-3",
    'rota dead-letters replay chunk-17-3 --payload mended.json --tasks tasks.mjs --reason "a page was missing"',
    "rota dead-letters replay-all --code ECONNREFUSED --rate 20",
    'rota dead-letters discard event-42 --reason "sent by mistake"',
  ],
  saysNo: "replay-all could not replay some",
});
