/** `rota dead-letters discard <id>`: gives a letter up; the record of it is kept. */
import { discardDeadLetter, RotaError } from "@rota/engine";
import { withMigratedDatabase } from "../../compose.ts";
import { toJson } from "../../to-json.ts";
import type { CommandContext } from "../../with-config.ts";
import { letterWord, readActor } from "./flags.ts";

export async function discardLetter(context: CommandContext): Promise<void> {
  const id = letterWord(context);
  const { actor, reason } = readActor(context);
  if (reason === undefined)
    throw new RotaError("COMMAND_INVALID", 'say why with --reason "…": it is kept in the audit log');
  await withMigratedDatabase(context, (database) => discardDeadLetter(database, id, { actor, reason }));
  console.log(context.flags["json"] === true ? toJson({ id, state: "discarded" }) : `${id} was discarded`);
}
