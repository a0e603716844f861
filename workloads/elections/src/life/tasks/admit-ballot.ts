/** The task that verifies a ballot that was received: its proofs, and that nobody has copied its ciphertexts. */
import { computeIn, defineTask, ELECTIONS_RETRY, type Transaction } from "@rota/engine";
import { fromHex } from "../../crypto/hash/hex.ts";
import type * as ballotChecks from "../arithmetic/ballot-checks.ts";
import {
  deleteDigests,
  insertDigests,
  rejectBallot,
  selectBallot,
  setBallotState,
  type BallotRow,
  type BallotState,
} from "../ballots/ballots.sql.ts";
import { contextOfElection, readElection } from "../elections/election.ts";
import { CHECKS_QUEUE } from "./queue.ts";

const inChecks = computeIn<typeof ballotChecks>(new URL("../arithmetic/ballot-checks.ts", import.meta.url));

export type Admission = { readonly state: BallotState; readonly objection: string | null };
export type BallotToAdmit = { readonly electionId: string; readonly ballotId: string };

export const admitBallot = defineTask({
  name: "elections.admit-ballot",
  queue: CHECKS_QUEUE,
  retry: ELECTIONS_RETRY,
  priority: 1,
  async run({ electionId: id, ballotId }: BallotToAdmit, { database, compute, commit }): Promise<Admission> {
    const electionId = BigInt(id);
    const election = await readElection(database, { electionId });
    const [row] = await database.query(selectBallot({ electionId, ballotId }));
    if (row?.state !== "RECEIVED") return { state: row?.state ?? "REJECTED", objection: row?.objection ?? null };
    const { groupName: group, manifest } = election;
    const context = contextOfElection(election);
    const packed = packedRow(row);
    const checked = await compute(inChecks("checkSubmitted"), { group, manifest, context, packed });
    await commit((tx) => admit(tx, { electionId, ballotId, ...checked }));
    return { state: "SUBMITTED", objection: null };
  },
});

/** The row of a ballot that was not rejected, as it is unpacked. */
export function packedRow({ ballot_id, style_id, previous_code, content }: BallotRow) {
  if (content === null) throw new Error(`ballot ${ballot_id} was rejected and its content is gone`);
  return {
    ballotId: ballot_id,
    styleId: style_id,
    codeSeed: fromHex(previous_code, "the code before"),
    content,
  };
}

type Verified = {
  readonly electionId: bigint;
  readonly ballotId: string;
  readonly objection: string | undefined;
  readonly digests: readonly string[];
};

async function admit(tx: Transaction, verified: Verified): Promise<Admission> {
  const { electionId, ballotId, objection } = verified;
  if (objection !== undefined) return reject(tx, { electionId, ballotId, objection });
  if (!(await isFirstWith(tx, verified)))
    return reject(tx, {
      electionId,
      ballotId,
      objection: "one of its ciphertexts is that of another ballot or selection",
    });
  await tx.query(setBallotState({ electionId, ballotId, from: "RECEIVED", to: "SUBMITTED" }));
  return { state: "SUBMITTED", objection: null };
}

async function isFirstWith(tx: Transaction, { electionId, digests }: Verified): Promise<boolean> {
  const added = await tx.query(insertDigests(electionId, [...new Set(digests)]));
  if (added.length === digests.length) return true;
  await tx.query(
    deleteDigests(
      electionId,
      added.map(({ digest }) => digest),
    ),
  );
  return false;
}

async function reject(
  tx: Transaction,
  rejected: { readonly electionId: bigint; readonly ballotId: string; readonly objection: string },
): Promise<Admission> {
  await tx.query(rejectBallot(rejected));
  return { state: "REJECTED", objection: rejected.objection };
}
