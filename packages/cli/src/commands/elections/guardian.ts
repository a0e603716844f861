/** Implements `rota elections guardian`: the key ceremony, decryption and sealing on the guardian's own machine. */
import {
  type BackupVerdict,
  createGuardianClient,
  createGuardianKeys,
  createKeyFile,
  decryptAtHome,
  fingerprintOf,
  judgeBackups,
  pointFor,
  prepareBackups,
  sealCredential,
} from "@rota/elections";
import { groupOf, nativeScrypt } from "@rota/elections/node";
import { RotaError } from "@rota/engine";
import type { CommandContext, CommandSpec } from "../../command-spec.ts";
import { requiredFlag, textFlag, wholeFlag } from "../../flags.ts";
import { answer, nouns, oneLine } from "../../output/answer.ts";
import { createProgressBar } from "../../output/progress-bar.ts";
import { factLines, tableLines } from "../../output/table.ts";
import { writeNew } from "../../output/write-output.ts";
import { withSubCommands } from "../../sub-commands.ts";
import { openExchange, readToken, requiredExchange, serverAddress } from "./guardian-exchange.ts";
import { firstLine, readOwnKeyFile, readPassphrase } from "./guardian-keys.ts";

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
  exitOneWhen: "check found a backup that cannot be used",
});

const GUARDIANS_MAX = 20;

async function makeKeys(context: CommandContext): Promise<void> {
  const electionId = requiredFlag(context, "election", "for which election the keys are");
  const keyFile = requiredFlag(context, "keyFile", "where the key file goes");
  const exchange = await requiredExchange(context, electionId);
  const { group: name, ...guardian } = await readPlace(context, electionId);
  const group = groupOf(name);
  const passphrase = await readPassphrase(context, { isNew: true });
  const keys = createGuardianKeys(group, guardian);
  // The keys are stored before they are published: published keys that are then lost would end the ceremony.
  await writeNew(keyFile, await createKeyFile(group, { keys, passphrase, electionId, scrypt: nativeScrypt }), 0o600);
  const summary = await exchange.publishKeys(keys.public);
  const made = { electionId, guardianId: guardian.guardianId, keyFile, fingerprint: fingerprintOf(keys.public) };
  answer(context, made, () => [
    ...factLines(Object.entries({ guardian: made.guardianId, "key file": keyFile, fingerprint: made.fingerprint })),
    summary,
    "keep a copy of the key file elsewhere: without it and its passphrase you cannot decrypt",
  ]);
}

type Place = {
  readonly group: string;
  readonly guardianId: string;
  readonly sequence: number;
  readonly quorum: number;
};

/** Reads the guardian's place in the election: from the server, or with a folder from the flags. */
async function readPlace(context: CommandContext, electionId: string): Promise<Place> {
  const sequence = wholeFlag(context, "number", { min: 1, max: GUARDIANS_MAX });
  if (sequence === undefined) throw new RotaError("COMMAND_INVALID", "say which guardian you are with --number");
  const server = textFlag(context, "server");
  if (server === undefined) {
    const quorum = wholeFlag(context, "quorum", { min: 1, max: GUARDIANS_MAX });
    if (quorum === undefined) throw new RotaError("COMMAND_INVALID", "say how many can decrypt with --quorum");
    const guardianId = requiredFlag(context, "guardian", "what your id is");
    return { group: textFlag(context, "group") ?? "eg-v1-4096", guardianId, sequence, quorum };
  }
  const access = { server: serverAddress(server), electionId, token: await readToken(context) };
  const { group, quorum, guardianIds } = await createGuardianClient(access).board();
  const guardianId = guardianIds.get(sequence);
  if (guardianId !== undefined) return { group, guardianId, sequence, quorum };
  throw new RotaError("COMMAND_INVALID", `--number ${String(sequence)}: election ${electionId} has no such guardian`);
}

async function leaveBackups(context: CommandContext): Promise<void> {
  const { group, electionId, open } = await readOwnKeyFile(context);
  const exchange = await requiredExchange(context, electionId);
  const guardians = await exchange.guardians();
  const backups = prepareBackups(group, { keys: await open(), guardians });
  const summary = await exchange.leaveBackups(backups);
  answer(context, { electionId, receivers: backups.map(({ receiverId }) => receiverId) }, () => [summary]);
}

async function checkBackups(context: CommandContext): Promise<void> {
  const { group, electionId, open } = await readOwnKeyFile(context);
  const exchange = await requiredExchange(context, electionId);
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

/** Publishes the points of challenged backups only, since a published point is no longer secret. */
async function answerChallenges(context: CommandContext): Promise<void> {
  const { group, electionId, open } = await readOwnKeyFile(context);
  const exchange = await requiredExchange(context, electionId);
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

/** Checks that the key file opens and that its public keys match the published ones, before they are needed. */
async function rehearse(context: CommandContext): Promise<void> {
  const { electionId, fingerprint, group, open } = await readOwnKeyFile(context);
  const exchange = await openExchange(context, electionId);
  const published = exchange === undefined ? undefined : await exchange.guardians();
  const { guardianId } = (await open()).public;
  const own = published?.find((guardian) => guardian.guardianId === guardianId);
  if (published !== undefined && (own === undefined || fingerprintOf(own) !== fingerprint)) {
    const what = own === undefined ? "no keys of" : "other keys for";
    const message = `${what} guardian ${guardianId} are published than those in the key file: tell the other guardians`;
    throw new RotaError("CEREMONY_INVALID", message, { guardianId });
  }
  const isPublished = published === undefined ? null : true;
  answer(context, { electionId, guardianId, group: group.name, fingerprint, isPublished }, () => [
    ...factLines(Object.entries({ election: electionId, guardian: guardianId, group: group.name, fingerprint })),
    isPublished === null
      ? "the key file opens; compare the fingerprint with the published one, or give --folder or --server"
      : "the key file opens, and its public keys are the published ones",
  ]);
}

/** Computes the shares of the tally on this machine, also for missing guardians. */
async function decrypt(context: CommandContext): Promise<void> {
  const { group, electionId, open } = await readOwnKeyFile(context);
  const exchange = await requiredExchange(context, electionId);
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
  const summary = await exchange.giveShares(keys.public.guardianId, made.shares);
  const { cast, challenged } = made;
  answer(context, { electionId, cast, challenged, missing, slices: made.shares.length }, () => [
    `the tally is the sum of ${nouns(cast, "cast ballot", "cast ballots")}, each with valid proofs; ${nouns(challenged, "ballot", "ballots")} challenged`,
    summary,
  ]);
}

/** Seals the keys for the workers, so that they decrypt on behalf of the guardian. */
async function seal(context: CommandContext): Promise<void> {
  const out = requiredFlag(context, "out", "where the sealed keys go");
  const fleetKey = await firstLine(
    requiredFlag(context, "fleetKey", "which file holds the workers' key"),
    "--fleet-key",
  );
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(fleetKey))
    throw new RotaError(
      "SEALING_KEY_INVALID",
      "the file of --fleet-key holds no base64: save the server's answer again",
    );
  const { electionId, open } = await readOwnKeyFile(context);
  const keys = await open();
  const sealed = sealCredential({ keys, electionId, publicKey: Buffer.from(fleetKey, "base64") });
  await writeNew(out, `${Buffer.from(sealed).toString("base64")}\n`, 0o600);
  answer(context, { electionId, guardianId: keys.public.guardianId, out }, () => [
    `the sealed keys are in ${out}: only the workers can open them, and only for election ${electionId}`,
  ]);
}
