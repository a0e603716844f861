/** Offers the paths of the replaced system for voting. None accepts or returns the nonce of a cast ballot. */
import { RotaError } from "@rota/engine";
import { Given, Line, Nullable } from "@rota/engine/operations";
import { Type } from "typebox";
import { toHex } from "../core/crypto/hash.ts";
import { encryptedBallotToJson } from "../core/records/write-ballot.ts";
import { ElectionError } from "../errors.ts";
import { CastKey, VoteSignature } from "../http/ballot-routes.ts";
import { Code, defineRoute, ElectionId, Hex, RecordJson, TokenHeaders, tokenOf } from "../http/fields.ts";
import { encryptedBallotOf, lookUpBallot } from "../store/ballots.ts";
import { readElection } from "../store/election.ts";
import { requireVoter } from "../store/voters.ts";
import { encryptAndSubmit, forgetKioskNonce, kioskNonce } from "../tasks/kiosk.ts";
import { castBallot, challengeBallot } from "../tasks/open-ballot.ts";
import { type NamedSelection, namedSelections, SourceId } from "./election-paths.ts";

const Candidates = Type.Array(Line(200), { maxItems: 500 });

/** Reasons for which the holder of a token cannot vote in an open election. */
const REASONS: Readonly<Record<string, string>> = { BEFORE: "voting has not begun", AFTER: "voting has ended" };

const eligibility = defineRoute({
  name: "elections.source.eligibility",
  method: "POST",
  path: "/api/eligibility",
  summary: "Whether the holder of a token may vote now",
  role: "anyone",
  headers: TokenHeaders,
  body: Given({ electionId: SourceId }),
  answers: {
    200: Type.Object({
      eligible: Type.Boolean(),
      hasVoted: Type.Boolean(),
      isElectionActive: Type.Boolean(),
      reason: Nullable(Type.String()),
    }),
  },
  async handle(request) {
    const { database } = request.engine;
    const electionId = BigInt(request.body.electionId);
    const { has_voted: hasVoted } = await requireVoter(database, { electionId, token: tokenOf(request) });
    const { state, hours } = await readElection(database, { electionId });
    const phase = state === "OPEN" ? (hours?.phase ?? "DURING") : state;
    const isElectionActive = phase === "DURING";
    const reason = hasVoted
      ? "you have voted"
      : isElectionActive
        ? null
        : (REASONS[phase] ?? `the election is ${state}`);
    return { status: 200, body: { eligible: reason === null, hasVoted, isElectionActive, reason } };
  },
});

const encrypt = defineRoute({
  name: "elections.source.encrypt",
  method: "POST",
  path: "/api/create-encrypted-ballot",
  summary: "Have the server encrypt a ballot (kiosk mode)",
  description: "Only for elections with kiosk mode: the server learns the vote. It gives no nonce away; keep cast_key.",
  role: "anyone",
  headers: TokenHeaders,
  body: Given({
    electionId: SourceId,
    selectedCandidates: Candidates,
    padding: Type.Optional(Type.String({ maxLength: 100_000, description: "Makes all requests alike in length." })),
  }),
  answers: {
    200: Type.Object({
      encrypted_ballot: RecordJson("In the JSON of ElectionGuard 1.4."),
      ballot_hash: Type.String(),
      ballot_tracking_code: Type.String(),
      ballot_id: Type.String(),
      cast_key: Type.String(),
    }),
  },
  async handle(request) {
    const { engine, body } = request;
    const electionId = BigInt(body.electionId);
    const token = tokenOf(request);
    await requireVoter(engine.database, { electionId, token });
    const election = await readElection(engine.database, { electionId });
    const contests = choose(namedSelections(election), body.selectedCandidates);
    const { ballotId, code, castKey } = await encryptAndSubmit(request, { electionId, token, contests });
    const { row } = await lookUpBallot(engine.database, election, code);
    const ballot = encryptedBallotOf(election, row);
    return {
      status: 200,
      body: {
        encrypted_ballot: encryptedBallotToJson(ballot),
        ballot_hash: toHex(ballot.hash),
        ballot_tracking_code: code,
        ballot_id: ballotId,
        cast_key: castKey,
      },
    };
  },
});

const cast = defineRoute({
  name: "elections.source.cast",
  method: "POST",
  path: "/api/cast-encrypted-ballot",
  summary: "Cast a ballot that was encrypted and verified before",
  role: "anyone",
  headers: TokenHeaders,
  body: Given({
    electionId: SourceId,
    ballot_tracking_code: Code,
    ballot_hash: Type.Optional(Hex),
    cast_key: CastKey,
    signature: Type.Optional(VoteSignature),
  }),
  answers: { 200: Type.Object({ hashCode: Type.String(), trackingCode: Type.String() }) },
  async handle(request) {
    const { engine, body } = request;
    const electionId = BigInt(body.electionId);
    const { ballot_tracking_code: code, cast_key: castKey, signature } = body;
    const election = await readElection(engine.database, { electionId });
    const { row } = await lookUpBallot(engine.database, election, code);
    const hashCode = toHex(encryptedBallotOf(election, row).hash);
    if (body.ballot_hash !== undefined && body.ballot_hash.toUpperCase() !== hashCode)
      throw new ElectionError("BALLOT_INVALID", "the ballot with this code has another hash: nothing was cast");
    const { ballotId } = await castBallot(request, { electionId, code, castKey, signature, token: tokenOf(request) });
    await forgetKioskNonce(engine, { electionId, ballotId });
    return { status: 200, body: { hashCode, trackingCode: row.code } };
  },
});

const challenge = defineRoute({
  name: "elections.source.challenge",
  method: "POST",
  path: "/api/benaloh-challenge",
  summary: "Challenge a ballot: it is opened for everybody and never counted",
  description: "With the nonce of a ballot that was encrypted by the voter; the server has that of a kiosk.",
  role: "anyone",
  body: Given({
    electionId: SourceId,
    ballot_tracking_code: Code,
    cast_key: CastKey,
    nonce: Type.Optional(Hex),
    candidate_names_to_verify: Type.Optional(Candidates),
  }),
  answers: { 200: Type.Object({ match: Type.Boolean(), verified_candidates: Type.Array(Type.String()) }) },
  async handle(request) {
    const { engine, body } = request;
    const electionId = BigInt(body.electionId);
    const { ballot_tracking_code: code, cast_key: castKey } = body;
    const election = await readElection(engine.database, { electionId });
    const { ballotId } = await lookUpBallot(engine.database, election, code);
    const nonce = body.nonce ?? (await kioskNonce(engine, { electionId, ballotId }));
    await challengeBallot(request, { electionId, code, castKey, nonce });
    await forgetKioskNonce(engine, { electionId, ballotId });
    const { opened } = await lookUpBallot(engine.database, election, code);
    const votes = opened?.votes ?? {};
    const chosen = namedSelections(election)
      .filter(({ contestId, selectionId }) => votes[contestId]?.[selectionId] === 1)
      .map(({ name }) => name);
    const wanted = body.candidate_names_to_verify;
    const isRepeated = opened?.verdict === "REPEATED";
    const match = isRepeated && (wanted === undefined || sameNames(wanted, chosen));
    return { status: 200, body: { match, verified_candidates: chosen } };
  },
});

const verify = defineRoute({
  name: "elections.source.verifyVote",
  method: "POST",
  path: "/api/verify-vote",
  summary: "Whether a ballot with a code is on the bulletin",
  role: "anyone",
  body: Given({ election_id: SourceId, tracking_code: Code, hash_code: Type.Optional(Hex) }),
  answers: {
    200: Type.Object({ found: Type.Boolean(), hashMatches: Type.Boolean(), status: Nullable(Type.String()) }),
  },
  async handle({ engine: { database }, body }) {
    const election = await readElection(database, { electionId: BigInt(body.election_id) });
    try {
      const { row, state } = await lookUpBallot(database, election, body.tracking_code);
      const hash = toHex(encryptedBallotOf(election, row).hash);
      const hashMatches = body.hash_code === undefined || hash === body.hash_code.toUpperCase();
      return { status: 200, body: { found: true, hashMatches, status: state } };
    } catch (error) {
      if (!(error instanceof RotaError && error.code === "BALLOT_NOT_FOUND")) throw error;
      return { status: 200, body: { found: false, hashMatches: false, status: null } };
    }
  },
});

const details = defineRoute({
  name: "elections.source.ballotDetails",
  method: "GET",
  path: "/api/ballot-details/{electionId}/{trackingCode}",
  summary: "The encrypted ballot with a code",
  role: "anyone",
  params: Given({ electionId: ElectionId, trackingCode: Code }),
  answers: {
    200: Type.Object({
      trackingCode: Type.String(),
      status: Type.String(),
      cipher_text: RecordJson("Without nonces."),
    }),
  },
  async handle({ engine: { database }, params }) {
    const election = await readElection(database, { electionId: BigInt(params.electionId) });
    const { row, state, code } = await lookUpBallot(database, election, params.trackingCode);
    const cipher = encryptedBallotToJson(encryptedBallotOf(election, row));
    return { status: 200, body: { trackingCode: code, status: state, cipher_text: cipher } };
  },
});

function choose(named: readonly NamedSelection[], names: readonly string[]) {
  const unknown = names.find((name) => !named.some((selection) => selection.name === name));
  if (unknown !== undefined) throw new ElectionError("BALLOT_INVALID", `no candidate is called "${unknown}"`);
  const chosen = named.filter(({ name }) => names.includes(name));
  return [...new Set(chosen.map(({ contestId }) => contestId))].map((contestId) => ({
    contestId,
    selectionIds: chosen.filter((selection) => selection.contestId === contestId).map(({ selectionId }) => selectionId),
  }));
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}

export const sourceVotingOperations = [eligibility, encrypt, cast, challenge, verify, details];
