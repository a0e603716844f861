/** Runs the demo election from its creation to a verified record, and resumes it in whatever state it is. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerOf, type RotaClient } from "@rota/client";
import { encryptAtHome, TOY_GROUP_256, type VotingPaper } from "@rota/elections";
import { openRecordFiles, type RecordVerification, verifyInProcesses } from "@rota/elections/node";
import { count, nouns } from "../output/answer.ts";
import {
  type DemoContext,
  type DemoStep,
  inParallel,
  unlessDone,
  unlessStopped,
  until,
  type Verdict,
} from "./demo-context.ts";
import { TENANTS } from "./demo-plan.ts";
import { decrypt, demoGroup, GUARDIANS, holdCeremony, QUORUM } from "./election-guardians.ts";

export const electionDemo: DemoStep = {
  name: "election",
  async play(stage) {
    const electionId = (await findElection(stage)) ?? (await createElection(stage));
    return until(stage, () => step(stage, electionId));
  },
};

/** Runs the next step. Returns the verdict when nothing is left to do. */
async function step(stage: DemoContext, electionId: string): Promise<Verdict | undefined> {
  const client = stage.clientOf(TENANTS.election);
  const params = { path: { electionId } };
  const { election } = await answerOf(client.GET("/v1/elections/{electionId}", { params }));
  switch (election.state) {
    case "CEREMONY":
      await holdCeremony(stage, electionId);
      return undefined;
    case "READY":
      await client.POST("/v1/elections/{electionId}/open", { params, body: {} });
      return undefined;
    case "OPEN":
      await castBallots(stage, electionId);
      // Closing is refused while a ballot of a killed process is unverified.
      await unlessDone(client.POST("/v1/elections/{electionId}/close", { params, body: {} }));
      return undefined;
    case "CLOSED":
      await unlessDone(client.POST("/v1/elections/{electionId}/tally", { params, body: {} }));
      return undefined;
    case "TALLIED":
    case "DECRYPTING":
      await decrypt(stage, electionId);
      return undefined;
    case "TALLYING":
    case "COMBINING":
      await showPhase(stage, electionId, election.state);
      return undefined;
    case "DECRYPTED":
      return verifyRecord(stage, electionId);
  }
}

const CONTEST = "mayor";
const NAMES = ["Ann", "Bob", "Cleo", "Dan"];
/** Candidates; the server names them by their position. */
const CANDIDATES = NAMES.map((name, index) => ({
  name,
  candidateId: `${CONTEST}-candidate-${String(index + 1)}`,
}));
/** Group with small numbers: fast but not secret, which the election states wherever it is shown. */
const GROUP = "toy-256" as const;
const TITLE = "Town council (scene)";
const LISTED = 200;
const YEAR_MS = 365 * 86_400_000;

async function findElection({ clientOf }: DemoContext): Promise<string | undefined> {
  const query = { limit: LISTED };
  const { items } = await answerOf(clientOf(TENANTS.election).GET("/v1/elections", { params: { query } }));
  return items.find(({ title }) => title === TITLE)?.electionId;
}

async function createElection({ clientOf, plan }: DemoContext): Promise<string> {
  const body = {
    title: TITLE,
    startsAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + YEAR_MS).toISOString(),
    guardians: GUARDIANS.map((name) => ({ name })),
    quorum: QUORUM,
    contests: [{ contestId: CONTEST, title: "Mayor", candidates: NAMES.map((name) => ({ name })) }],
    group: GROUP,
    chunkSize: plan.ballotsPerChunk,
  };
  const { election } = await answerOf(clientOf(TENANTS.election).POST("/v1/elections", { body }));
  return election.electionId;
}

const BATCH = 60;
const AT_ONCE = 6;
const PAGE = 1_000;

type Booth = {
  readonly stage: DemoContext;
  readonly client: RotaClient;
  readonly electionId: string;
  readonly paper: VotingPaper;
};

/** Casts a ballot for each voter who has not voted yet, so that it can be resumed. */
async function castBallots(stage: DemoContext, electionId: string): Promise<void> {
  const client = stage.clientOf(TENANTS.election);
  const { ballots } = stage.plan;
  const waiting = await readWaiting(client, electionId);
  let done = Math.max(0, ballots - waiting.length);
  const show = () => stage.show({ name: "election", step: "voting", done, total: ballots, unit: "ballots" });
  show();
  let booth: Booth | undefined;
  for (let start = 0; start < waiting.length; start += BATCH) {
    const tokens = await giveTokens(client, electionId, waiting.slice(start, start + BATCH));
    const open = (booth ??= { stage, client, electionId, paper: await readPaper(client, electionId, tokens[0] ?? "") });
    await inParallel(tokens, AT_ONCE, async (token) => {
      await vote(open, token);
      done++;
      show();
    });
  }
}

async function readWaiting(client: RotaClient, electionId: string): Promise<string[]> {
  const waiting: string[] = [];
  let after: string | undefined;
  do {
    const query = { limit: PAGE, ...(after === undefined ? {} : { after }) };
    const page = await answerOf(
      client.GET("/v1/elections/{electionId}/voters", { params: { path: { electionId }, query } }),
    );
    waiting.push(...page.items.filter(({ hasVoted }) => !hasVoted).map(({ voterId }) => voterId));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return waiting;
}

async function giveTokens(client: RotaClient, electionId: string, voterIds: string[]): Promise<string[]> {
  const given = await answerOf(
    client.POST("/v1/elections/{electionId}/voters/tokens", { params: { path: { electionId } }, body: { voterIds } }),
  );
  return given.tokens.map(({ token }) => token);
}

/** Reads the ballot paper. All voters share it, since there is one ballot style. */
async function readPaper(client: RotaClient, electionId: string, token: string): Promise<VotingPaper> {
  const header = { "x-election-token": token };
  const paper = await answerOf(
    client.GET("/v1/elections/{electionId}/voting", { params: { path: { electionId }, header } }),
  );
  const { guardians } = await answerOf(
    client.GET("/v1/elections/{electionId}/ceremony/keys", { params: { path: { electionId } } }),
  );
  return { ...paper, guardians };
}

async function vote(booth: Booth, token: string): Promise<void> {
  const { client, electionId, paper } = booth;
  const header = { "x-election-token": token };
  const chosen = CANDIDATES[Math.floor(Math.random() * CANDIDATES.length)]?.candidateId ?? "";
  const choices = [{ contestId: CONTEST, selectionIds: [`${CONTEST}-${chosen}`] }];
  const { sent, code, castKey } = encryptAtHome(demoGroup, { paper, choices });
  const { state } = await answerOf(
    client.POST("/v1/elections/{electionId}/ballots", { params: { path: { electionId }, header }, body: sent }),
  );
  if (state === "RECEIVED") await untilVerified(booth, code);
  const params = { path: { electionId, code }, header };
  await client.POST("/v1/elections/{electionId}/ballots/{code}/cast", { params, body: { castKey } });
}

/** Waits until the ballot is verified, when the workers take longer than the server waits. */
async function untilVerified({ stage, client, electionId }: Booth, code: string): Promise<void> {
  const params = { path: { electionId, code } };
  await until(stage, async () => {
    const { state } = await answerOf(client.GET("/v1/elections/{electionId}/ballots/{code}", { params }));
    return state === "RECEIVED" ? undefined : state;
  });
}

async function showPhase(stage: DemoContext, electionId: string, state: "TALLYING" | "COMBINING"): Promise<void> {
  const client = stage.clientOf(TENANTS.election);
  const params = { path: { electionId } };
  const isTally = state === "TALLYING";
  const status = isTally
    ? await answerOf(client.GET("/v1/elections/{electionId}/tally", { params }))
    : await answerOf(client.GET("/v1/elections/{electionId}/combine", { params }));
  const { processedChunks: done, totalChunks: total } = status;
  stage.show({ name: "election", step: isTally ? "tally" : "combining", done, total, unit: "chunks" });
}

const OK = 200;

/** Verifies the record, or returns undefined while it is being written. */
async function verifyRecord(stage: DemoContext, electionId: string): Promise<Verdict | undefined> {
  const record = await download(stage, electionId);
  if (record === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "rota-scene-record-"));
  try {
    const file = join(folder, "record.zip");
    await writeFile(file, record);
    const { verdict, ballots, steps } = await unlessStopped(stage, verify(stage, file));
    const counts = await readCounts(stage, electionId);
    const isRight = verdict === "valid";
    const right = `record verified: ${nouns(ballots, "ballot", "ballots")}, ${String(steps.length)} steps; ${counts}`;
    return { isRight, text: isRight ? right : "record NOT valid: rota elections verify says why" };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function download({ url, stoppable }: DemoContext, electionId: string): Promise<Uint8Array | undefined> {
  return stoppable(async (signal) => {
    const answer = await fetch(`${url}/v1/elections/${electionId}/record`, { signal });
    if (answer.status === OK) return new Uint8Array(await answer.arrayBuffer());
    await answer.body?.cancel();
    return undefined;
  });
}

function verify(stage: DemoContext, file: string): Promise<RecordVerification> {
  return verifyInProcesses(openRecordFiles(file), {
    processes: 1,
    parameters: TOY_GROUP_256,
    onBallots: ({ done, total }) => stage.show({ name: "election", step: "verifying", done, total, unit: "ballots" }),
  });
}

/** Returns the counts as text: `Ann 512, Bob 498`. */
async function readCounts({ clientOf }: DemoContext, electionId: string): Promise<string> {
  const client = clientOf(TENANTS.election);
  const { units } = await answerOf(
    client.GET("/v1/elections/{electionId}/results", { params: { path: { electionId } } }),
  );
  const contests = units.find(({ unitId }) => unitId === "election")?.contests ?? [];
  return contests
    .flatMap(({ selections }) => selections)
    .map(({ candidateId, votes }) => `${nameOf(candidateId)} ${count(votes)}`)
    .join(", ");
}

function nameOf(candidateId: string): string {
  return CANDIDATES.find((candidate) => candidate.candidateId === candidateId)?.name ?? candidateId;
}
