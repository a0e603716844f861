/** Declares guardians missing, in a transaction: from then on the others decrypt for them. */
import { RotaError, type Transaction } from "@rota/engine";
import { guardianNumbered, readPhaseElection } from "../phase-election.ts";
import { lockElection, moveElection } from "../phases.sql.ts";
import { requireState } from "../../life/elections/election.ts";
import { markMissing } from "./decryption.sql.ts";
import { readStanding, type Standing } from "./plan-decryption.ts";

export type MissingGuardians = {
  readonly electionId: bigint;
  readonly tenant: string | undefined;
  readonly by: string;
  /** Numbers of guardians; undefined: all who have not given all their shares. */
  readonly guardians: readonly number[] | undefined;
};

/** Returns the numbers of those who are missing from now on. */
export async function markGuardiansMissing(
  tx: Transaction,
  { electionId, tenant, by, guardians }: MissingGuardians,
): Promise<number[]> {
  await tx.query(lockElection(electionId));
  const election = await readPhaseElection(tx, electionId, tenant);
  requireState(election, ["TALLIED", "DECRYPTING"], "declaring a guardian missing");
  const standing = await readStanding(tx, election);
  const late = standing.guardians.filter(({ isOwnComplete }) => !isOwnComplete);
  const numbers = guardians ?? late.map((guardian) => guardian.public.sequence);
  for (const number of numbers) refuseMissing(standing, number);
  refuseBelowQuorum(standing, { numbers, quorum: election.context.quorum });
  const rows = await tx.query(markMissing({ electionId, guardians: numbers, by }));
  await tx.query(moveElection(electionId, ["TALLIED"], "DECRYPTING"));
  return rows.map(({ sequence }) => sequence);
}

function refuseMissing({ guardians }: Standing, number: number): void {
  const { isOwnComplete, public: keys } = guardianNumbered(guardians, number);
  if (!isOwnComplete) return;
  const message = `guardian ${keys.guardianId} has given all its shares: it is not missing`;
  throw new RotaError("ELECTION_STATE_WRONG", message, { guardianId: keys.guardianId });
}

function refuseBelowQuorum(
  { guardians }: Standing,
  { numbers, quorum }: { numbers: readonly number[]; quorum: number },
) {
  const left = guardians.filter((guardian) => {
    return guardian.missing === undefined && !numbers.includes(guardian.public.sequence);
  });
  if (left.length >= quorum) return;
  const message = `${String(left.length)} guardians would be left and the quorum is ${String(quorum)}: nothing could be decrypted`;
  throw new RotaError("DECRYPTION_INCOMPLETE", message, { left: left.length, quorum });
}
