/** `rota dead-letters [list | show | replay | replay-all | discard]`: looks through what failed for good and decides about it. */
import { runSubCommand, type SubCommand } from "../../sub-commands.ts";
import type { CommandContext } from "../../with-config.ts";
import { discardLetter } from "./discard-letter.ts";
import { listLetters } from "./list-letters.ts";
import { replayAll } from "./replay-all.ts";
import { replayLetter } from "./replay-letter.ts";
import { showLetter } from "./show-letter.ts";

const FILTER = ["kind", "tenant", "queue", "type", "intake", "code", "from", "before"];
const ACT = ["actor", "reason", "json"];

const WISHES: readonly SubCommand[] = [
  { name: "list", flags: [...FILTER, "state", "limit", "after", "json"], run: listLetters },
  { name: "show", flags: ["tasks", "json"], words: ["id"], run: showLetter },
  {
    name: "replay",
    flags: [...ACT, "tasks", "payload", "tenant", "eventId", "force"],
    words: ["id"],
    run: replayLetter,
  },
  { name: "replay-all", flags: [...ACT, ...FILTER, "tasks", "limit", "rate"], run: replayAll },
  { name: "discard", flags: ACT, words: ["id"], run: discardLetter },
];

export const DEAD_LETTER_WISHES = WISHES.map(({ name }) => name);

export function deadLetters(context: CommandContext): Promise<void> {
  return runSubCommand("dead-letters", WISHES, context);
}
