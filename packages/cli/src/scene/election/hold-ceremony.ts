/** The key ceremony: five guardians make their keys, three seal theirs to the workers, two will be missing. */
import { answerOf } from "@rota/client";
import {
  createGroup,
  createGuardianClient,
  createGuardianKeys,
  judgeBackups,
  prepareBackups,
  sealCredential,
  TOY_GROUP_256,
  type GuardianKeys,
} from "@rota/elections";
import { nativeExponentiation } from "@rota/elections/node";
import { TENANTS } from "../plan.ts";
import { replaceSecret } from "../secrets/secret-files.ts";
import type { Stage } from "../stage.ts";

export const GUARDIANS = ["Gina", "Hugo", "Ida", "Jon", "Kim"];
/** The first ones decrypt, the others are missing when it comes to that. */
export const QUORUM = 3;
const ROUNDS = 3;

export const sceneGroup = createGroup(TOY_GROUP_256, { exponentiation: nativeExponentiation() });

export function sealedFile(electionId: string, sequence: number): string {
  return `election-${electionId}-guardian-${String(sequence)}.sealed`;
}

type Guardian = { readonly keys: GuardianKeys; readonly home: ReturnType<typeof createGuardianClient> };

/** Keys are nowhere but here until they are sealed: a ceremony that was cut off is held anew. */
export async function holdCeremony(stage: Stage, electionId: string): Promise<void> {
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

async function keepRoll({ clientOf, plan }: Stage, electionId: string): Promise<void> {
  const ids = Array.from({ length: plan.ballots }, (_, index) => `voter-${String(index + 1)}`);
  await clientOf(TENANTS.election).POST("/v1/elections/{electionId}/voters", {
    params: { path: { electionId } },
    body: { csv: ["voter_id", ...ids].join("\n") },
  });
}

async function invite({ clientOf, url }: Stage, electionId: string): Promise<Guardian[]> {
  const { tokens } = await answerOf(
    clientOf(TENANTS.election).POST("/v1/elections/{electionId}/guardians/tokens", {
      params: { path: { electionId } },
      body: { sequences: GUARDIANS.map((_, index) => index + 1) },
    }),
  );
  return tokens.map(({ token, guardianId, sequence }) => ({
    keys: createGuardianKeys(sceneGroup, { guardianId, sequence, quorum: QUORUM }),
    home: createGuardianClient({ server: url, electionId, token }),
  }));
}

/** Sealed, they may lie in a file: only workers with the seed of the fleet open them. */
async function sealKeys(
  { clientOf, folder }: Stage,
  electionId: string,
  guardians: readonly Guardian[],
): Promise<void> {
  const { publicKey } = await answerOf(clientOf(TENANTS.election).GET("/v1/elections/fleet-key"));
  for (const { keys } of guardians.slice(0, QUORUM)) {
    const sealed = sealCredential({ keys, electionId, publicKey: Buffer.from(publicKey, "base64") });
    replaceSecret(folder, sealedFile(electionId, keys.public.sequence), Buffer.from(sealed).toString("base64"));
  }
}

/** Three rounds: public keys, sealed backups for each other, and whether these can be used. */
async function exchange(stage: Stage, guardians: readonly Guardian[]): Promise<void> {
  let done = 0;
  const isSent = () => showCeremony(stage, ++done);
  for (const { home, keys } of guardians) await home.publishKeys(keys.public).then(isSent);
  for (const { home, keys } of guardians)
    await home.sendBackups(prepareBackups(sceneGroup, { keys, guardians: await home.guardians() })).then(isSent);
  for (const { home, keys } of guardians) {
    const all = await home.guardians();
    const judged = judgeBackups(sceneGroup, { keys, guardians: all, backups: await home.backups(all) });
    await home.judge(judged).then(isSent);
  }
}

function showCeremony(stage: Stage, done: number): void {
  stage.show({ act: "election", step: "key ceremony", done, total: ROUNDS * GUARDIANS.length, unit: "messages" });
}
