/** Plays the election office of the demo: creates its election and sends its requests. */
import type { DemoContext, DemoRequest } from "@rota/engine/workload";
import { Type } from "typebox";
import { Parse } from "typebox/value";

export const TENANT = "aurora";
export const GUARDIANS = ["Gina", "Hugo", "Ida", "Jon", "Kim"];
/** Number of guardians who decrypt; the others are declared missing. */
export const QUORUM = 3;

export const CONTEST_ID = "mayor";
const NAMES = ["Ann", "Bob", "Cleo", "Dan"];
/** Candidates; the server names them by their position. */
export const CANDIDATES = NAMES.map((name, index) => ({
  name,
  candidateId: `${CONTEST_ID}-candidate-${String(index + 1)}`,
}));
/** Group with small numbers: fast but not secret, which the election states wherever it is shown. */
const GROUP = "toy-256" as const;
/** The name of version 0.1.0, whose data folders resume. */
const TITLE = "Town council (scene)";
const CHUNKS = 40;
const LISTED = 200;
const YEAR_MS = 365 * 86_400_000;

/** The election of the demo. */
export type DemoElection = { readonly context: DemoContext; readonly electionId: string };

const PATH = "/v1/elections";
const Elections = Type.Object({
  items: Type.Array(Type.Object({ title: Type.String(), electionId: Type.String() })),
});
const Created = Type.Object({ election: Type.Object({ electionId: Type.String() }) });

/** Finds the election of an earlier start, or creates it. */
export async function findElection(context: DemoContext): Promise<DemoElection> {
  const listed = await context.request({ tenant: TENANT, path: PATH, query: { limit: LISTED } });
  const known = Parse(Elections, listed).items.find(({ title }) => title === TITLE);
  return { context, electionId: known?.electionId ?? (await createElection(context)) };
}

async function createElection(context: DemoContext): Promise<string> {
  const body = {
    title: TITLE,
    startsAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + YEAR_MS).toISOString(),
    guardians: GUARDIANS.map((name) => ({ name })),
    quorum: QUORUM,
    contests: [{ contestId: CONTEST_ID, title: "Mayor", candidates: NAMES.map((name) => ({ name })) }],
    group: GROUP,
    voterLinks: "handed-out",
    chunkSize: Math.ceil(context.size / CHUNKS),
  };
  return Parse(Created, await context.request({ tenant: TENANT, path: PATH, body })).election.electionId;
}

/** Sends a request about the election: the path `/tally` is `/v1/elections/42/tally`. */
export function ask(
  { context, electionId }: DemoElection,
  path: string,
  request: Omit<DemoRequest, "tenant" | "path"> = {},
): Promise<unknown> {
  return context.request({ tenant: TENANT, path: `${PATH}/${electionId}${path}`, ...request });
}

const CONFLICT = 409;

/** Sends a request whose refusal with a conflict means that it was done before or cannot be done yet. */
export async function askOnce(
  election: DemoElection,
  path: string,
  request: Omit<DemoRequest, "tenant" | "path"> = {},
): Promise<void> {
  await ask(election, path, { body: {}, ...request, ignore: [CONFLICT] });
}

/** Header with the token of a voter or guardian. */
export function tokenHeader(token: string): Readonly<Record<string, string>> {
  return { "x-election-token": token };
}
