/** A guardian's work in its own browser: keys, backups, shares. The secret key never leaves this worker unsealed. */
import { answerOf, createClient } from "@rota/client";
import {
  createGuardianClient,
  createGuardianKeys,
  createKeyFile,
  decryptAtHome,
  judgeBackups,
  openKeyFile,
  pointFor,
  prepareBackups,
  sealCredential,
} from "@rota/elections";
import { groupNamed } from "./group-named.ts";
import type { Jobs, OnProgress } from "./jobs.ts";

export function makeKeys(work: Jobs["makeKeys"]["work"], onProgress: OnProgress): Promise<string> {
  const { guardianId, sequence, quorum, electionId, passphrase } = work;
  onProgress({ text: "Making keys" });
  const group = groupNamed(work.group);
  const keys = createGuardianKeys(group, { guardianId, sequence, quorum });
  onProgress({ text: "Locking the key file" });
  return createKeyFile(group, { keys, electionId, passphrase });
}

type Keyed = Jobs["publishKeys"]["work"];

export async function publishKeys(work: Keyed, onProgress: OnProgress): Promise<string> {
  const { keys, client } = await open(work, onProgress);
  onProgress({ text: "Publishing the public keys" });
  await client.publishKeys(keys.public);
  return "Your public keys are published. The key file opened with your passphrase: keep both.";
}

export async function backUp(work: Keyed, onProgress: OnProgress): Promise<string> {
  const { group, keys, client } = await open(work, onProgress);
  onProgress({ text: "Checking the others' keys and sealing a backup for each" });
  const backups = prepareBackups(group, { keys, guardians: await client.guardians() });
  await client.sendBackups(backups);
  return `${String(backups.length)} backups are left for the others.`;
}

export async function judge(work: Keyed, onProgress: OnProgress): Promise<string> {
  const { group, keys, client } = await open(work, onProgress);
  const guardians = await client.guardians();
  onProgress({ text: "Opening the backups that the others left" });
  const verdicts = judgeBackups(group, { keys, guardians, backups: await client.backups(guardians) });
  await client.judge(verdicts);
  const wrong = verdicts.filter(({ objection }) => objection !== undefined);
  if (wrong.length === 0) return `All ${String(verdicts.length)} backups can be used.`;
  return `Challenged: ${wrong.map(({ senderId, objection }) => `${senderId}, ${objection ?? ""}`).join("; ")}`;
}

/** Points become public by this, one for each receiver who could not use its backup. */
export async function answer(work: Jobs["answer"]["work"], onProgress: OnProgress): Promise<string> {
  const { group, keys } = await open(work, onProgress);
  const { server, electionId, token, receivers } = work;
  const client = createClient({ baseUrl: server });
  const params = { path: { electionId }, header: { "x-election-token": token } };
  for (const receiver of receivers) {
    const body = { receiver, point: pointFor(group, keys, receiver).toString(16) };
    await client.POST("/v1/elections/{electionId}/ceremony/points", { params, body });
  }
  return "The points are published for everybody to check.";
}

/** Shares that were taken before are found again by the server, so doing it once more goes on where it stopped. */
export async function decrypt(work: Keyed, onProgress: OnProgress): Promise<string> {
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

/** For elections whose shares are not made at home, and for guardians who cannot stay: only the workers open it. */
export async function seal(work: Keyed, onProgress: OnProgress): Promise<string> {
  const { keys } = await open(work, onProgress);
  const { server, electionId, token } = work;
  const client = createClient({ baseUrl: server });
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
