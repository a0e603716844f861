/** `rota dead-letters`: lists what failed for good, the newest first. */
import { listDeadLetters, RotaError, type DeadLetter, type DeadLetterPage, type DeadLetterState } from "@rota/engine";
import { withMigratedDatabase } from "../../compose.ts";
import { toJson } from "../../to-json.ts";
import type { CommandContext } from "../../with-config.ts";
import { numberFlag, oneLine, readFilter, textFlags } from "./flags.ts";

const DEFAULT_LIMIT = 50;

export async function listLetters(context: CommandContext): Promise<void> {
  const { state, after } = textFlags(context, ["state", "after"]);
  const listing = {
    ...readFilter(context),
    ...(state === undefined ? {} : { state: readState(state) }),
    ...(after === undefined ? {} : { after }),
    limit: numberFlag(context, "limit") ?? DEFAULT_LIMIT,
  };
  const page = await withMigratedDatabase(context, (database) => listDeadLetters(database, listing));
  if (context.flags["json"] === true) console.log(toJson(page));
  else for (const line of describePage(page)) console.log(line);
}

function readState(text: string): DeadLetterState {
  if (text === "open" || text === "replayed" || text === "discarded") return text;
  throw new RotaError("COMMAND_INVALID", `--state ${text}: write open, replayed or discarded`);
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
