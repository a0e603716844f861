/** All that the page of an election shows, loaded at once; what does not exist in its state is not asked for. */
import { answerOf } from "@rota/client";
import { client } from "../../../../api/client.ts";
import type { Ceremony, Decryption, ElectionDetails, PhaseStatus } from "../../shared/wire.ts";

export type LedElection = ElectionDetails & {
  readonly ceremony: Ceremony;
  readonly tally: PhaseStatus | undefined;
  readonly decryption: Decryption | undefined;
  readonly combine: PhaseStatus | undefined;
};

const STATES = ["CEREMONY", "READY", "OPEN", "CLOSED", "TALLYING", "TALLIED", "DECRYPTING", "COMBINING", "DECRYPTED"];

/** Whether an election in this state has come so far. */
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
