/** `rota elections guardian [keys | backups | check | answer | rehearse | decrypt | seal]`: what a guardian does, with the key at home. */
import type { CommandSpec } from "../../../command/command-spec.ts";
import { withSubCommands } from "../../../command/sub-commands.ts";
import { answerChallenges, checkBackups, leaveBackups } from "./ceremony-rounds.ts";
import { decrypt } from "./decrypt.ts";
import { makeKeys } from "./make-keys.ts";
import { rehearse } from "./rehearse.ts";
import { seal } from "./seal.ts";

const OPENS = ["keyFile", "passphraseFile"] as const;
const PLACE = ["folder", "server", "tokenFile"] as const;

export const guardianCommand: CommandSpec = withSubCommands({
  name: "elections guardian",
  sentence: "do a guardian's part of an election on this machine, which the secret key never leaves",
  subCommands: [
    {
      name: "rehearse",
      sentence: "does my key file open, and does it match what is published",
      flags: [...OPENS, ...PLACE],
      run: rehearse,
    },
    {
      name: "keys",
      sentence: "round 1: make keys, write the key file, publish the public part",
      flags: [...OPENS, ...PLACE, "election", "guardian", "number", "quorum", "group"],
      run: makeKeys,
    },
    {
      name: "backups",
      sentence: "round 2: check the keys of the others, leave a sealed backup for each",
      flags: [...OPENS, ...PLACE],
      run: leaveBackups,
    },
    {
      name: "check",
      sentence: "round 3: open the backups of the others and say which can be used",
      flags: [...OPENS, ...PLACE],
      run: checkBackups,
    },
    {
      name: "answer",
      sentence: "round 3: publish the points of backups that others challenged, for everybody to check",
      flags: [...OPENS, ...PLACE],
      run: answerChallenges,
    },
    {
      name: "decrypt",
      sentence: "check the tally against the published ballots, then give shares of it",
      flags: [...OPENS, ...PLACE, "missing"],
      run: decrypt,
    },
    {
      name: "seal",
      sentence: "seal the keys to the workers' key instead, so that they decrypt",
      flags: [...OPENS, "fleetKey", "out"],
      run: seal,
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
  examplesNotRun: "guardians are at home; their own test: packages/cli/test/elections-guardian-server.check.ts",
  saysNo: "check found a backup that cannot be used",
});
