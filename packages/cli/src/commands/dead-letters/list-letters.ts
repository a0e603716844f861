/** `rota dead-letters`: lists what failed for good, the newest first. */
import { listDeadLetters, type DeadLetter, type DeadLetterPage } from "@rota/engine";
import { choiceFlag, numberFlag, textFlag } from "../../command/flags.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { oneLine } from "../../output/one-line.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { readFilter } from "./read-letters.ts";

const DEFAULT_LIMIT = 50;

export async function listLetters(context: CommandContext): Promise<void> {
  const after = textFlag(context, "after");
  const state = choiceFlag(context, "state", ["open", "replayed", "discarded"]);
  const listing = {
    ...readFilter(context),
    ...(state === undefined ? {} : { state }),
    ...(after === undefined ? {} : { after }),
    limit: numberFlag(context, "limit") ?? DEFAULT_LIMIT,
  };
  const page = await withMigratedDatabase(context, (database) => listDeadLetters(database, listing));
  answer(context, page, describePage);
}

function describePage({ letters, next }: DeadLetterPage): string[] {
  if (letters.length === 0) return ["no dead letters"];
  return [...letters.map(describeLetter), ...(next === undefined ? [] : [`for more, add --after ${next}`])];
}

function describeLetter(letter: DeadLetter): string {
  const { id, at, tenant = "(no tenant)", code = "(no code)", reason = "" } = letter;
  const what = describeSubject(letter);
  return `${at.toISOString()}  ${id}  ${oneLine(`${tenant}: ${what}`)}  ${oneLine(`${code}: ${reason}`)}`;
}

function describeSubject(letter: DeadLetter): string {
  switch (letter.kind) {
    case "chunk":
      return `${letter.type} in ${letter.queue}`;
    case "event":
      return `event ${letter.eventId ?? "(no id)"} of ${letter.intake}`;
    case "parked":
      return `${letter.type} for ${letter.sink}, ${String(letter.waiting)} behind it`;
  }
}
