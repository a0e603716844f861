/** What a voter does with the token: get what is needed to encrypt, submit, then cast or challenge. */
import { Type } from "typebox";
import { castBallot, challengeBallot } from "../../life/ballots/decide-ballot.ts";
import { forgetKioskNonce } from "../../life/ballots/kiosk.ts";
import { lookUpBallot } from "../../life/ballots/look-up.ts";
import { dayOf } from "../../life/ballots/read-submission.ts";
import { submitBallot } from "../../life/ballots/submit-ballot.ts";
import { contextOfElection, readElection } from "../../life/elections/election.ts";
import { requireVoter } from "../../life/voters/require-voter.ts";
import { contextToJson } from "../../records/writing/write-context.ts";
import { defineRoute } from "../define-route.ts";
import {
  ElectionParams,
  Given,
  Hex,
  RecordJson,
  State,
  TokenHeaders,
  tokenOf,
  WaitHeaders,
  waitMsOf,
  Word,
} from "../fields.ts";
import { BALLOT_STATES, BallotView, ballotView, CastKey, CodeParams, Device } from "./ballot-schemas.ts";

const paper = defineRoute({
  name: "elections.voting",
  method: "GET",
  path: "/v1/elections/{electionId}/voting",
  summary: "What a voter needs to encrypt a ballot",
  role: "anyone",
  params: ElectionParams,
  headers: TokenHeaders,
  answers: {
    200: Type.Object({
      electionId: Type.String(),
      state: State,
      title: Type.String(),
      group: Type.String(),
      isToy: Type.Boolean(),
      isKiosk: Type.Boolean(),
      styleId: Type.String(),
      hasVoted: Type.Boolean(),
      timestamp: Type.Integer({ description: "To be put into the ballot: the beginning of today, in seconds." }),
      manifest: RecordJson("As in the record."),
      context: RecordJson("As in the record: joint key and hashes."),
    }),
  },
  async handle(request) {
    const { engine, params } = request;
    const electionId = BigInt(params.electionId);
    const voter = await requireVoter(engine.database, { electionId, token: tokenOf(request) });
    const election = await readElection(engine.database, { electionId });
    const { state, title, groupName: group, isToy, isKiosk } = election;
    const body = {
      electionId: params.electionId,
      state,
      title,
      group,
      isToy,
      isKiosk,
      styleId: voter.style_id,
      hasVoted: voter.has_voted,
      timestamp: dayOf(Date.now() / 1_000),
      manifest: objectOf(election.manifestText),
      context: contextToJson(contextOfElection(election)),
    };
    return { status: 200, body };
  },
});

const Submitted = Type.Object({
  ballotId: Type.String(),
  code: Type.String({ description: "The confirmation code: show it before the voter decides." }),
  state: Word(BALLOT_STATES),
});

const submit = defineRoute({
  name: "elections.ballots.submit",
  method: "POST",
  path: "/v1/elections/{electionId}/ballots",
  summary: "Submit an encrypted ballot, to be cast or challenged afterwards",
  description:
    "Verified at once; 202 when that takes longer: look the code up. Whoever gives the key whose hash is sent may decide about it. Sending the same again changes nothing.",
  role: "anyone",
  params: ElectionParams,
  headers: WaitHeaders,
  body: Given({
    ballot: RecordJson("An encrypted ballot in the JSON of ElectionGuard 1.4, without nonces."),
    device: Device,
    castKeyHash: Type.String({
      pattern: "^[0-9a-f]{64}$",
      description: "SHA-256 of the key, which stays with the voter until the decision.",
    }),
  }),
  answers: { 201: Submitted, 202: Submitted },
  async handle(request) {
    const { params, body } = request;
    const wish = { electionId: BigInt(params.electionId), token: tokenOf(request), ...body };
    const submitted = await submitBallot({ ...request, waitMs: waitMsOf(request) }, wish);
    return { status: submitted.state === "RECEIVED" ? 202 : 201, body: submitted };
  },
});

const cast = defineRoute({
  name: "elections.ballots.cast",
  method: "POST",
  path: "/v1/elections/{electionId}/ballots/{code}/cast",
  summary: "Cast a ballot: it will be counted",
  description: "Once for each voter, and final. Casting the same ballot again changes nothing.",
  role: "anyone",
  params: CodeParams,
  headers: TokenHeaders,
  body: Given({ castKey: CastKey }),
  answers: { 200: Submitted },
  async handle(request) {
    const { engine, params, body } = request;
    const electionId = BigInt(params.electionId);
    const code = params.code.toUpperCase();
    const { ballotId } = await castBallot(request, { electionId, code, ...body, token: tokenOf(request) });
    await forgetKioskNonce(engine, { electionId, ballotId });
    const state = "CAST" as const;
    return { status: 200, body: { ballotId, code, state } };
  },
});

const challenge = defineRoute({
  name: "elections.ballots.challenge",
  method: "POST",
  path: "/v1/elections/{electionId}/ballots/{code}/challenge",
  summary: "Challenge a ballot: it is opened for everybody and never counted",
  description: "The nonce becomes public, and with it the votes on this ballot. The voter may encrypt another one.",
  role: "anyone",
  params: CodeParams,
  body: Given({ castKey: CastKey, nonce: Hex }),
  answers: { 200: BallotView },
  async handle(request) {
    const { engine, params, body } = request;
    const electionId = BigInt(params.electionId);
    await challengeBallot(request, { electionId, code: params.code, ...body });
    const election = await readElection(engine.database, { electionId });
    return { status: 200, body: ballotView(await lookUpBallot(engine.database, election, params.code)) };
  },
});

function objectOf(text: string): object {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) throw new Error("a frozen manifest is no object");
  return value;
}

export const voteOperations = [paper, submit, cast, challenge];
