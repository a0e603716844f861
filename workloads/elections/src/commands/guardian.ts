/** Runs `rota elections guardian`: the key ceremony, decryption and sealing on the guardian's own machine. */
import { RotaError } from "@rota/engine";
import type { CommandContext } from "@rota/engine/workload";
import { fingerprintOf } from "../core/guardians/guardian-secret.ts";
import { createGuardianKeys } from "../core/guardians/key-ceremony.ts";
import { createKeyFile } from "../core/guardians/key-file.ts";
import { sealCredential } from "../core/guardians/seal.ts";
import { judgeBackups, pointFor, prepareBackups } from "../core/home/ceremony-at-home.ts";
import { decryptAtHome } from "../core/home/decrypt-at-home.ts";
import { createGuardianClient } from "../core/home/guardian-client.ts";
import { groupOf, nativeScrypt } from "../core/node/native-crypto.ts";
import { ElectionError } from "../errors.ts";
import { openExchange, readToken, requiredExchange, serverAddress } from "./guardian-exchange.ts";
import { firstLine, readOwnKeyFile, readPassphrase } from "./guardian-keys.ts";

const GUARDIANS_MAX = 20;

export async function makeKeys(context: CommandContext): Promise<void> {
  const electionId = context.flags.required("election", "for which election the keys are");
  const keyFile = context.flags.required("keyFile", "where the key file goes");
  const exchange = await requiredExchange(context, electionId);
  const { group: name, ...guardian } = await readPlace(context, electionId);
  const group = groupOf(name);
  const passphrase = await readPassphrase(context, { isNew: true });
  const keys = createGuardianKeys(group, guardian);
  // The keys are stored before they are published: published keys that are then lost would end the ceremony.
  await context.output.writeNew(
    keyFile,
    await createKeyFile(group, { keys, passphrase, electionId, scrypt: nativeScrypt }),
    0o600,
  );
  const summary = await exchange.publishKeys(keys.public);
  const made = { electionId, guardianId: guardian.guardianId, keyFile, fingerprint: fingerprintOf(keys.public) };
  context.output.answer(made, () => [
    ...context.output.facts(
      Object.entries({ guardian: made.guardianId, "key file": keyFile, fingerprint: made.fingerprint }),
    ),
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
  const sequence = context.flags.whole("number", { min: 1, max: GUARDIANS_MAX });
  if (sequence === undefined) throw new RotaError("COMMAND_INVALID", "say which guardian you are with --number");
  const server = context.flags.text("server");
  if (server === undefined) {
    const quorum = context.flags.whole("quorum", { min: 1, max: GUARDIANS_MAX });
    if (quorum === undefined) throw new RotaError("COMMAND_INVALID", "say how many can decrypt with --quorum");
    const guardianId = context.flags.required("guardian", "what your id is");
    return { group: context.flags.text("group") ?? "eg-v1-4096", guardianId, sequence, quorum };
  }
  const access = { server: serverAddress(server), electionId, token: await readToken(context) };
  const { group, quorum, guardianIds } = await createGuardianClient(access).board();
  const guardianId = guardianIds.get(sequence);
  if (guardianId !== undefined) return { group, guardianId, sequence, quorum };
  throw new RotaError("COMMAND_INVALID", `--number ${String(sequence)}: election ${electionId} has no such guardian`);
}

export async function leaveBackups(context: CommandContext): Promise<void> {
  const { group, electionId, open } = await readOwnKeyFile(context);
  const exchange = await requiredExchange(context, electionId);
  const guardians = await exchange.guardians();
  const backups = prepareBackups(group, { keys: await open(), guardians });
  const summary = await exchange.leaveBackups(backups);
  context.output.answer({ electionId, receivers: backups.map(({ receiverId }) => receiverId) }, () => [summary]);
}

export async function checkBackups(context: CommandContext): Promise<void> {
  const { group, electionId, open } = await readOwnKeyFile(context);
  const exchange = await requiredExchange(context, electionId);
  const guardians = await exchange.guardians();
  const backups = await exchange.backups();
  const verdicts = judgeBackups(group, { keys: await open(), guardians, backups });
  await exchange.judge(verdicts);
  const wrong = verdicts.filter(({ objection }) => objection !== undefined).length;
  context.output.answer({ electionId, wrong, verdicts }, () => [
    ...context.output.table(
      ["guardian", "backup"],
      verdicts.map(({ senderId, objection }) => [
        senderId,
        objection === undefined ? "can be used" : context.output.oneLine(objection),
      ]),
    ),
    wrong === 0
      ? "every backup can be used: this guardian can stand in for any other"
      : "challenge what cannot be used: its sender has to show the point to everybody, or is replaced",
  ]);
  if (wrong > 0) process.exitCode = 1;
}

/** Publishes the points of challenged backups only, since a published point is no longer secret. */
export async function answerChallenges(context: CommandContext): Promise<void> {
  const { group, electionId, open } = await readOwnKeyFile(context);
  const exchange = await requiredExchange(context, electionId);
  const keys = await open();
  const receivers = await exchange.challengedBy(keys.public.sequence);
  for (const receiver of receivers) await exchange.publishPoint(receiver, pointFor(group, keys, receiver));
  context.output.answer({ electionId, receivers }, () => [
    receivers.length === 0
      ? "nobody has challenged a backup of this guardian"
      : `the points for ${receivers.map((receiver) => `guardian ${String(receiver)}`).join(", ")} are published: everybody can check them`,
  ]);
}

/** Checks that the key file opens and that its public keys match the published ones, before they are needed. */
export async function rehearse(context: CommandContext): Promise<void> {
  const { electionId, fingerprint, group, open } = await readOwnKeyFile(context);
  const exchange = await openExchange(context, electionId);
  const published = exchange === undefined ? undefined : await exchange.guardians();
  const { guardianId } = (await open()).public;
  const own = published?.find((guardian) => guardian.guardianId === guardianId);
  if (published !== undefined && (own === undefined || fingerprintOf(own) !== fingerprint)) {
    const what = own === undefined ? "no keys of" : "other keys for";
    const message = `${what} guardian ${guardianId} are published than those in the key file: tell the other guardians`;
    throw new ElectionError("CEREMONY_INVALID", message, { guardianId });
  }
  const isPublished = published === undefined ? null : true;
  context.output.answer({ electionId, guardianId, group: group.name, fingerprint, isPublished }, () => [
    ...context.output.facts(
      Object.entries({ election: electionId, guardian: guardianId, group: group.name, fingerprint }),
    ),
    isPublished === null
      ? "the key file opens; compare the fingerprint with the published one, or give --folder or --server"
      : "the key file opens, and its public keys are the published ones",
  ]);
}

/** Computes the shares of the tally on this machine, also for missing guardians. */
export async function decryptTally(context: CommandContext): Promise<void> {
  const { group, electionId, open } = await readOwnKeyFile(context);
  const exchange = await requiredExchange(context, electionId);
  const bar = context.output.progress("shares");
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
  context.output.answer({ electionId, cast, challenged, missing, slices: made.shares.length }, () => [
    `the tally is the sum of ${context.output.nouns(cast, "cast ballot", "cast ballots")}, each with valid proofs; ${context.output.nouns(challenged, "ballot", "ballots")} challenged`,
    summary,
  ]);
}

/** Seals the keys for the workers, so that they decrypt on behalf of the guardian. */
export async function seal(context: CommandContext): Promise<void> {
  const out = context.flags.required("out", "where the sealed keys go");
  const fleetKey = await firstLine(
    context.flags.required("fleetKey", "which file holds the workers' key"),
    "--fleet-key",
  );
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(fleetKey))
    throw new ElectionError(
      "SEALING_KEY_INVALID",
      "the file of --fleet-key holds no base64: save the server's answer again",
    );
  const { electionId, open } = await readOwnKeyFile(context);
  const keys = await open();
  const sealed = sealCredential({ keys, electionId, publicKey: Buffer.from(fleetKey, "base64") });
  await context.output.writeNew(out, `${Buffer.from(sealed).toString("base64")}\n`, 0o600);
  context.output.answer({ electionId, guardianId: keys.public.guardianId, out }, () => [
    `the sealed keys are in ${out}: only the workers can open them, and only for election ${electionId}`,
  ]);
}
