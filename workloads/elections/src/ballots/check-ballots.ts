/** Checks many ballots at once: what they have in common costs a third of checking each, and the findings are the same. */
import { inBatch } from "../crypto/group/batch.ts";
import type { Group } from "../crypto/group/group.ts";
import type { EncryptedBallot } from "./ballot.ts";
import { objectionsToBallot, type BallotObjection, type CheckedElection } from "./check-ballot.ts";

/** What is wrong with each, in their order. A few hundred selections at once are enough; more take more memory. */
export function objectionsToBallots(
  group: Group,
  election: CheckedElection,
  ballots: readonly EncryptedBallot[],
): BallotObjection[][] {
  return inBatch(group, (within) => ballots.map((ballot) => objectionsToBallot(within, election, ballot)));
}
