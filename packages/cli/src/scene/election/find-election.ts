/** The election of the scene: found again by its title, else created with its roll of voters. */
import { answerOf } from "@rota/client";
import { TENANTS } from "../plan.ts";
import type { Stage } from "../stage.ts";
import { GUARDIANS, QUORUM } from "./hold-ceremony.ts";

export const CONTEST = "mayor";
const NAMES = ["Ann", "Bob", "Cleo", "Dan"];
/** The server names them by their place. */
export const CANDIDATES = NAMES.map((name, index) => ({
  name,
  candidateId: `${CONTEST}-candidate-${String(index + 1)}`,
}));
/** Quick, and it hides nothing: the election says so wherever it is shown. */
const GROUP = "toy-256" as const;
const TITLE = "Town council (scene)";
const LISTED = 200;
const YEAR_MS = 365 * 86_400_000;

export async function findElection({ clientOf }: Stage): Promise<string | undefined> {
  const query = { limit: LISTED };
  const { items } = await answerOf(clientOf(TENANTS.election).GET("/v1/elections", { params: { query } }));
  return items.find(({ title }) => title === TITLE)?.electionId;
}

export async function createElection({ clientOf, plan }: Stage): Promise<string> {
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
