/** Refuses what an election is not ready for, or what is over. */
import { RotaError } from "@rota/engine";
import type { PhaseElection } from "../election.ts";

export function refuseState(
  { electionId, state }: Pick<PhaseElection, "electionId" | "state">,
  { wanted, what }: { wanted: readonly string[]; what: string },
): void {
  if (wanted.includes(state)) return;
  const message = `election ${String(electionId)} is ${state}: it is ${what} when it is ${wanted.join(" or ")}`;
  throw new RotaError("ELECTION_STATE_WRONG", message, { electionId: String(electionId), state });
}
