/** `rota dead-letters discard <id>`: gives a letter up; the record of it is kept. */
import { discardDeadLetter, RotaError } from "@rota/engine";
import { readActor } from "../../command/flags.ts";
import { idWord } from "../../command/sub-commands.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import type { CommandContext } from "../../command/with-config.ts";

export async function discardLetter(context: CommandContext): Promise<void> {
  const id = idWord(context);
  const { actor, reason } = readActor(context);
  if (reason === undefined)
    throw new RotaError("COMMAND_INVALID", 'say why with --reason "…": it is kept in the audit log');
  await withMigratedDatabase(context, (database) => discardDeadLetter(database, id, { actor, reason }));
  answer(context, { id, state: "discarded" }, () => [`${id} was discarded`]);
}
