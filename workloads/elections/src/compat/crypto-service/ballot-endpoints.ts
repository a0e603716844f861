/** Computes the endpoints for ballots: encryption, opening and adding up. */
import { deviceHash } from "../../core/ballots/ballot.ts";
import { objectionsToBallots } from "../../core/ballots/check-ballot.ts";
import { encryptBallot } from "../../core/ballots/encrypt-ballot.ts";
import { decryptWithNonce } from "../../core/crypto/elgamal.ts";
import { toHex } from "../../core/crypto/hash.ts";
import { randomScalar } from "../../core/crypto/scalars.ts";
import { type JsonValue, readJson } from "../../core/records/json-reader.ts";
import { readEncryptedBallot, readSubmittedBallot } from "../../core/records/read-ballot.ts";
import { submittedBallotToJson } from "../../core/records/write-ballot.ts";
import { addBallots, toEncryptedTally } from "../../core/tally/tally.ts";
import { ElectionError } from "../../errors.ts";
import {
  ciphertextForm,
  CONTEST,
  type NamedElection,
  readNamedElection,
  selectionIdAt,
  STYLE,
} from "./request-forms.ts";

const DEVICE = { deviceId: 1, sessionId: 1, launchCode: 1, location: "crypto service" };

/** Encrypts a ballot. `encrypted_ballot_with_nonce` opens it: keep that only until the voter has decided. */
export function createEncryptedBallot(groupName: string, request: JsonValue) {
  const election = readNamedElection(groupName, request);
  const { group } = election;
  const wanted = request
    .member("candidate_names_to_vote")
    .list()
    .map((name) => selectionOf(election, name.text()));
  const contests = [{ contestId: CONTEST, selections: wanted.map((selectionId) => ({ selectionId, vote: 1 })) }];
  const plain = { ballotId: request.member("ballot_id").text(), styleId: STYLE, contests };
  const nonce = randomScalar(group);
  const codeSeed = deviceHash(group, DEVICE);
  const timestamp = Math.floor(Date.now() / 1_000);
  const { ballot } = encryptBallot(group, election, { ballot: plain, nonce, codeSeed, timestamp });
  const isSpoiled = ["spoiled", "challenged"].includes(request.optional("ballot_status")?.text().toLowerCase() ?? "");
  const written = submittedBallotToJson({ ...ballot, state: isSpoiled ? "challenged" : "cast" });
  return {
    encrypted_ballot: JSON.stringify(written),
    encrypted_ballot_with_nonce: JSON.stringify({ ...written, nonce: toHex(nonce) }),
    ballot_hash: String(ballot.hash),
    ballot_tracking_code: toHex(ballot.code),
  };
}

/**
 * Opens a ballot and encrypts its choices again. The result must be the ballot, and the names must be those that the
 * voter gives.
 */
export function benalohChallenge(groupName: string, request: JsonValue) {
  const election = readNamedElection(groupName, request);
  const { group, context } = election;
  const json = readJson(request.member("encrypted_ballot_with_nonce").text(), "encrypted_ballot_with_nonce");
  const ballot = readEncryptedBallot(json);
  const nonce = json.member("nonce").hex();
  const again = (selectionIds: readonly string[]) => {
    const contests = [
      { contestId: CONTEST, selections: selectionIds.map((selectionId) => ({ selectionId, vote: 1 })) },
    ];
    const plain = { ballotId: ballot.ballotId, styleId: STYLE, contests };
    return encryptBallot(group, election, { ...ballot, ballot: plain, nonce });
  };
  const { nonces } = again([]);
  const chosen = (ballot.contests[0]?.selections ?? []).flatMap(({ selectionId, ciphertext, isPlaceholder }, place) => {
    const used = nonces.contests[0]?.selections[place] ?? 0n;
    const value = decryptWithNonce(group, ciphertext, { nonce: used, publicKey: context.publicKey });
    return value === group.g && !isPlaceholder ? [selectionId] : [];
  });
  const isSame = again(chosen).ballot.hash === ballot.hash;
  const names = election.candidates.filter((_, index) => chosen.includes(selectionIdAt(index)));
  const claimed = request
    .member("candidate_names_to_verify")
    .list()
    .map((name) => name.text());
  const isClaimed = claimed.length === names.length && names.every((name) => claimed.includes(name));
  return { match: isSame && isClaimed, is_encryption_of_choices: isSame, verified_candidates: isSame ? names : [] };
}

/** Adds up ballots without challenged ones. Refuses the first ballot with invalid proofs, and repeated ballots. */
export function createEncryptedTally(groupName: string, request: JsonValue) {
  const election = readNamedElection(groupName, request);
  const { group, manifest } = election;
  const texts = request.member("encrypted_ballots").list();
  const ballots = texts.map((text) => readSubmittedBallot(readJson(text.text(), text.path)));
  const ids = ballots.map(({ ballotId }) => ballotId);
  if (new Set(ids).size !== ids.length) throw new ElectionError("BALLOT_REPEATED", "two ballots have the same id");
  const [objection] = objectionsToBallots(group, election, ballots).flat();
  if (objection !== undefined) throw new ElectionError("BALLOT_INVALID", `${objection.where}: ${objection.why}`);
  const cast = ballots.filter(({ state }) => state === "cast");
  const { contests } = toEncryptedTally(group, manifest, addBallots(group, cast));
  return {
    ciphertext_tally: {
      contests: Object.fromEntries(
        contests.map(({ contestId, selections }) => [
          contestId,
          Object.fromEntries(
            selections.map(({ selectionId, ciphertext }) => [selectionId, ciphertextForm(ciphertext)]),
          ),
        ]),
      ),
      cast_ballot_ids: cast.map(({ ballotId }) => ballotId),
      spoiled_ballot_ids: ballots.filter(({ state }) => state === "challenged").map(({ ballotId }) => ballotId),
    },
    submitted_ballots: texts.map((text) => text.text()),
  };
}

function selectionOf({ candidates }: NamedElection, name: string): string {
  const index = candidates.indexOf(name);
  if (index >= 0) return selectionIdAt(index);
  throw new ElectionError("BALLOT_INVALID", `no candidate is called "${name}"`);
}
