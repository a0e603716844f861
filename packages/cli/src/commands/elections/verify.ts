/** `rota elections verify <record>`: checks a published record without a database; exits with 1 if it is not valid. */
import { TOY_GROUP_16, TOY_GROUP_256, TOY_GROUP_64, type GroupParameters } from "@rota/elections";
import { openRecordFiles, verifyInProcesses, type RecordVerification } from "@rota/elections/node";
import type { CommandSpec } from "../../command/command-spec.ts";
import { choiceFlag, wholeFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { answer } from "../../output/answer.ts";
import { count, nouns } from "../../output/one-line.ts";
import { createProgressBar } from "../../output/progress-bar.ts";
import { verificationLines } from "./verification-lines.ts";

const TOYS: readonly GroupParameters[] = [TOY_GROUP_16, TOY_GROUP_64, TOY_GROUP_256];
const PROCESSES_MAX = 256;

export const verifyElectionCommand: CommandSpec = {
  name: "elections verify",
  sentence: "check every proof, sum and count of a published election record; needs no database",
  words: [{ name: "record", sentence: "its folder or zip file: ElectionGuard 0.95, 1.4, 1.91 or 2.0" }],
  flags: [
    { flag: "--processes <count>", sentence: "how many processes look at ballots (default: one for each core)" },
    {
      flag: "--group <name>",
      sentence: "a toy group that a practice election used; it hides nothing (default: the group of the version)",
      choices: TOYS.map(({ name }) => name),
    },
  ],
  examples: ["rota elections verify election_record", "rota elections verify election_record.zip --json"],
  saysNo: "the record is not valid",
  run: verifyElection,
};

async function verifyElection(context: CommandContext): Promise<void> {
  const files = openRecordFiles(context.words[0] ?? "");
  const processes = wholeFlag(context, "processes", { min: 1, max: PROCESSES_MAX });
  const name = choiceFlag(
    context,
    "group",
    TOYS.map((toy) => toy.name),
  );
  const parameters = TOYS.find((toy) => toy.name === name);
  const bar = createProgressBar("ballots");
  const started = performance.now();
  const verification = await verifyInProcesses(files, {
    ...(processes === undefined ? {} : { processes }),
    ...(parameters === undefined ? {} : { parameters }),
    logger: context.logger,
    onBallots: ({ done, total }) =>
      bar.show({ done, total, note: `${count(done)} of ${nouns(total, "ballot", "ballots")}` }),
  }).finally(() => bar.clear());
  const answered: RecordVerification & { readonly ms: number } = {
    ...verification,
    ms: Math.round(performance.now() - started),
  };
  answer(context, answered, verificationLines);
  if (parameters !== undefined)
    context.logger.warn(
      { group: parameters.name },
      "a toy group hides nothing: this shows that a practice election was counted right, and no more",
    );
  if (verification.verdict === "invalid") process.exitCode = 1;
}
