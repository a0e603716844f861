/** Stores a submitted ballot together with the task that verifies it, and runs that task. */
import { computeIn, defineTask, type Engine, type ResultWait, type RotaError, type Transaction } from "@rota/engine";
import { violatedConstraint } from "@rota/engine/workload";
import type { Device } from "../core/ballots/ballot.ts";
import { ElectionError } from "../errors.ts";
import {
  type BallotState,
  deleteDigests,
  insertBallot,
  insertDevice,
  insertDigests,
  isDecidedOnDevice,
  rejectBallot,
  selectBallot,
  setBallotState,
} from "../store/ballots.sql.ts";
import { packedRow, readSubmission, type Submission } from "../store/ballots.ts";
import {
  contextOfElection,
  duringHours,
  type LifeElection,
  readElection,
  requireHours,
  requireState,
} from "../store/election.ts";
import { countSubmission, type VoterRow } from "../store/voters.sql.ts";
import { requireVoter } from "../store/voters.ts";
import { CHECKS_QUEUE } from "./check-guardian.ts";
import type * as ballotChecks from "./compute/checks.ts";
import { ELECTIONS_RETRY } from "./retry-policies.ts";

const inChecks = computeIn<typeof ballotChecks>(new URL("./compute/checks.ts", import.meta.url));

/** The caller of an operation that waits for what workers compute. */
export type Asking = Pick<ResultWait, "waitMs"> & { readonly engine: Engine; readonly signal: AbortSignal };

type Admission = { readonly state: BallotState; readonly objection: string | null };
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
    return commit((tx) => admit(tx, { electionId, ballotId, ...checked }));
  },
});

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

/** Maximum number of ballots that a voter may submit: one is cast, others are challenged or abandoned. */
const SUBMISSIONS_MAX = 20;

type SubmitRequest = {
  readonly electionId: bigint;
  readonly token: string | undefined;
  readonly ballot: unknown;
  readonly device: Device;
  /** SHA-256 of the key that casts or challenges the ballot, in hexadecimal digits. */
  readonly castKeyHash: string;
  readonly isKiosk?: boolean;
};

export type SubmittedAnswer = { readonly ballotId: string; readonly code: string; readonly state: BallotState };

/**
 * Submits a ballot. The state is RECEIVED when verifying takes longer than the wait. The same ballot with the same key
 * may be sent again.
 *
 * @throws BALLOT_INVALID when it is refused, BALLOT_REPEATED when another one has its code or ciphertexts.
 */
export async function submitBallot(asking: Asking, request: SubmitRequest): Promise<SubmittedAnswer> {
  const { database } = asking.engine;
  const election = await readElection(database, request);
  const voter = await requireVoter(database, request);
  requireState(election, ["OPEN"], "voting");
  refuseVoted(voter);
  const now = Date.now() / 1_000;
  const submission = readSubmission(election, { ...request, styleId: voter.style_id, now });
  const { ballotId } = submission.packed;
  const known = await answerOf(asking, request, submission);
  if (known !== undefined) return known;
  requireHours(election);
  // Counted before the ballot is stored, in its own transaction: one that writes both would link voter and ballot.
  const counted = await database.query(countSubmission(election.electionId, voter.voter_id, SUBMISSIONS_MAX));
  if (counted.length === 0)
    throw new ElectionError("BALLOT_REPEATED", "you have encrypted as many ballots as is allowed: cast one of them");
  const taskId = await store(asking, election, { request, submission });
  if (taskId === undefined) return answerOfStored(asking, request, submission);
  const admission = await asking.engine.task<Admission>(taskId).resultWithin(asking);
  return answer({ ballotId, code: submission.code }, admission);
}

type ToStore = { readonly request: SubmitRequest; readonly submission: Submission };

/** Stores a ballot. Returns undefined when its id, its code or its place behind a code is taken. */
async function store(
  { engine }: Asking,
  { electionId, tenant }: LifeElection,
  work: ToStore,
): Promise<bigint | undefined> {
  const { packed } = work.submission;
  const placed = { tenant, group: `election-${String(electionId)}` };
  try {
    return await duringHours(electionId, () =>
      engine.database.transaction(async (tx) => {
        requireState(await readElection(tx, { electionId }, "shared"), ["OPEN"], "voting");
        await insert(tx, electionId, work);
        const input = { electionId: String(electionId), ballotId: packed.ballotId };
        const { taskId } = await engine.submit(admitBallot, input, { ...placed, in: tx });
        return taskId;
      }),
    );
  } catch (error) {
    const violated = violatedConstraint(error);
    if (violated?.startsWith("elections_ballots_") === true) return undefined;
    throw error;
  }
}

async function insert(tx: Transaction, electionId: bigint, { request, submission }: ToStore): Promise<void> {
  const { packed, code, previousCode, deviceHash } = submission;
  const chained = { electionId, code: previousCode, deviceHash };
  if (!submission.isFirst && (await tx.query(isDecidedOnDevice(chained))).length === 0) {
    const why = "its code must follow a ballot of the same device that was cast or challenged, or the device itself";
    throw new ElectionError("BALLOT_INVALID", `the ballot cannot be taken: ${why}`, { about: "code_seed" });
  }
  await tx.query(insertDevice({ electionId, deviceHash, ...request.device }));
  await tx.query(
    insertBallot({
      electionId,
      ballotId: packed.ballotId,
      styleId: packed.styleId,
      code,
      previousCode,
      deviceHash,
      content: packed.content,
      keyHash: Buffer.from(request.castKeyHash, "hex"),
      isKiosk: request.isKiosk ?? false,
    }),
  );
}

/** Returns the answer for a ballot that was sent before; the sender may not have received the first answer. */
async function answerOf({ engine }: Asking, { electionId, castKeyHash }: SubmitRequest, { packed, code }: Submission) {
  const [row] = await engine.database.query(selectBallot({ electionId, ballotId: packed.ballotId }));
  if (row === undefined) return undefined;
  const isSame = row.code === code && Buffer.from(row.key_hash).toString("hex") === castKeyHash.toLowerCase();
  if (!isSame) throw repeated();
  return answer({ ballotId: row.ballot_id, code }, { state: row.state, objection: row.objection });
}

/**
 * Returns the answer for a ballot that could not be stored: it was sent twice at once, or another ballot has its id,
 * code or place.
 */
async function answerOfStored(
  asking: Asking,
  request: SubmitRequest,
  submission: Submission,
): Promise<SubmittedAnswer> {
  const known = await answerOf(asking, request, submission);
  if (known === undefined) throw repeated();
  return known;
}

function answer(name: { ballotId: string; code: string }, admission: Admission | undefined): SubmittedAnswer {
  if (admission?.state === "REJECTED") {
    const message = `the ballot was verified and refused: ${admission.objection ?? "it is wrong"}`;
    throw new ElectionError("BALLOT_INVALID", message, { ballotId: name.ballotId });
  }
  return { ...name, state: admission?.state ?? "RECEIVED" };
}

export function refuseVoted({ has_voted }: Pick<VoterRow, "has_voted">): void {
  if (!has_voted) return;
  throw new ElectionError("VOTE_ALREADY_CAST", "you have voted in this election: a cast ballot stays cast");
}

function repeated(): RotaError {
  const message = "another ballot has its id, its code or its place behind a code: encrypt the choices again";
  return new ElectionError("BALLOT_REPEATED", message);
}
