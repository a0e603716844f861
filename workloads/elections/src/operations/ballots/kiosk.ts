/** Kiosk mode: the server encrypts, and says so. Only for elections that were created with it. */
import { Type } from "typebox";
import { challengeBallot } from "../../life/ballots/decide-ballot.ts";
import { encryptAndSubmit, forgetKioskNonce, kioskNonce } from "../../life/ballots/kiosk.ts";
import { lookUpBallot } from "../../life/ballots/look-up.ts";
import { readElection } from "../../life/elections/election.ts";
import { defineRoute } from "../define-route.ts";
import { ElectionParams, Given, Line, TokenHeaders, tokenOf, Word } from "../fields.ts";
import { BALLOT_STATES, BallotView, ballotView, CastKey, CodeParams } from "./ballot-schemas.ts";

export const Choices = Type.Array(
  Given({ contestId: Line(100), selectionIds: Type.Array(Line(200), { maxItems: 500 }) }),
  { maxItems: 200, description: "What is not named gets no vote." },
);

const Encrypted = Type.Object({
  ballotId: Type.String(),
  code: Type.String(),
  state: Word(BALLOT_STATES),
  castKey: Type.String({ description: "Shown once: it casts or challenges this ballot." }),
  isKiosk: Type.Boolean({ description: "Always true: the server has seen the vote." }),
});

const encrypt = defineRoute({
  name: "elections.kiosk.encrypt",
  method: "POST",
  path: "/v1/elections/{electionId}/kiosk/ballots",
  summary: "Have the server encrypt a ballot (kiosk mode)",
  description:
    "The server learns the vote. It stores it nowhere, and keeps the nonce sealed until the voter has decided.",
  role: "anyone",
  params: ElectionParams,
  headers: TokenHeaders,
  body: Given({ contests: Choices }),
  answers: { 201: Encrypted },
  async handle(request) {
    const { params, body } = request;
    const wish = { electionId: BigInt(params.electionId), token: tokenOf(request), ...body };
    return { status: 201, body: { ...(await encryptAndSubmit(request, wish)), isKiosk: true } };
  },
});

const challenge = defineRoute({
  name: "elections.kiosk.challenge",
  method: "POST",
  path: "/v1/elections/{electionId}/kiosk/ballots/{code}/challenge",
  summary: "Challenge a ballot that the server encrypted",
  role: "anyone",
  params: CodeParams,
  body: Given({ castKey: CastKey }),
  answers: { 200: BallotView },
  async handle(request) {
    const { engine, params, body } = request;
    const election = await readElection(engine.database, { electionId: BigInt(params.electionId) });
    const { electionId } = election;
    const { ballotId } = await lookUpBallot(engine.database, election, params.code);
    const nonce = await kioskNonce(engine, { electionId, ballotId });
    await challengeBallot(request, { electionId, code: params.code, ...body, nonce });
    await forgetKioskNonce(engine, { electionId, ballotId });
    return { status: 200, body: ballotView(await lookUpBallot(engine.database, election, params.code)) };
  },
});

export const kioskOperations = [encrypt, challenge];
