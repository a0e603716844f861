/** Encrypts ballots on the server for kiosks; the vote is never stored, and the nonce stays sealed until the decision. */
import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { computeIn, type Engine, RotaError } from "@rota/engine";
import { deviceHash, type PlainBallot } from "../core/ballots/ballot.ts";
import { toHex } from "../core/crypto/hash.ts";
import { groupOf } from "../core/node/native-crypto.ts";
import { encryptedBallotToJson } from "../core/records/write-ballot.ts";
import { ElectionError } from "../errors.ts";
import { dayOf } from "../store/ballots.ts";
import { contextOfElection, readElection, requireHours, requireState } from "../store/election.ts";
import { requireVoter } from "../store/voters.ts";
import { type Asking, submitBallot, type SubmittedAnswer } from "./admit-ballot.ts";
import type * as ballotChecks from "./compute/checks.ts";

const inChecks = computeIn<typeof ballotChecks>(new URL("./compute/checks.ts", import.meta.url));

type KioskRequest = {
  readonly electionId: bigint;
  readonly token: string | undefined;
  readonly contests: readonly { readonly contestId: string; readonly selectionIds: readonly string[] }[];
};

type KioskAnswer = SubmittedAnswer & { readonly castKey: string };

type KioskBallot = { readonly electionId: bigint; readonly ballotId: string };

export async function encryptAndSubmit(
  asking: Asking,
  { electionId, token, contests }: KioskRequest,
): Promise<KioskAnswer> {
  const { engine, signal } = asking;
  const election = await readElection(engine.database, { electionId });
  const voter = await requireVoter(engine.database, { electionId, token });
  requireState(election, ["OPEN"], "voting");
  requireHours(election);
  if (!election.isKiosk) throw notAKiosk(electionId);
  const device = { deviceId: randomId(), sessionId: randomId(), launchCode: randomId(), location: "kiosk" };
  const plain: PlainBallot = {
    ballotId: `ballot-${randomUUID()}`,
    styleId: voter.style_id,
    contests: contests.map(({ contestId, selectionIds }) => ({
      contestId,
      selections: selectionIds.map((selectionId) => ({ selectionId, vote: 1 })),
    })),
  };
  const work = {
    group: election.groupName,
    manifest: election.manifest,
    context: contextOfElection(election),
    plain,
    codeSeed: deviceHash(groupOf(election.groupName), device),
    timestamp: dayOf(Date.now() / 1_000),
  };
  // Not computed in a task, because its payload would contain the vote.
  const { ballot, nonce } = await engine.compute(inChecks("encryptAtKiosk"), work, { signal });
  const castKey = randomBytes(32).toString("base64url");
  await engine.secrets.put({
    key: nonceKey({ electionId, ballotId: plain.ballotId }),
    value: new TextEncoder().encode(toHex(nonce)),
  });
  const castKeyHash = createHash("sha256").update(castKey).digest("hex");
  const submission = { electionId, token, ballot: encryptedBallotToJson(ballot), device, castKeyHash, isKiosk: true };
  return { ...(await submitBallot(asking, submission)), castKey };
}

/** Returns the nonce of an undecided kiosk ballot, for a challenge. Refuses when it was deleted. */
export async function kioskNonce(engine: Engine, ballot: KioskBallot): Promise<string> {
  const value = await engine.secrets.read(nonceKey(ballot));
  if (value !== undefined) return new TextDecoder().decode(value);
  throw new ElectionError("BALLOT_DECIDED", "the nonce of this ballot is gone: encrypt another one", {});
}

/** Deletes the nonce once the ballot is cast, because with it the ballot could be read. */
export async function forgetKioskNonce(engine: Engine, ballot: KioskBallot): Promise<void> {
  await engine.secrets.drop(nonceKey(ballot)).catch((error: unknown) => {
    if (!(error instanceof RotaError && error.code === "SECRETS_NOT_CONFIGURED")) throw error;
  });
}

function notAKiosk(electionId: bigint): RotaError {
  const message = `election ${String(electionId)} takes ballots that were encrypted by the voter only: encrypt with @rota/elections and submit that`;
  return new ElectionError("ELECTION_PATH_UNSAFE", message, { electionId: String(electionId) });
}

function nonceKey({ electionId, ballotId }: KioskBallot): string {
  return `elections:${String(electionId)}:kiosk:${ballotId}`;
}

function randomId(): number {
  return randomInt(2 ** 32);
}
