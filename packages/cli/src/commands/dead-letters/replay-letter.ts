/** `rota dead-letters replay <id>`: gives a letter another chance, with another payload if a file is named. */
import { readFile } from "node:fs/promises";
import { replayDeadLetter, RotaError } from "@rota/engine";
import { withMigratedDatabase } from "../../compose.ts";
import { toJson } from "../../to-json.ts";
import type { CommandContext } from "../../with-config.ts";
import { textFlag } from "../audit-log/flags.ts";
import { letterWord, loadDefinitions, readActor, textFlags } from "./flags.ts";

export async function replayLetter(context: CommandContext): Promise<void> {
  const file = textFlag(context, "payload");
  const replay = {
    ...readActor(context),
    ...(await loadDefinitions(context)),
    ...(file === undefined ? {} : { payload: await readPayload(file) }),
    ...textFlags(context, ["tenant", "eventId"]),
    force: context.flags["force"] === true,
  };
  const replayed = await withMigratedDatabase(context, (database) =>
    replayDeadLetter(database, letterWord(context), replay),
  );
  if (context.flags["json"] === true) console.log(toJson(replayed));
  else console.log(SENTENCES[replayed.outcome](replayed.id));
}

const SENTENCES = {
  waiting: (id: string) => `${id} was replayed and waits for its turn`,
  duplicate: (id: string) => `${id} was replayed, and its event had been accepted meanwhile: nothing more is done`,
};

async function readPayload(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    if (cause instanceof SyntaxError)
      throw new RotaError("COMMAND_INVALID", `--payload ${file}: the file holds no json`, { file }, { cause });
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new RotaError("FILE_UNUSABLE", `--payload ${file}: cannot be read: ${code}`, { file }, { cause });
  }
}
