/** `rota elections guardian decrypt`: gives shares of a tally, once it was found to be the sum of the published ballots. */
import { decryptAtHome } from "@rota/elections";
import type { CommandContext } from "../../../command/with-config.ts";
import { answer } from "../../../output/answer.ts";
import { nouns } from "../../../output/one-line.ts";
import { createProgressBar } from "../../../output/progress-bar.ts";
import { neededExchange } from "./exchange/exchange.ts";
import { readOwnKeyFile } from "./own-keys.ts";

export async function decrypt(context: CommandContext): Promise<void> {
  const { group, electionId, open } = await readOwnKeyFile(context);
  const exchange = await neededExchange(context, electionId);
  const bar = createProgressBar("shares");
  const missing = await exchange.missing();
  const published = await exchange.published(group);
  const backups = missing.length === 0 ? [] : await exchange.backups();
  const keys = await open();
  const made = await decryptAtHome(group, {
    keys,
    published,
    missing,
    backups,
    onProgress: ({ done, total }) => bar.show({ done, total }),
  }).finally(() => bar.clear());
  const told = await exchange.giveShares(keys.public.guardianId, made.shares);
  const { cast, challenged } = made;
  answer(context, { electionId, cast, challenged, missing, slices: made.shares.length }, () => [
    `the tally is the sum of ${nouns(cast, "cast ballot", "cast ballots")}, each with valid proofs; ${nouns(challenged, "ballot", "ballots")} challenged`,
    told,
  ]);
}
