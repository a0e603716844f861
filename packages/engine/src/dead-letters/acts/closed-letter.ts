/** Says who decided about a dead letter before. */
import type { Queryable } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import { letterId, type ChunkLetterName, type EventLetterName } from "../dead-letter.ts";
import { selectChunkDecision, selectEventDecision } from "./acts.sql.ts";

export async function closedLetter(
  on: Queryable,
  name: ChunkLetterName | EventLetterName,
  state: "replayed" | "discarded",
): Promise<RotaError> {
  const [decision] = await on.query(
    name.kind === "chunk" ? selectChunkDecision(name) : selectEventDecision(name.rejectedId),
  );
  const id = letterId(name);
  const who = decision === undefined ? "" : ` by ${decision.decided_by} at ${decision.decided_at.toISOString()}`;
  const wayOut = state === "discarded" ? ": replay it with force if it shall be tried all the same" : "";
  return new RotaError("DEAD_LETTER_CLOSED", `dead letter ${id} was ${state}${who}${wayOut}`, { id, state });
}
