/** Holds a small election over HTTP up to its closing, with only the means of officials, guardians and voters. */
import { answerOf } from "@rota/client";
import {
  createGroup,
  createGuardianClient,
  createGuardianKeys,
  encryptAtHome,
  judgeBackups,
  prepareBackups,
  TOY_GROUP_256,
  type GuardianKeys,
} from "@rota/elections";
import type { Stage, StageClient } from "../../stage/stage.ts";
import { until } from "../../stage/until.ts";

export const toyGroup = createGroup(TOY_GROUP_256);

export type HeldGuardian = { readonly token: string; readonly keys: GuardianKeys };

export type HeldElection = {
  readonly electionId: string;
  readonly guardians: readonly HeldGuardian[];
  /** Votes that were cast, by selection. */
  readonly votes: ReadonlyMap<string, number>;
};

/** The part of a stage that elections need. */
export type ElectionStage = Pick<Stage, "client" | "server">;

export const QUORUM = 2;
const GUARDIANS = 3;
const VERIFIED_MS_MAX = 240_000;
const CANDIDATES = ["Ann", "Bob"];
const SELECTIONS = CANDIDATES.map((_, index) => `mayor-mayor-candidate-${String(index + 1)}`);
const ELECTION = {
  title: "Town council",
  startsAt: "2026-11-01T08:00:00Z",
  endsAt: "2036-11-01T18:00:00Z",
  quorum: QUORUM,
  contests: [{ contestId: "mayor", title: "Mayor", candidates: CANDIDATES.map((name) => ({ name })) }],
  group: "toy-256" as const,
  voterLinks: "handed-out" as const,
  chunkSize: 1,
};

export async function holdElection({ client, server }: ElectionStage, ballots: number): Promise<HeldElection> {
  const guardians = Array.from({ length: GUARDIANS }, (_, index) => ({ name: `Guardian ${String(index + 1)}` }));
  const { election } = await answerOf(client.POST("/v1/elections", { body: { ...ELECTION, guardians } }));
  const { electionId } = election;
  const held = await holdCeremony({ client, electionId, url: server.url });
  const params = { path: { electionId } };
  const csv = ["voter_id", ...Array.from({ length: ballots }, (_, index) => `voter-${String(index + 1)}`)].join("\n");
  await client.POST("/v1/elections/{electionId}/voters", { params, body: { csv } });
  const given = await answerOf(client.POST("/v1/elections/{electionId}/voters/tokens", { params, body: {} }));
  await client.POST("/v1/elections/{electionId}/open", { params, body: {} });
  const votes = new Map<string, number>();
  for (const [index, { token }] of given.tokens.entries()) {
    const selectionId = SELECTIONS[index % 3 === 0 ? 1 : 0] ?? "";
    await vote(client, { electionId, token, selectionId });
    votes.set(selectionId, (votes.get(selectionId) ?? 0) + 1);
  }
  await client.POST("/v1/elections/{electionId}/close", { params, body: {} });
  return { electionId, guardians: held, votes };
}

type Ceremony = { readonly client: StageClient; readonly electionId: string; readonly url: string };

async function holdCeremony({ client, electionId, url }: Ceremony): Promise<HeldGuardian[]> {
  const params = { path: { electionId } };
  const { tokens } = await answerOf(client.POST("/v1/elections/{electionId}/guardians/tokens", { params, body: {} }));
  const guardians = tokens.map(({ token, guardianId, sequence }) => ({
    token,
    keys: createGuardianKeys(toyGroup, { guardianId, sequence, quorum: QUORUM }),
    home: createGuardianClient({ server: url, electionId, token }),
  }));
  for (const { home, keys } of guardians) await home.publishKeys(keys.public);
  for (const { home, keys } of guardians)
    await home.sendBackups(prepareBackups(toyGroup, { keys, guardians: await home.guardians() }));
  for (const { home, keys } of guardians) {
    const all = await home.guardians();
    await home.judge(judgeBackups(toyGroup, { keys, guardians: all, backups: await home.backups(all) }));
  }
  return guardians;
}

async function vote(
  client: StageClient,
  { electionId, token, selectionId }: { electionId: string; token: string; selectionId: string },
): Promise<void> {
  const header = { "x-election-token": token };
  const paper = await answerOf(
    client.GET("/v1/elections/{electionId}/voting", { params: { path: { electionId }, header } }),
  );
  const choices = [{ contestId: "mayor", selectionIds: [selectionId] }];
  const { guardians } = await answerOf(
    client.GET("/v1/elections/{electionId}/ceremony/keys", { params: { path: { electionId } } }),
  );
  const { sent, code, castKey } = encryptAtHome(toyGroup, { paper: { ...paper, guardians }, choices });
  await client.POST("/v1/elections/{electionId}/ballots", { params: { path: { electionId }, header }, body: sent });
  await until("a ballot to be verified", () => isVerified(client, electionId, code), VERIFIED_MS_MAX);
  await client.POST("/v1/elections/{electionId}/ballots/{code}/cast", {
    params: { path: { electionId, code }, header },
    body: { castKey },
  });
}

async function isVerified(client: StageClient, electionId: string, code: string): Promise<boolean> {
  const params = { path: { electionId, code } };
  const { state } = await answerOf(client.GET("/v1/elections/{electionId}/ballots/{code}", { params }));
  return state !== "RECEIVED";
}
