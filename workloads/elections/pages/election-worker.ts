/** Runs the cryptographic jobs of voters, guardians and observers in a web worker. */
import { answerOf, createClient } from "@rota/client";
import type { paths } from "../src/api-types.generated.ts";
import { GROUP_V1_4096, TOY_GROUP_256 } from "../src/core/crypto/group-parameters.ts";
import { createGroup, type Group } from "../src/core/crypto/group.ts";
import { createGuardianKeys } from "../src/core/guardians/key-ceremony.ts";
import { createKeyFile, openKeyFile } from "../src/core/guardians/key-file.ts";
import { sealCredential } from "../src/core/guardians/seal.ts";
import { judgeBackups, pointFor, prepareBackups } from "../src/core/home/ceremony-at-home.ts";
import { decryptAtHome } from "../src/core/home/decrypt-at-home.ts";
import { createGuardianClient } from "../src/core/home/guardian-client.ts";
import { encryptAtHome, repeatOpened } from "../src/core/home/vote-at-home.ts";
import type { RecordFiles } from "../src/core/records/record-files.ts";
import { openRecord, type RecordReport } from "../src/verify/open-record.ts";
import { STEPS } from "../src/verify/report.ts";
import { unzipSync } from "fflate";
import type { JobRequest, JobName, Jobs, OnProgress, WorkerMessage } from "./jobs.ts";

type Work<Name extends JobName> = (
  work: Jobs[Name]["work"],
  onProgress: OnProgress,
) => Jobs[Name]["answer"] | Promise<Jobs[Name]["answer"]>;

const WORKS: { readonly [Name in JobName]: Work<Name> } = {
  encrypt,
  repeat,
  verify,
  makeKeys,
  publishKeys,
  backUp,
  judge,
  answer,
  decrypt,
  seal,
};

const send = (message: WorkerMessage): void => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<JobRequest>) => {
  run(data).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : "the computation failed";
    send({ kind: "refused", code: codeOf(error), message });
  });
});

async function run<Name extends JobName>({ name, work }: JobRequest<Name>): Promise<void> {
  send({ kind: "answer", answer: await WORKS[name](work, (progress) => send({ kind: "progress", progress })) });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function encrypt({ group, ...vote }: Jobs["encrypt"]["work"], onProgress: OnProgress) {
  onProgress({ text: "Encrypting" });
  return encryptAtHome(groupNamed(group), vote);
}

function repeat({ group, ...opened }: Jobs["repeat"]["work"]): string | null {
  return repeatOpened(groupNamed(group), opened) ?? null;
}

const EVERY_MS = 100;

/** Verifies a record and reports its progress at most ten times a second. */
function verify({ group, zip }: Jobs["verify"]["work"], onProgress: OnProgress): RecordReport {
  onProgress({ text: "Reading the record" });
  const record = openRecord(recordInZip(zip), { group: groupNamed(group) });
  let reportedAt = 0;
  return record.verify({
    onProgress: ({ step, checked }) => {
      if (Date.now() - reportedAt < EVERY_MS) return;
      reportedAt = Date.now();
      onProgress({ text: `${step}: ${String(checked)} checked`, done: STEPS.indexOf(step), total: STEPS.length });
    },
  });
}

/** Creates the keys of a guardian. The secret key never leaves this worker unsealed. */
function makeKeys(work: Jobs["makeKeys"]["work"], onProgress: OnProgress): Promise<string> {
  const { guardianId, sequence, quorum, electionId, passphrase } = work;
  onProgress({ text: "Making keys" });
  const group = groupNamed(work.group);
  const keys = createGuardianKeys(group, { guardianId, sequence, quorum });
  onProgress({ text: "Locking the key file" });
  return createKeyFile(group, { keys, electionId, passphrase });
}

type Keyed = Jobs["publishKeys"]["work"];

async function publishKeys(work: Keyed, onProgress: OnProgress): Promise<string> {
  const { keys, client } = await open(work, onProgress);
  onProgress({ text: "Publishing the public keys" });
  await client.publishKeys(keys.public);
  return "Your public keys are published. The key file opened with your passphrase: keep both.";
}

async function backUp(work: Keyed, onProgress: OnProgress): Promise<string> {
  const { group, keys, client } = await open(work, onProgress);
  onProgress({ text: "Checking the others' keys and sealing a backup for each" });
  const backups = prepareBackups(group, { keys, guardians: await client.guardians() });
  await client.sendBackups(backups);
  return `${String(backups.length)} backups are left for the others.`;
}

async function judge(work: Keyed, onProgress: OnProgress): Promise<string> {
  const { group, keys, client } = await open(work, onProgress);
  const guardians = await client.guardians();
  onProgress({ text: "Opening the backups that the others left" });
  const verdicts = judgeBackups(group, { keys, guardians, backups: await client.backups(guardians) });
  await client.judge(verdicts);
  const wrong = verdicts.filter(({ objection }) => objection !== undefined);
  if (wrong.length === 0) return `All ${String(verdicts.length)} backups can be used.`;
  return `Challenged: ${wrong.map(({ senderId, objection }) => `${senderId}, ${objection ?? ""}`).join("; ")}`;
}

/** Publishes points, one for each receiver who could not use its backup. */
export async function answer(work: Jobs["answer"]["work"], onProgress: OnProgress): Promise<string> {
  const { group, keys } = await open(work, onProgress);
  const { server, electionId, token, receivers } = work;
  const client = createClient<paths>({ baseUrl: server });
  const params = { path: { electionId }, header: { "x-election-token": token } };
  for (const receiver of receivers) {
    const body = { receiver, point: pointFor(group, keys, receiver).toString(16) };
    await client.POST("/v1/elections/{electionId}/ceremony/points", { params, body });
  }
  return "The points are published for everybody to check.";
}

/** Computes and sends the shares. A repeated run continues, since the server returns the shares it already has. */
async function decrypt(work: Keyed, onProgress: OnProgress): Promise<string> {
  const { group, keys, client } = await open(work, onProgress);
  onProgress({ text: "Checking that the tally is the sum of the published ballots" });
  const published = await client.published(group);
  const numbers = await client.missing();
  const missing = published.guardians
    .filter(({ sequence }) => numbers.includes(sequence))
    .map(({ guardianId }) => guardianId);
  const backups = missing.length === 0 ? [] : await client.backups(published.guardians);
  const { cast, shares } = await decryptAtHome(group, {
    keys,
    published,
    missing,
    backups,
    onProgress: ({ done, total }) => onProgress({ text: "Making shares", done, total }),
  });
  for (const [index, slice] of shares.entries()) {
    onProgress({ text: "Sending shares", done: index, total: shares.length });
    await client.giveShares(slice);
  }
  return `The tally is the sum of ${cast === 1 ? "1 published ballot" : `${String(cast)} published ballots`}; your shares of it are sent.`;
}

/** Seals the key to the workers, for elections with shares from workers and for guardians who cannot stay. */
async function seal(work: Keyed, onProgress: OnProgress): Promise<string> {
  const { keys } = await open(work, onProgress);
  const { server, electionId, token } = work;
  const client = createClient<paths>({ baseUrl: server });
  onProgress({ text: "Sealing the keys to the workers" });
  const { publicKey } = await answerOf(client.GET("/v1/elections/fleet-key"));
  const bytes = Uint8Array.from(atob(publicKey), (character) => character.charCodeAt(0));
  const sealed = btoa(String.fromCharCode(...sealCredential({ keys, electionId, publicKey: bytes })));
  const params = { path: { electionId }, header: { "x-election-token": token } };
  await client.POST("/v1/elections/{electionId}/decryption/credential", { params, body: { sealed } });
  return "The workers decrypt with your sealed keys. They forget them when that is done, and after six hours at the latest.";
}

async function open({ group: name, keyFile, passphrase, ...at }: Keyed, onProgress: OnProgress) {
  onProgress({ text: "Opening the key file" });
  const group = groupNamed(name);
  const { electionId, guardianId } = at;
  const keys = await openKeyFile(group, { file: keyFile, passphrase, electionId, guardianId });
  return { group, keys, client: createGuardianClient(at) };
}

const GROUPS = [GROUP_V1_4096, TOY_GROUP_256];

function groupNamed(name: string): Group {
  const parameters = GROUPS.find((group) => group.name === name);
  if (parameters !== undefined) return createGroup(parameters);
  throw new Error(`these pages know no group ${name}: use the command rota elections`);
}

function recordInZip(zip: Uint8Array): RecordFiles {
  const files = unzipSync(zip);
  const decoder = new TextDecoder();
  return {
    list: (folder) =>
      Object.keys(files)
        .filter((name) => name.startsWith(`${folder}/`) && name.endsWith(".json"))
        .sort(),
    read: (name) => {
      const bytes = files[name];
      return bytes === undefined ? undefined : decoder.decode(bytes);
    },
  };
}
