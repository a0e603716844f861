/** Sends an encrypted ballot and waits until the server has verified it. */
import { answerOf } from "@rota/client";
import type { HomeVote } from "@rota/elections";
import { client } from "../../../api/client.ts";
import { JobRefused } from "../core/run-job.ts";
import type { VoterElection } from "./voter-election.ts";

const ASK_AGAIN_MS = 1_000;

export async function submitVote(
  { voting: { electionId }, token }: VoterElection,
  { code, sent: { ballot, device, castKeyHash } }: HomeVote,
): Promise<void> {
  const params = { path: { electionId }, header: { "x-election-token": token } };
  const body = { ballot, device, castKeyHash };
  const submitted = await answerOf(client.POST("/v1/elections/{electionId}/ballots", { params, body }));
  if (submitted.code !== code)
    throw new JobRefused("the server tells another code than this browser computed", undefined);
  let { state } = submitted;
  while (state === "RECEIVED") {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    const found = client.GET("/v1/elections/{electionId}/ballots/{code}", { params: { path: { electionId, code } } });
    state = (await answerOf(found)).state;
  }
  if (state === "REJECTED") throw new JobRefused("the server refused the ballot: tell the election office", undefined);
}
