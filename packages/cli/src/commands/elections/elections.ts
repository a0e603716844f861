/** Implements `rota elections verify`, `fleet-key` and `crypto-service`, and lists all commands of elections. */
import {
  createFleetSeed,
  fleetKeysOf,
  type GroupParameters,
  TOY_GROUP_16,
  TOY_GROUP_256,
  TOY_GROUP_64,
} from "@rota/elections";
import { openCryptoService, openRecordFiles, type RecordVerification, verifyInProcesses } from "@rota/elections/node";
import { RotaError } from "@rota/engine";
import type { CommandContext, CommandSpec } from "../../command-spec.ts";
import { choiceFlag, requiredFlag, textFlag, wholeFlag } from "../../flags.ts";
import { answer, count, duration, nouns } from "../../output/answer.ts";
import { createProgressBar } from "../../output/progress-bar.ts";
import { stepLines } from "../../output/table.ts";
import { writeNew } from "../../output/write-output.ts";
import { printReady, runUntilStopped } from "../../run-until-stopped.ts";
import { guardianCommand } from "./guardian.ts";

const TOYS: readonly GroupParameters[] = [TOY_GROUP_16, TOY_GROUP_64, TOY_GROUP_256];
const PROCESSES_MAX = 256;

const verifyElectionCommand: CommandSpec = {
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
  exitOneWhen: "the record is not valid",
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

function verificationLines(verification: RecordVerification & { readonly ms: number }): string[] {
  const { kind, ballots, steps, verdict, ms } = verification;
  const failed = steps.filter((step) => step.verdict === "fail");
  const what = `${kind}, ${nouns(ballots, "ballot", "ballots")}, ${duration(ms)}`;
  return [
    ...stepLines(steps),
    verdict === "valid"
      ? `the record is valid: ${what}`
      : `the record is NOT valid, ${nouns(failed.length, "step fails", "steps fail")}: ${what}`,
  ];
}

const fleetKeyCommand: CommandSpec = {
  name: "elections fleet-key",
  sentence: "make the seed from which workers open what guardians sealed; no other process needs it",
  flags: [{ flag: "--out <file>", sentence: "where the seed goes: a file that only workers can read" }],
  examples: ["rota elections fleet-key --out fleet.seed"],
  run: makeFleetKey,
};

async function makeFleetKey(context: CommandContext): Promise<void> {
  const out = requiredFlag(context, "out", "where the seed goes");
  const seed = createFleetSeed();
  await writeNew(out, `${Buffer.from(seed).toString("base64")}\n`, 0o600);
  const publicKey = Buffer.from(fleetKeysOf(seed).publicKey).toString("base64");
  answer(context, { out, publicKey }, () => [
    publicKey,
    `this is the public key; the seed is in ${out}: give it to workers as ELECTIONS_FLEET_SEED_FILE, and to nobody else`,
  ]);
}

const KEY_VARIABLE = "ELECTIONGUARD_INTERNAL_KEY";
const GROUPS = ["eg-v1-4096", "toy-256"] as const;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;

const cryptoServiceCommand: CommandSpec = {
  name: "elections crypto-service",
  sentence:
    "compute for callers of the source's crypto endpoints until Ctrl-C; it keeps nothing and sees what it is sent",
  flags: [
    { flag: "--host <address>", sentence: `where it listens (default: 127.0.0.1; others need ${KEY_VARIABLE})` },
    { flag: "--port <number>", sentence: "its port (default: 5001)" },
    { flag: "--group <name>", sentence: "the group (default: eg-v1-4096; a toy hides nothing)", choices: [...GROUPS] },
  ],
  examples: ["rota elections crypto-service", "rota elections crypto-service --port 5002 --group toy-256"],
  run: runCryptoService,
};

async function runCryptoService(context: CommandContext): Promise<void> {
  const host = textFlag(context, "host") ?? "127.0.0.1";
  const port = wholeFlag(context, "port", { min: 0, max: 65_535 }) ?? 5_001;
  const group = choiceFlag(context, "group", GROUPS) ?? GROUPS[0];
  const given = process.env[KEY_VARIABLE] ?? "";
  const key = given === "" ? undefined : given;
  if (key === undefined && !LOOPBACK.test(host)) {
    const message = `whoever reaches ${host} could have the service compute: set ${KEY_VARIABLE}, or listen at 127.0.0.1`;
    throw new RotaError("COMMAND_INVALID", message, { host });
  }
  await runUntilStopped(context, async (shutdown) => {
    const service = await openCryptoService({ host, port, key, group, logger: context.logger });
    shutdown.onStop("crypto service", () => service.close());
    printReady(context, { url: service.url, group }, [`${service.url} computes in the group ${group}`]);
  });
}

export const electionsCommands: readonly CommandSpec[] = [
  verifyElectionCommand,
  guardianCommand,
  fleetKeyCommand,
  cryptoServiceCommand,
];
