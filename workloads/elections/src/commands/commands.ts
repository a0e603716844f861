/** Describes `rota elections verify`, `guardian`, `fleet-key` and `crypto-service`. What they run is loaded with the first of them. */
import type { CommandSpec } from "@rota/engine/workload";
import { CRYPTO_KEY_VARIABLE } from "../compat/spring-settings.ts";
import { GROUPS, TOYS } from "./choices.ts";

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
  run: async (context) => (await import("./election-tools.ts")).verifyElection(context),
};

const OPENS = ["keyFile", "passphraseFile"] as const;
const PLACE = ["folder", "server", "tokenFile"] as const;

const guardianCommand: CommandSpec = {
  name: "elections guardian",
  sentence: "do a guardian's part of an election on this machine, which the secret key never leaves",
  subCommands: [
    {
      name: "rehearse",
      sentence: "does my key file open, and does it match what is published",
      flags: [...OPENS, ...PLACE],
      run: async (context) => (await import("./guardian.ts")).rehearse(context),
    },
    {
      name: "keys",
      sentence: "round 1: make keys, write the key file, publish the public part",
      flags: [...OPENS, ...PLACE, "election", "guardian", "number", "quorum", "group"],
      run: async (context) => (await import("./guardian.ts")).makeKeys(context),
    },
    {
      name: "backups",
      sentence: "round 2: check the keys of the others, leave a sealed backup for each",
      flags: [...OPENS, ...PLACE],
      run: async (context) => (await import("./guardian.ts")).leaveBackups(context),
    },
    {
      name: "check",
      sentence: "round 3: open the backups of the others and say which can be used",
      flags: [...OPENS, ...PLACE],
      run: async (context) => (await import("./guardian.ts")).checkBackups(context),
    },
    {
      name: "answer",
      sentence: "round 3: publish the points of backups that others challenged, for everybody to check",
      flags: [...OPENS, ...PLACE],
      run: async (context) => (await import("./guardian.ts")).answerChallenges(context),
    },
    {
      name: "decrypt",
      sentence: "check the tally against the published ballots, then give shares of it",
      flags: [...OPENS, ...PLACE, "missing"],
      run: async (context) => (await import("./guardian.ts")).decryptTally(context),
    },
    {
      name: "seal",
      sentence: "seal the keys to the workers' key instead, so that they decrypt",
      flags: [...OPENS, "fleetKey", "out"],
      run: async (context) => (await import("./guardian.ts")).seal(context),
    },
  ],
  flags: [
    { flag: "--key-file <file>", sentence: "the guardian's key file" },
    { flag: "--passphrase-file <file>", sentence: "holds the passphrase in its first line (default: it is asked for)" },
    {
      flag: "--folder <path>",
      sentence: "the folder through which guardians exchange files, or the record to decrypt",
    },
    { flag: "--server <url>", sentence: "the election server, instead of a folder" },
    {
      flag: "--token-file <file>",
      sentence: "holds the guardian's token for the server (default: the variable ROTA_ELECTION_TOKEN)",
    },
    { flag: "--election <id>", sentence: "the election" },
    { flag: "--guardian <id>", sentence: "the guardian's id, in a folder" },
    { flag: "--number <number>", sentence: "the guardian's number, from 1" },
    { flag: "--quorum <count>", sentence: "how many guardians can decrypt, in a folder" },
    { flag: "--group <name>", sentence: "the group, in a folder (default: eg-v1-4096)" },
    { flag: "--missing <ids>", sentence: "in a folder: ids of missing guardians to stand in for, separated by commas" },
    { flag: "--fleet-key <file>", sentence: "the workers' public key, as the server gives it" },
    { flag: "--out <file>", sentence: "where the sealed keys go" },
  ],
  examples: [
    "rota elections guardian keys --election 42 --number 2 --key-file ann.key.json --server https://vote.example.org",
    "rota elections guardian backups --key-file ann.key.json --server https://vote.example.org",
    "rota elections guardian check --key-file ann.key.json --folder ceremony",
    "rota elections guardian rehearse --key-file ann.key.json",
    "rota elections guardian decrypt --key-file ann.key.json --folder election_record --missing guardian-3",
  ],
  examplesNotRun: "guardians are at home; their own test: workloads/elections/test/commands/guardian-server.check.ts",
  exitOneWhen: "check found a backup that cannot be used",
};

const fleetKeyCommand: CommandSpec = {
  name: "elections fleet-key",
  sentence: "make the seed from which workers open what guardians sealed; no other process needs it",
  flags: [{ flag: "--out <file>", sentence: "where the seed goes: a file that only workers can read" }],
  examples: ["rota elections fleet-key --out fleet.seed"],
  run: async (context) => (await import("./election-tools.ts")).makeFleetKey(context),
};

const cryptoServiceCommand: CommandSpec = {
  name: "elections crypto-service",
  sentence:
    "compute for callers of the replaced crypto endpoints until Ctrl-C; it keeps nothing and sees what it is sent",
  flags: [
    { flag: "--host <address>", sentence: `where it listens (default: 127.0.0.1; others need ${CRYPTO_KEY_VARIABLE})` },
    { flag: "--port <number>", sentence: "its port (default: 5001)" },
    { flag: "--group <name>", sentence: "the group (default: eg-v1-4096; a toy hides nothing)", choices: [...GROUPS] },
  ],
  examples: ["rota elections crypto-service", "rota elections crypto-service --port 5002 --group toy-256"],
  run: async (context) => (await import("./election-tools.ts")).runCryptoService(context),
};

export const commands: readonly CommandSpec[] = [
  verifyElectionCommand,
  guardianCommand,
  fleetKeyCommand,
  cryptoServiceCommand,
];
