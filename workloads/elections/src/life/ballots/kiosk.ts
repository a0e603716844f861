/** Encrypting on the server, for kiosks only: the vote is never stored, and the nonce is sealed until the voter has decided. */
import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { computeIn, RotaError, type Engine } from "@rota/engine";
import { deviceHash } from "../../ballots/ballot-hashes.ts";
import type { PlainBallot } from "../../ballots/ballot.ts";
import { toHex } from "../../crypto/hash/hex.ts";
import { groupOf } from "../../phases/arithmetic/group-of.ts";
import { encryptedBallotToJson } from "../../records/writing/write-ballot.ts";
import type * as ballotChecks from "../arithmetic/ballot-checks.ts";
import { contextOfElection, readElection, requireState } from "../elections/election.ts";
import type { Asking } from "../run-shortly.ts";
import { requireVoter } from "../voters/require-voter.ts";
import { dayOf } from "./read-submission.ts";
import { submitBallot, type SubmittedAnswer } from "./submit-ballot.ts";

const inChecks = computeIn<typeof ballotChecks>(new URL("../arithmetic/ballot-checks.ts", import.meta.url));

export type KioskWish = {
  readonly electionId: bigint;
  readonly token: string | undefined;
  readonly contests: readonly { readonly contestId: string; readonly selectionIds: readonly string[] }[];
};

export type KioskAnswer = SubmittedAnswer & { readonly castKey: string };

type KioskBallot = { readonly electionId: bigint; readonly ballotId: string };

export async function encryptAndSubmit(
  asking: Asking,
  { electionId, token, contests }: KioskWish,
): Promise<KioskAnswer> {
  const { engine, signal } = asking;
  const election = await readElection(engine.database, { electionId });
  const voter = await requireVoter(engine.database, { electionId, token });
  requireState(election, ["OPEN"], "voting");
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
  // Not by a task: its payload would hold the vote.
  const { ballot, nonce } = await engine.compute(inChecks("encryptAtKiosk"), work, { signal });
  const castKey = randomBytes(32).toString("base64url");
  await engine.secrets.put({
    key: nonceKey({ electionId, ballotId: plain.ballotId }),
    value: new TextEncoder().encode(toHex(nonce)),
  });
  const castKeyHash = createHash("sha256").update(castKey).digest("hex");
  const wish = { electionId, token, ballot: encryptedBallotToJson(ballot), device, castKeyHash, isKiosk: true };
  return { ...(await submitBallot(asking, wish)), castKey };
}

/** The nonce of an undecided kiosk ballot, to challenge it with. Refuses when it is gone. */
export async function kioskNonce(engine: Engine, ballot: KioskBallot): Promise<string> {
  const value = await engine.secrets.read(nonceKey(ballot));
  if (value !== undefined) return new TextDecoder().decode(value);
  throw new RotaError("BALLOT_DECIDED", "the nonce of this ballot is gone: encrypt another one", {});
}

/** Whoever has the nonce can read the ballot: once it is cast, nobody may. */
export async function forgetKioskNonce(engine: Engine, ballot: KioskBallot): Promise<void> {
  await engine.secrets.drop(nonceKey(ballot)).catch((error: unknown) => {
    if (!(error instanceof RotaError && error.code === "SECRETS_NOT_CONFIGURED")) throw error;
  });
}

function notAKiosk(electionId: bigint): RotaError {
  const message = `election ${String(electionId)} takes ballots that were encrypted by the voter only: encrypt with @rota/elections and submit that`;
  return new RotaError("ELECTION_PATH_UNSAFE", message, { electionId: String(electionId) });
}

function nonceKey({ electionId, ballotId }: KioskBallot): string {
  return `elections:${String(electionId)}:kiosk:${ballotId}`;
}

function randomId(): number {
  return randomInt(2 ** 32);
}
