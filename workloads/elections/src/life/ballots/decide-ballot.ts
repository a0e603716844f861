/** The voter's decision about a ballot, once and for good: cast it, or challenge it. Each opens one transaction. */
import { createHash, timingSafeEqual } from "node:crypto";
import { RotaError, type Queryable } from "@rota/engine";
import { fromHex } from "../../crypto/hash/hex.ts";
import { groupOf } from "../../phases/arithmetic/group-of.ts";
import { readElection, requireState, type LifeElection } from "../elections/election.ts";
import { waitShortly, type Asking } from "../run-shortly.ts";
import { openBallotTask } from "../tasks/open-ballot.ts";
import { lockVoter } from "../voters/require-voter.ts";
import { setVoted } from "../voters/voters.sql.ts";
import { insertOpened, lockBallotByCode, setBallotState, type BallotRow } from "./ballots.sql.ts";
import { refuseVoted } from "./submit-ballot.ts";

export type Decision = {
  readonly electionId: bigint;
  /** The confirmation code. */
  readonly code: string;
  /** Whose hash was given when the ballot was submitted. */
  readonly castKey: string;
};

/** The ballot is cast and the voter has voted, or neither. Casting the same ballot again changes nothing. */
export async function castBallot(
  { engine }: Pick<Asking, "engine">,
  { electionId, code, castKey, token }: Decision & { readonly token: string | undefined },
): Promise<{ readonly ballotId: string }> {
  return engine.database.transaction(async (tx) => {
    const election = await readElection(tx, { electionId }, "shared");
    const voter = await lockVoter(tx, { electionId, token });
    requireState(election, ["OPEN"], "casting");
    const ballot = await lockBallot(tx, { electionId, code, castKey });
    const { ballot_id: ballotId } = ballot;
    if (ballot.state === "CAST" && voter.has_voted) return { ballotId };
    refuseVoted(voter);
    requireUndecided(ballot);
    if (ballot.style_id !== voter.style_id)
      throw new RotaError(
        "BALLOT_INVALID",
        `your ballot is of style ${voter.style_id}, this one of ${ballot.style_id}`,
      );
    await tx.query(setBallotState({ electionId, ballotId, from: "SUBMITTED", to: "CAST" }));
    await tx.query(setVoted(electionId, voter.voter_id));
    return { ballotId };
  });
}

/** The ballot can never be cast; its nonce becomes public, and its votes once the encryption was repeated. */
export async function challengeBallot(
  asking: Asking,
  { electionId, code, castKey, nonce }: Decision & { readonly nonce: string },
): Promise<{ readonly ballotId: string }> {
  const { engine } = asking;
  const { taskId, ballotId } = await engine.database.transaction(async (tx) => {
    const election = await readElection(tx, { electionId }, "shared");
    requireState(election, ["OPEN"], "challenging");
    const { state, ...ballot } = await lockBallot(tx, { electionId, code, castKey });
    requireNonce(election, nonce);
    requireUndecided({ state });
    const name = { electionId, ballotId: ballot.ballot_id };
    await tx.query(setBallotState({ ...name, from: "SUBMITTED", to: "CHALLENGED" }));
    await tx.query(insertOpened({ ...name, nonce: nonce.toUpperCase() }));
    const placed = { tenant: election.tenant, group: `election-${String(electionId)}`, in: tx };
    const input = { electionId: String(electionId), ballotId: ballot.ballot_id };
    const submitted = await engine.submit(openBallotTask, input, placed);
    return { taskId: submitted.taskId, ballotId: ballot.ballot_id };
  });
  await waitShortly(engine.task(taskId), asking);
  return { ballotId };
}

async function lockBallot(on: Queryable, { electionId, code, castKey }: Decision): Promise<BallotRow> {
  const [ballot] = await on.query(lockBallotByCode({ electionId, code: code.toUpperCase() }));
  const given = createHash("sha256").update(castKey).digest();
  if (ballot !== undefined && timingSafeEqual(given, ballot.key_hash)) return ballot;
  throw new RotaError("BALLOT_NOT_FOUND", "no ballot has this code and this key: look at the code that you were shown");
}

function requireUndecided({ state }: Pick<BallotRow, "state">): void {
  if (state === "SUBMITTED") return;
  const message =
    state === "RECEIVED"
      ? "the ballot is not verified yet: ask again in a moment"
      : `the ballot is ${state}, and that is final: encrypt another one`;
  throw new RotaError("BALLOT_DECIDED", message, { state });
}

function requireNonce({ groupName }: LifeElection, nonce: string): void {
  const { isScalar } = groupOf(groupName);
  if (!isScalar(fromHex(nonce, "the nonce")))
    throw new RotaError("BALLOT_INVALID", "the nonce is not below q: give the ballot nonce as hexadecimal digits");
}
