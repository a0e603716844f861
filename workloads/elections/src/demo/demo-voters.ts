/** Plays the voters of the demo election: each encrypts a vote at home, submits it and casts it. */
import { Type } from "typebox";
import { Parse } from "typebox/value";
import { encryptAtHome, type VotingPaper } from "../core/home/vote-at-home.ts";
import { demoGroup } from "./demo-guardians.ts";
import { ask, CANDIDATES, CONTEST_ID, type DemoElection, tokenHeader } from "./demo-office.ts";

const BATCH = 60;
const AT_ONCE = 6;
const PAGE = 1_000;

/** Registers the voters. */
export async function registerVoters(election: DemoElection): Promise<void> {
  const ids = Array.from({ length: election.context.size }, (_, index) => `voter-${String(index + 1)}`);
  await ask(election, "/voters", { body: { csv: ["voter_id", ...ids].join("\n") } });
}

/** Casts a ballot for each voter who has not voted yet, so that it can be resumed. */
export async function castBallots(election: DemoElection): Promise<void> {
  const { context } = election;
  const waiting = await readWaiting(election);
  let done = Math.max(0, context.size - waiting.length);
  const show = () => context.show({ name: "election", step: "voting", done, total: context.size, unit: "ballots" });
  show();
  let paper: VotingPaper | undefined;
  for (let start = 0; start < waiting.length; start += BATCH) {
    const tokens = await giveTokens(election, waiting.slice(start, start + BATCH));
    const shared = (paper ??= await readPaper(election, tokens[0] ?? ""));
    await context.inParallel(tokens, AT_ONCE, async (token) => {
      await vote(election, shared, token);
      done++;
      show();
    });
  }
}

const Voters = Type.Object({
  items: Type.Array(Type.Object({ voterId: Type.String(), hasVoted: Type.Boolean() })),
  next: Type.Union([Type.String(), Type.Null()]),
});

async function readWaiting(election: DemoElection): Promise<string[]> {
  const waiting: string[] = [];
  let after: string | undefined;
  do {
    const { items, next } = Parse(Voters, await ask(election, "/voters", { query: { limit: PAGE, after } }));
    waiting.push(...items.filter(({ hasVoted }) => !hasVoted).map(({ voterId }) => voterId));
    after = next ?? undefined;
  } while (after !== undefined);
  return waiting;
}

const Tokens = Type.Object({ tokens: Type.Array(Type.Object({ token: Type.String() })) });

async function giveTokens(election: DemoElection, voterIds: readonly string[]): Promise<string[]> {
  const { tokens } = Parse(Tokens, await ask(election, "/voters/tokens", { body: { voterIds } }));
  return tokens.map(({ token }) => token);
}

const Paper = Type.Object({
  styleId: Type.String(),
  timestamp: Type.Integer(),
  manifest: Type.Unknown(),
  context: Type.Unknown(),
});
const Keys = Type.Object({ guardians: Type.Array(Type.Unknown()) });

/** Reads the ballot paper. All voters share it, since there is one ballot style. */
async function readPaper(election: DemoElection, token: string): Promise<VotingPaper> {
  const paper = Parse(Paper, await ask(election, "/voting", { headers: tokenHeader(token) }));
  const { guardians } = Parse(Keys, await ask(election, "/ceremony/keys"));
  return { ...paper, guardians };
}

const Ballot = Type.Object({ state: Type.String() });

async function vote(election: DemoElection, paper: VotingPaper, token: string): Promise<void> {
  const headers = tokenHeader(token);
  const chosen = CANDIDATES[Math.floor(Math.random() * CANDIDATES.length)]?.candidateId ?? "";
  const choices = [{ contestId: CONTEST_ID, selectionIds: [`${CONTEST_ID}-${chosen}`] }];
  const { sent, code, castKey } = encryptAtHome(demoGroup, { paper, choices });
  const { state } = Parse(Ballot, await ask(election, "/ballots", { headers, body: sent }));
  if (state === "RECEIVED") await untilVerified(election, code);
  await ask(election, `/ballots/${code}/cast`, { headers, body: { castKey } });
}

/** Waits until the ballot is verified, when the workers take longer than the server waits. */
async function untilVerified(election: DemoElection, code: string): Promise<void> {
  await election.context.until(async () => {
    const { state } = Parse(Ballot, await ask(election, `/ballots/${code}`));
    return state === "RECEIVED" ? undefined : state;
  });
}
