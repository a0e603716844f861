/** Creates the client of the elections API, names the types of its answers, and loads everything that the page of an election shows. */
import { type AnswerTo, answerOf, apiClient, type ItemOf } from "@rota/dashboard";
import type { paths } from "../src/api-types.generated.ts";

export const client = apiClient<paths>();

type Json<Path extends keyof paths> = AnswerTo<paths, Path>;
type Item<Path extends keyof paths> = ItemOf<paths, Path>;

export type ElectionItem = Item<"/v1/elections">;
type ElectionDetails = Json<"/v1/elections/{electionId}">;
export type Ceremony = Json<"/v1/elections/{electionId}/ceremony">;
export type Decryption = Json<"/v1/elections/{electionId}/decryption">;
export type PhaseStatus = Json<"/v1/elections/{electionId}/tally">;
export type Results = Json<"/v1/elections/{electionId}/results">;
export type ContestResult = Results["units"][number]["contests"][number];
export type BallotView = Json<"/v1/elections/{electionId}/ballots/{code}">;
export type BulletinItem = Item<"/v1/elections/{electionId}/bulletin">;
export type Voting = Json<"/v1/elections/{electionId}/voting">;

export type LedElection = ElectionDetails & {
  readonly ceremony: Ceremony;
  readonly tally: PhaseStatus | undefined;
  readonly decryption: Decryption | undefined;
  readonly combine: PhaseStatus | undefined;
};

const STATES = ["CEREMONY", "READY", "OPEN", "CLOSED", "TALLYING", "TALLIED", "DECRYPTING", "COMBINING", "DECRYPTED"];

/** Reports whether an election in this state has reached the wanted one. */
function hasReached(state: string, wanted: string): boolean {
  return STATES.indexOf(state) >= STATES.indexOf(wanted);
}

export async function loadElection(electionId: string, signal: AbortSignal): Promise<LedElection> {
  const asked = { params: { path: { electionId } }, signal };
  const [details, ceremony] = await Promise.all([
    answerOf(client.GET("/v1/elections/{electionId}", asked)),
    answerOf(client.GET("/v1/elections/{electionId}/ceremony", asked)),
  ]);
  const { state } = details.election;
  const [tally, decryption, combine] = await Promise.all([
    hasReached(state, "CLOSED") ? answerOf(client.GET("/v1/elections/{electionId}/tally", asked)) : undefined,
    hasReached(state, "TALLIED") ? answerOf(client.GET("/v1/elections/{electionId}/decryption", asked)) : undefined,
    hasReached(state, "DECRYPTING") ? answerOf(client.GET("/v1/elections/{electionId}/combine", asked)) : undefined,
  ]);
  return { ...details, ceremony, tally, decryption, combine };
}
