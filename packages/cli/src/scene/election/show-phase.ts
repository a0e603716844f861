/** How far the tally or the combination of shares is. */
import { answerOf } from "@rota/client";
import { TENANTS } from "../plan.ts";
import type { Stage } from "../stage.ts";

export async function showPhase(stage: Stage, electionId: string, state: "TALLYING" | "COMBINING"): Promise<void> {
  const client = stage.clientOf(TENANTS.election);
  const params = { path: { electionId } };
  const isTally = state === "TALLYING";
  const status = isTally
    ? await answerOf(client.GET("/v1/elections/{electionId}/tally", { params }))
    : await answerOf(client.GET("/v1/elections/{electionId}/combine", { params }));
  const { processedChunks: done, totalChunks: total } = status;
  stage.show({ act: "election", step: isTally ? "tally" : "combining", done, total, unit: "chunks" });
}
