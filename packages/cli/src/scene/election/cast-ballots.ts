/** Voters who have not voted yet get a token, encrypt their choice and cast it; several at once, batch by batch. */
import { answerOf, type RotaClient } from "@rota/client";
import { encryptAtHome, type VotingPaper } from "@rota/elections";
import { TENANTS } from "../plan.ts";
import { inParallel, until, type Stage } from "../stage.ts";
import { CANDIDATES, CONTEST } from "./find-election.ts";
import { sceneGroup } from "./hold-ceremony.ts";

const BATCH = 60;
const AT_ONCE = 6;
const PAGE = 1_000;

type Booth = {
  readonly stage: Stage;
  readonly client: RotaClient;
  readonly electionId: string;
  readonly paper: VotingPaper;
};

export async function castBallots(stage: Stage, electionId: string): Promise<void> {
  const client = stage.clientOf(TENANTS.election);
  const { ballots } = stage.plan;
  const waiting = await readWaiting(client, electionId);
  let done = Math.max(0, ballots - waiting.length);
  const show = () => stage.show({ act: "election", step: "voting", done, total: ballots, unit: "ballots" });
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

/** The same for all who vote on one day: there is one style of ballots. */
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
  const { sent, code, castKey } = encryptAtHome(sceneGroup, { paper, choices });
  const { state } = await answerOf(
    client.POST("/v1/elections/{electionId}/ballots", { params: { path: { electionId }, header }, body: sent }),
  );
  if (state === "RECEIVED") await untilVerified(booth, code);
  const params = { path: { electionId, code }, header };
  await client.POST("/v1/elections/{electionId}/ballots/{code}/cast", { params, body: { castKey } });
}

/** When the workers have more to do than the server likes to wait for. */
async function untilVerified({ stage, client, electionId }: Booth, code: string): Promise<void> {
  const params = { path: { electionId, code } };
  await until(stage, async () => {
    const { state } = await answerOf(client.GET("/v1/elections/{electionId}/ballots/{code}", { params }));
    return state === "RECEIVED" ? undefined : state;
  });
}
