/** Plays the guardians of the demo election: the key ceremony, and a decryption in which two of five are missing. */
import { type Static, Type } from "typebox";
import { Parse } from "typebox/value";
import { createGroup } from "../core/crypto/group.ts";
import { TOY_GROUP_256 } from "../core/crypto/group-parameters.ts";
import { createGuardianKeys, type GuardianKeys } from "../core/guardians/key-ceremony.ts";
import { sealCredential } from "../core/guardians/seal.ts";
import { judgeBackups, prepareBackups } from "../core/home/ceremony-at-home.ts";
import { createGuardianClient, type GuardianClient } from "../core/home/guardian-client.ts";
import { nativeExponentiation } from "../core/node/native-crypto.ts";
import { ask, askOnce, type DemoElection, GUARDIANS, QUORUM, TENANT, tokenHeader } from "./demo-office.ts";

const ROUNDS = 3;

export const demoGroup = createGroup(TOY_GROUP_256, { exponentiation: nativeExponentiation() });

function sealedFile(electionId: string, sequence: number): string {
  return `election-${electionId}-guardian-${String(sequence)}.sealed`;
}

type Guardian = { readonly keys: GuardianKeys; readonly home: GuardianClient };

const Ceremony = Type.Object({
  round: Type.Integer(),
  guardians: Type.Array(Type.Object({ hasPublished: Type.Boolean() })),
});

/** Begins the key ceremony. Keys exist only in this process until they are sealed, so an interrupted ceremony is restarted. */
export async function beginCeremony(election: DemoElection): Promise<void> {
  showCeremony(election, 0);
  const { round, guardians } = Parse(Ceremony, await ask(election, "/ceremony"));
  if (round === 1 && !guardians.some(({ hasPublished }) => hasPublished)) return;
  await ask(election, "/ceremony/restart", { body: { reason: "the process that held it has ended" } });
}

/** Holds the key ceremony that has begun. */
export async function holdCeremony(election: DemoElection): Promise<void> {
  const present = await invite(election);
  await sealKeys(election, present);
  await exchange(election, present);
}

const Tokens = Type.Object({
  tokens: Type.Array(Type.Object({ token: Type.String(), guardianId: Type.String(), sequence: Type.Integer() })),
});

async function giveTokens(election: DemoElection, sequences: readonly number[]) {
  return Parse(Tokens, await ask(election, "/guardians/tokens", { body: { sequences } })).tokens;
}

async function invite(election: DemoElection): Promise<Guardian[]> {
  const { context, electionId } = election;
  const tokens = await giveTokens(
    election,
    GUARDIANS.map((_, index) => index + 1),
  );
  return tokens.map(({ token, guardianId, sequence }) => ({
    keys: createGuardianKeys(demoGroup, { guardianId, sequence, quorum: QUORUM }),
    home: createGuardianClient({ server: context.url, electionId, token }),
  }));
}

const FleetKey = Type.Object({ publicKey: Type.String() });

/** Stores sealed keys in a file, where only workers with the fleet seed can open them. */
async function sealKeys({ context, electionId }: DemoElection, guardians: readonly Guardian[]): Promise<void> {
  const answer = await context.request({ tenant: TENANT, path: "/v1/elections/fleet-key" });
  const publicKey = Buffer.from(Parse(FleetKey, answer).publicKey, "base64");
  for (const { keys } of guardians.slice(0, QUORUM)) {
    const sealed = Buffer.from(sealCredential({ keys, electionId, publicKey })).toString("base64");
    context.folder.replace(sealedFile(electionId, keys.public.sequence), sealed);
  }
}

/** Runs three rounds: public keys, sealed backups for each other, and the check of these backups. */
async function exchange(election: DemoElection, guardians: readonly Guardian[]): Promise<void> {
  let done = 0;
  const isSent = () => showCeremony(election, ++done);
  for (const { home, keys } of guardians) await home.publishKeys(keys.public).then(isSent);
  for (const { home, keys } of guardians)
    await home.sendBackups(prepareBackups(demoGroup, { keys, guardians: await home.guardians() })).then(isSent);
  for (const { home, keys } of guardians) {
    const all = await home.guardians();
    const judged = judgeBackups(demoGroup, { keys, guardians: all, backups: await home.backups(all) });
    await home.judge(judged).then(isSent);
  }
}

function showCeremony({ context }: DemoElection, done: number): void {
  context.show({ name: "election", step: "key ceremony", done, total: ROUNDS * GUARDIANS.length, unit: "messages" });
}

const Board = Type.Object({
  slices: Type.Integer(),
  isComplete: Type.Boolean(),
  guardians: Type.Array(
    Type.Object({
      sequence: Type.Integer(),
      state: Type.String(),
      ownSlices: Type.Integer(),
      compensatedFor: Type.Array(Type.Object({ slices: Type.Integer() })),
    }),
  ),
});
type Board = Static<typeof Board>;

/** Reads the state of the decryption once and does what is possible. */
export async function decrypt(election: DemoElection): Promise<void> {
  const board = Parse(Board, await ask(election, "/decryption"));
  const waiting = board.guardians.filter(({ sequence, state }) => sequence <= QUORUM && state === "WAITING");
  const decrypted = board.guardians.filter(({ state }) => state === "DECRYPTED").length;
  const absent = board.guardians.filter(({ sequence, state }) => sequence > QUORUM && state !== "MISSING");
  show(election, board);
  if (waiting.length > 0)
    await submitKeys(
      election,
      waiting.map(({ sequence }) => sequence),
    );
  else if (decrypted >= QUORUM && absent.length > 0)
    await askOnce(election, "/decryption/missing", { body: { guardians: absent.map(({ sequence }) => sequence) } });
  else if (board.isComplete && absent.length === 0) await askOnce(election, "/combine");
}

/** Shows the progress: each present guardian gives a share of every slice, and then one for each missing guardian. */
function show({ context }: DemoElection, { slices, guardians }: Board): void {
  const missing = guardians.filter(({ state }) => state === "MISSING").length;
  const own = guardians.map(({ ownSlices }) => ownSlices);
  const compensated = guardians.flatMap(({ compensatedFor }) => compensatedFor.map((one) => one.slices));
  const [step, given, each] = missing === 0 ? ["decryption", own, 1] : ["compensation", compensated, missing];
  const done = given.reduce((sum, count) => sum + count, 0);
  context.show({ name: "election", step, done, total: Math.max(1, slices) * QUORUM * each, unit: "shares" });
}

/** Submits the sealed keys of guardians, which start their decryption. */
async function submitKeys(election: DemoElection, sequences: readonly number[]): Promise<void> {
  const { context, electionId } = election;
  for (const { sequence, token } of await giveTokens(election, sequences)) {
    const body = { sealed: context.folder.read(sealedFile(electionId, sequence)) };
    await askOnce(election, "/decryption/credential", { headers: tokenHeader(token), body });
  }
}
