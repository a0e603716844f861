/** Plays the guardians of the demo election: the key ceremony, and a decryption in which two of five are missing. */
import { answerOf, type RotaClient } from "@rota/client";
import {
  createGroup,
  createGuardianClient,
  createGuardianKeys,
  type GuardianKeys,
  judgeBackups,
  prepareBackups,
  sealCredential,
  TOY_GROUP_256,
} from "@rota/elections";
import { nativeExponentiation } from "@rota/elections/node";
import { type DemoContext, unlessDone } from "./demo-context.ts";
import { TENANTS } from "./demo-plan.ts";
import { readSecret, replaceSecret } from "./demo-settings.ts";

export const GUARDIANS = ["Gina", "Hugo", "Ida", "Jon", "Kim"];
/** Number of guardians who decrypt; the others are declared missing. */
export const QUORUM = 3;
const ROUNDS = 3;

export const demoGroup = createGroup(TOY_GROUP_256, { exponentiation: nativeExponentiation() });

function sealedFile(electionId: string, sequence: number): string {
  return `election-${electionId}-guardian-${String(sequence)}.sealed`;
}

type Guardian = { readonly keys: GuardianKeys; readonly home: ReturnType<typeof createGuardianClient> };

/** Holds the key ceremony. Keys exist only in this process until they are sealed, so an interrupted ceremony is restarted. */
export async function holdCeremony(stage: DemoContext, electionId: string): Promise<void> {
  showCeremony(stage, 0);
  const client = stage.clientOf(TENANTS.election);
  const params = { path: { electionId } };
  const { round, guardians } = await answerOf(client.GET("/v1/elections/{electionId}/ceremony", { params }));
  if (round > 1 || guardians.some(({ hasPublished }) => hasPublished)) {
    const reason = "the process that held it has ended";
    await client.POST("/v1/elections/{electionId}/ceremony/restart", { params, body: { reason } });
  }
  await keepRoll(stage, electionId);
  const present = await invite(stage, electionId);
  await sealKeys(stage, electionId, present);
  await exchange(stage, present);
}

async function keepRoll({ clientOf, plan }: DemoContext, electionId: string): Promise<void> {
  const ids = Array.from({ length: plan.ballots }, (_, index) => `voter-${String(index + 1)}`);
  await clientOf(TENANTS.election).POST("/v1/elections/{electionId}/voters", {
    params: { path: { electionId } },
    body: { csv: ["voter_id", ...ids].join("\n") },
  });
}

async function invite({ clientOf, url }: DemoContext, electionId: string): Promise<Guardian[]> {
  const { tokens } = await answerOf(
    clientOf(TENANTS.election).POST("/v1/elections/{electionId}/guardians/tokens", {
      params: { path: { electionId } },
      body: { sequences: GUARDIANS.map((_, index) => index + 1) },
    }),
  );
  return tokens.map(({ token, guardianId, sequence }) => ({
    keys: createGuardianKeys(demoGroup, { guardianId, sequence, quorum: QUORUM }),
    home: createGuardianClient({ server: url, electionId, token }),
  }));
}

/** Stores sealed keys in a file, where only workers with the fleet seed can open them. */
async function sealKeys(
  { clientOf, folder }: DemoContext,
  electionId: string,
  guardians: readonly Guardian[],
): Promise<void> {
  const { publicKey } = await answerOf(clientOf(TENANTS.election).GET("/v1/elections/fleet-key"));
  for (const { keys } of guardians.slice(0, QUORUM)) {
    const sealed = sealCredential({ keys, electionId, publicKey: Buffer.from(publicKey, "base64") });
    replaceSecret(folder, sealedFile(electionId, keys.public.sequence), Buffer.from(sealed).toString("base64"));
  }
}

/** Runs three rounds: public keys, sealed backups for each other, and the check of these backups. */
async function exchange(stage: DemoContext, guardians: readonly Guardian[]): Promise<void> {
  let done = 0;
  const isSent = () => showCeremony(stage, ++done);
  for (const { home, keys } of guardians) await home.publishKeys(keys.public).then(isSent);
  for (const { home, keys } of guardians)
    await home.sendBackups(prepareBackups(demoGroup, { keys, guardians: await home.guardians() })).then(isSent);
  for (const { home, keys } of guardians) {
    const all = await home.guardians();
    const judged = judgeBackups(demoGroup, { keys, guardians: all, backups: await home.backups(all) });
    await home.judge(judged).then(isSent);
  }
}

function showCeremony(stage: DemoContext, done: number): void {
  stage.show({ name: "election", step: "key ceremony", done, total: ROUNDS * GUARDIANS.length, unit: "messages" });
}

type Board = {
  readonly slices: number;
  readonly guardians: readonly {
    readonly state: string;
    readonly ownSlices: number;
    readonly compensatedFor: readonly { readonly slices: number }[];
  }[];
};

/** Reads the state of the decryption once and does what is possible. */
export async function decrypt(stage: DemoContext, electionId: string): Promise<void> {
  const client = stage.clientOf(TENANTS.election);
  const params = { path: { electionId } };
  const board = await answerOf(client.GET("/v1/elections/{electionId}/decryption", { params }));
  const waiting = board.guardians.filter(({ sequence, state }) => sequence <= QUORUM && state === "WAITING");
  const decrypted = board.guardians.filter(({ state }) => state === "DECRYPTED").length;
  const absent = board.guardians.filter(({ sequence, state }) => sequence > QUORUM && state !== "MISSING");
  show(stage, board);
  if (waiting.length > 0) await hand(stage, client, { electionId, sequences: waiting.map(({ sequence }) => sequence) });
  else if (decrypted >= QUORUM && absent.length > 0) {
    const guardians = absent.map(({ sequence }) => sequence);
    await unlessDone(client.POST("/v1/elections/{electionId}/decryption/missing", { params, body: { guardians } }));
  } else if (board.isComplete && absent.length === 0)
    await unlessDone(client.POST("/v1/elections/{electionId}/combine", { params, body: {} }));
}

/** Shows the progress: each present guardian gives a share of every slice, and then one for each missing guardian. */
function show(stage: DemoContext, { slices, guardians }: Board): void {
  const missing = guardians.filter(({ state }) => state === "MISSING").length;
  const own = guardians.map(({ ownSlices }) => ownSlices);
  const compensated = guardians.flatMap(({ compensatedFor }) => compensatedFor.map((one) => one.slices));
  const [step, given, each] = missing === 0 ? ["decryption", own, 1] : ["compensation", compensated, missing];
  const done = given.reduce((sum, count) => sum + count, 0);
  stage.show({ name: "election", step, done, total: Math.max(1, slices) * QUORUM * each, unit: "shares" });
}

type Handed = { readonly electionId: string; readonly sequences: number[] };

async function hand(stage: DemoContext, client: RotaClient, { electionId, sequences }: Handed): Promise<void> {
  const path = { electionId };
  const { tokens } = await answerOf(
    client.POST("/v1/elections/{electionId}/guardians/tokens", { params: { path }, body: { sequences } }),
  );
  for (const { sequence, token } of tokens)
    await unlessDone(
      client.POST("/v1/elections/{electionId}/decryption/credential", {
        params: { path, header: { "x-election-token": token } },
        body: { sealed: readSecret(stage.folder, sealedFile(electionId, sequence)) },
      }),
    );
}
