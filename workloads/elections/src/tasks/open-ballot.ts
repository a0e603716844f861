/** Casts or challenges a ballot, and opens a challenged one by repeating its encryption. */
import { createHash, timingSafeEqual } from "node:crypto";
import { computeIn, defineTask, type Engine, type Queryable, type Transaction } from "@rota/engine";
import { fromHex, toHex } from "../core/crypto/hash.ts";
import { groupOf } from "../core/node/native-crypto.ts";
import { isVoteSigned } from "../core/home/credential.ts";
import { ElectionError } from "../errors.ts";
import {
  type BallotRow,
  insertOpened,
  lockBallotByCode,
  selectBallot,
  selectOpened,
  setBallotState,
  setOpened,
} from "../store/ballots.sql.ts";
import { packedRow } from "../store/ballots.ts";
import {
  contextOfElection,
  duringHours,
  type LifeElection,
  readElection,
  requireHours,
  requireState,
} from "../store/election.ts";
import { setVoted, type VoterRow } from "../store/voters.sql.ts";
import { lockVoter } from "../store/voters.ts";
import { type Asking, type BallotToAdmit, refuseVoted } from "./admit-ballot.ts";
import { CHECKS_QUEUE } from "./check-guardian.ts";
import type * as ballotChecks from "./compute/checks.ts";
import { ELECTIONS_RETRY } from "./retry-policies.ts";

const inChecks = computeIn<typeof ballotChecks>(new URL("./compute/checks.ts", import.meta.url));

export const openBallotTask = defineTask({
  name: "elections.open-ballot",
  queue: CHECKS_QUEUE,
  retry: ELECTIONS_RETRY,
  priority: 1,
  async run({ electionId: id, ballotId }: BallotToAdmit, { database, compute, commit }) {
    const name = { electionId: BigInt(id), ballotId };
    const election = await readElection(database, name);
    const [row] = await database.query(selectBallot(name));
    const [opened] = await database.query(selectOpened(name));
    if (row === undefined || opened === undefined) return;
    const { groupName: group, manifest } = election;
    const work = { group, manifest, context: contextOfElection(election), packed: packedRow(row) };
    const opening = await compute(inChecks("openBallot"), { ...work, nonce: fromHex(opened.nonce, "the nonce") });
    const { verdict } = opening;
    const votes = verdict === "REPEATED" ? opening.votes : null;
    const objection = verdict === "DIFFERENT" ? opening.objection : null;
    await commit((tx) => tx.query(setOpened({ ...name, verdict, votes, objection })));
  },
});

type Decision = {
  readonly electionId: bigint;
  /** Confirmation code. */
  readonly code: string;
  /** Key whose hash was sent with the ballot. */
  readonly castKey: string;
};

type Casting = Decision & {
  readonly token: string | undefined;
  /** Signature of the vote with the key of the voter's link; undefined where an official handed the token out. */
  readonly signature?: string | undefined;
};

/** Casts the ballot and marks the voter, or does neither. Casting the same ballot again changes nothing. */
export function castBallot(
  { engine }: Pick<Asking, "engine">,
  casting: Casting,
): Promise<{ readonly ballotId: string }> {
  return duringHours(casting.electionId, () => engine.database.transaction((tx) => cast(tx, casting)));
}

async function cast(
  tx: Transaction,
  { electionId, code, castKey, token, signature }: Casting,
): Promise<{ readonly ballotId: string }> {
  const election = await readElection(tx, { electionId }, "shared");
  const voter = await lockVoter(tx, { electionId, token });
  requireState(election, ["OPEN"], "casting");
  const ballot = await lockBallot(tx, { electionId, code, castKey });
  const { ballot_id: ballotId } = ballot;
  if (ballot.state === "CAST" && voter.has_voted) return { ballotId };
  requireHours(election);
  refuseVoted(voter);
  requireUndecided(ballot);
  if (ballot.style_id !== voter.style_id)
    throw new ElectionError(
      "BALLOT_INVALID",
      `your ballot is of style ${voter.style_id}, this one of ${ballot.style_id}`,
    );
  await tx.query(setBallotState({ electionId, ballotId, from: "SUBMITTED", to: "CAST" }));
  await tx.query(setVoted(electionId, voter.voter_id, signatureOf(election, voter, signature)));
  return { ballotId };
}

/** Returns the signature to keep. Refuses with VOTE_NOT_SIGNED where the voter's link has a key and it is not made with it. */
function signatureOf(election: LifeElection, { credential }: VoterRow, signature = ""): Uint8Array | null {
  if (credential === null) return null;
  const publicKey = Buffer.from(credential).toString("hex");
  const extendedHash = toHex(contextOfElection(election).extendedHash);
  if (isVoteSigned({ publicKey, signature, extendedHash })) return Buffer.from(signature, "hex");
  throw new ElectionError("VOTE_NOT_SIGNED", "the vote is not signed with the key of your link: nothing was cast");
}

type Challenge = Decision & { readonly nonce: string };

/**
 * Challenges a ballot, which can then never be cast. Its nonce becomes public, and its votes once the encryption was
 * repeated.
 */
export async function challengeBallot(asking: Asking, challenged: Challenge): Promise<{ readonly ballotId: string }> {
  const { engine } = asking;
  const { taskId, ballotId } = await duringHours(challenged.electionId, () =>
    engine.database.transaction((tx) => challenge(engine, tx, challenged)),
  );
  await engine.task(taskId).resultWithin(asking);
  return { ballotId };
}

async function challenge(engine: Engine, tx: Transaction, { electionId, code, castKey, nonce }: Challenge) {
  const election = await readElection(tx, { electionId }, "shared");
  requireState(election, ["OPEN"], "challenging");
  requireHours(election);
  const { state, ...ballot } = await lockBallot(tx, { electionId, code, castKey });
  requireNonce(election, nonce);
  requireUndecided({ state });
  const name = { electionId, ballotId: ballot.ballot_id };
  await tx.query(setBallotState({ ...name, from: "SUBMITTED", to: "CHALLENGED" }));
  await tx.query(insertOpened({ ...name, nonce: nonce.toUpperCase() }));
  const placed = { tenant: election.tenant, group: `election-${String(electionId)}`, in: tx };
  const input = { electionId: String(electionId), ballotId: ballot.ballot_id };
  const { taskId } = await engine.submit(openBallotTask, input, placed);
  return { taskId, ballotId: ballot.ballot_id };
}

async function lockBallot(on: Queryable, { electionId, code, castKey }: Decision): Promise<BallotRow> {
  const [ballot] = await on.query(lockBallotByCode({ electionId, code: code.toUpperCase() }));
  const given = createHash("sha256").update(castKey).digest();
  if (ballot !== undefined && timingSafeEqual(given, ballot.key_hash)) return ballot;
  throw new ElectionError(
    "BALLOT_NOT_FOUND",
    "no ballot has this code and this key: look at the code that you were shown",
  );
}

function requireUndecided({ state }: Pick<BallotRow, "state">): void {
  if (state === "SUBMITTED") return;
  const message =
    state === "RECEIVED"
      ? "the ballot is not verified yet: ask again in a moment"
      : `the ballot is ${state}, and that is final: encrypt another one`;
  throw new ElectionError("BALLOT_DECIDED", message, { state });
}

function requireNonce({ groupName }: LifeElection, nonce: string): void {
  const { isScalar } = groupOf(groupName);
  if (!isScalar(fromHex(nonce, "the nonce")))
    throw new ElectionError("BALLOT_INVALID", "the nonce is not below q: give the ballot nonce as hexadecimal digits");
}
