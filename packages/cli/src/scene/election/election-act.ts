/** An election from its ceremony to a record that is verified: each state is gone on from, also by another process. */
import { answerOf } from "@rota/client";
import { TENANTS } from "../plan.ts";
import { unlessDone, until, type Act, type Stage, type Verdict } from "../stage.ts";
import { castBallots } from "./cast-ballots.ts";
import { decrypt } from "./decrypt.ts";
import { createElection, findElection } from "./find-election.ts";
import { holdCeremony } from "./hold-ceremony.ts";
import { showPhase } from "./show-phase.ts";
import { verifyRecord } from "./verify-record.ts";

export const electionAct: Act = {
  name: "election",
  async play(stage) {
    const electionId = (await findElection(stage)) ?? (await createElection(stage));
    return until(stage, () => step(stage, electionId));
  },
};

/** Returns what was verified when there is nothing more to do. */
async function step(stage: Stage, electionId: string): Promise<Verdict | undefined> {
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
      // Refused while a ballot is unverified that a killed process has sent.
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
