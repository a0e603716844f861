/** `rota dead-letters replay <id>`: gives a letter another chance, with another payload if a file is named. */
import { replayDeadLetter } from "@rota/engine";
import { readActor, textFlag, textFlags } from "../../command/flags.ts";
import { readJsonFile } from "../../command/read-json.ts";
import { idWord } from "../../command/sub-commands.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { loadDefinitions } from "./read-letters.ts";

export async function replayLetter(context: CommandContext): Promise<void> {
  const file = textFlag(context, "payload");
  const replay = {
    ...readActor(context),
    ...(await loadDefinitions(context)),
    ...(file === undefined ? {} : { payload: await readJsonFile("--payload", file) }),
    ...textFlags(context, ["tenant", "eventId"]),
    force: context.flags["force"] === true,
  };
  const replayed = await withMigratedDatabase(context, (database) =>
    replayDeadLetter(database, idWord(context), replay),
  );
  answer(context, replayed, ({ outcome, id }) => [SENTENCES[outcome](id)]);
}

const SENTENCES = {
  waiting: (id: string) => `${id} was replayed and waits for its turn`,
  duplicate: (id: string) => `${id} was replayed, and its event had been accepted meanwhile: nothing more is done`,
};
