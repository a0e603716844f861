/** `rota elections guardian backups`, `check` and `answer`: rounds 2 and 3 of the key ceremony. */
import { judgeBackups, pointFor, prepareBackups, type BackupVerdict } from "@rota/elections";
import type { CommandContext } from "../../../command/with-config.ts";
import { answer } from "../../../output/answer.ts";
import { oneLine } from "../../../output/one-line.ts";
import { tableLines } from "../../../output/table.ts";
import { neededExchange } from "./exchange/exchange.ts";
import { readOwnKeyFile } from "./own-keys.ts";

export async function leaveBackups(context: CommandContext): Promise<void> {
  const { group, electionId, open } = await readOwnKeyFile(context);
  const exchange = await neededExchange(context, electionId);
  const guardians = await exchange.guardians();
  const backups = prepareBackups(group, { keys: await open(), guardians });
  const told = await exchange.leaveBackups(backups);
  answer(context, { electionId, receivers: backups.map(({ receiverId }) => receiverId) }, () => [told]);
}

export async function checkBackups(context: CommandContext): Promise<void> {
  const { group, electionId, open } = await readOwnKeyFile(context);
  const exchange = await neededExchange(context, electionId);
  const guardians = await exchange.guardians();
  const backups = await exchange.backups();
  const verdicts = judgeBackups(group, { keys: await open(), guardians, backups });
  await exchange.judge(verdicts);
  const wrong = verdicts.filter(({ objection }) => objection !== undefined).length;
  answer(context, { electionId, wrong, verdicts }, () => [
    ...tableLines(["guardian", "backup"], verdicts.map(row)),
    wrong === 0
      ? "every backup can be used: this guardian can stand in for any other"
      : "challenge what cannot be used: its sender has to show the point to everybody, or is replaced",
  ]);
  if (wrong > 0) process.exitCode = 1;
}

/** A point that is published is no secret any more: only those that were challenged are. */
export async function answerChallenges(context: CommandContext): Promise<void> {
  const { group, electionId, open } = await readOwnKeyFile(context);
  const exchange = await neededExchange(context, electionId);
  const keys = await open();
  const receivers = await exchange.challengedBy(keys.public.sequence);
  for (const receiver of receivers) await exchange.publishPoint(receiver, pointFor(group, keys, receiver));
  answer(context, { electionId, receivers }, () => [
    receivers.length === 0
      ? "nobody has challenged a backup of this guardian"
      : `the points for ${receivers.map((receiver) => `guardian ${String(receiver)}`).join(", ")} are published: everybody can check them`,
  ]);
}

function row({ senderId, objection }: BackupVerdict) {
  return [senderId, objection === undefined ? "can be used" : oneLine(objection)];
}
