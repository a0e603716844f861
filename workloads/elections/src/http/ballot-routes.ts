/** Routes to submit, cast, challenge and find ballots, at home or at a kiosk. */
import { Given, Line, Nullable, PageView, pageOf, Whole, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { encryptedBallotToJson } from "../core/records/write-ballot.ts";
import { contextToJson } from "../core/records/write-record.ts";
import { dayOf, encryptedBallotOf, type LookedUpBallot, lookUpBallot, readBulletin } from "../store/ballots.ts";
import { contextOfElection, readElection } from "../store/election.ts";
import { requireVoter } from "../store/voters.ts";
import { submitBallot } from "../tasks/admit-ballot.ts";
import { encryptAndSubmit, forgetKioskNonce, kioskNonce } from "../tasks/kiosk.ts";
import { castBallot, challengeBallot } from "../tasks/open-ballot.ts";
import {
  Code,
  defineRoute,
  ElectionId,
  ElectionParams,
  Hex,
  HoursView,
  hoursView,
  LIMIT,
  PageQuery,
  RecordJson,
  State,
  TokenHeaders,
  tokenOf,
  WaitHeaders,
  waitMsOf,
} from "./fields.ts";

const BALLOT_STATES = ["RECEIVED", "SUBMITTED", "CAST", "CHALLENGED", "REJECTED"] as const;
const NUMBER_MAX = 4_294_967_295;
const Small = Type.Integer({ minimum: 0, maximum: NUMBER_MAX });

const CodeParams = Given({ electionId: ElectionId, code: Code });

const DeviceFields = Given(
  {
    deviceId: Small,
    sessionId: Small,
    launchCode: Small,
    location: Type.String({ pattern: "^[^|\\p{Cc}\\p{Cs}]{1,100}$", examples: ["browser"] }),
  },
  { description: "What encrypted: random numbers, nothing about the voter. Its hash begins the chain of codes." },
);

export const VoteSignature = Type.String({
  pattern: "^[0-9a-f]{128}$",
  description: "Made with the key of the voter's link: `credentialOf(secret).sign(context.crypto_extended_base_hash)`.",
});

export const CastKey = Line(200, { description: "Whose SHA-256 was sent with the ballot." });

const BallotView = Type.Object({
  ballotId: Type.String(),
  code: Type.String(),
  state: Word(BALLOT_STATES),
  styleId: Type.String(),
  isKiosk: Type.Boolean({ description: "The server encrypted it." }),
  isCounted: Type.Boolean({ description: "It is in the tally, or will be." }),
  opened: Nullable(
    Type.Object({
      nonce: Type.String(),
      verdict: Nullable(Word(["REPEATED", "DIFFERENT"]), {
        description: "Whether encrypting its votes with the nonce gives this very ballot; null while that is computed.",
      }),
      votes: Nullable(Type.Record(Type.String(), Type.Record(Type.String(), Whole))),
      objection: Nullable(Type.String()),
    }),
    { description: "Of a challenged ballot." },
  ),
});

function ballotView(ballot: LookedUpBallot): Static<typeof BallotView> {
  const { ballotId, code, state, styleId, isKiosk, isCounted, opened } = ballot;
  return { ballotId, code, state, styleId, isKiosk, isCounted, opened };
}

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
      hours: Nullable(HoursView),
      title: Type.String(),
      group: Type.String(),
      isToy: Type.Boolean(),
      isKiosk: Type.Boolean(),
      styleId: Type.String(),
      hasVoted: Type.Boolean(),
      linkIssues: Type.Integer({ description: "How often this voter was given a link. Earlier ones no longer work." }),
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
      hours: hoursView(election),
      title,
      group,
      isToy,
      isKiosk,
      styleId: voter.style_id,
      hasVoted: voter.has_voted,
      linkIssues: voter.link_issues,
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
    device: DeviceFields,
    castKeyHash: Type.String({
      pattern: "^[0-9a-f]{64}$",
      description: "SHA-256 of the key, which stays with the voter until the decision.",
    }),
  }),
  answers: { 201: Submitted, 202: Submitted },
  async handle(request) {
    const { params, body } = request;
    const input = { electionId: BigInt(params.electionId), token: tokenOf(request), ...body };
    const submitted = await submitBallot({ ...request, waitMs: waitMsOf(request) }, input);
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
  body: Given({ castKey: CastKey, signature: Type.Optional(VoteSignature) }),
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

const Choices = Type.Array(Given({ contestId: Line(100), selectionIds: Type.Array(Line(200), { maxItems: 500 }) }), {
  maxItems: 200,
  description: "What is not named gets no vote.",
});

const Encrypted = Type.Object({
  ballotId: Type.String(),
  code: Type.String(),
  state: Word(BALLOT_STATES),
  castKey: Type.String({ description: "Shown once: it casts or challenges this ballot." }),
  isKiosk: Type.Boolean({ description: "Always true: the server has seen the vote." }),
});

const encryptKiosk = defineRoute({
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
    const input = { electionId: BigInt(params.electionId), token: tokenOf(request), ...body };
    return { status: 201, body: { ...(await encryptAndSubmit(request, input)), isKiosk: true } };
  },
});

const challengeKiosk = defineRoute({
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

export const kioskOperations = [encryptKiosk, challengeKiosk];

const lookUp = defineRoute({
  name: "elections.ballots.get",
  method: "GET",
  path: "/v1/elections/{electionId}/ballots/{code}",
  summary: "What became of the ballot with a confirmation code",
  description: "Never what is on it, unless it was challenged.",
  role: "anyone",
  params: CodeParams,
  answers: { 200: BallotView },
  async handle({ engine: { database }, params }) {
    const election = await readElection(database, { electionId: BigInt(params.electionId) });
    return { status: 200, body: ballotView(await lookUpBallot(database, election, params.code)) };
  },
});

const encrypted = defineRoute({
  name: "elections.ballots.encrypted",
  method: "GET",
  path: "/v1/elections/{electionId}/ballots/{code}/encrypted",
  summary: "The encrypted ballot with a confirmation code, with its proofs",
  role: "anyone",
  params: CodeParams,
  answers: { 200: RecordJson("In the JSON of ElectionGuard 1.4.") },
  async handle({ engine: { database }, params }) {
    const election = await readElection(database, { electionId: BigInt(params.electionId) });
    const { row } = await lookUpBallot(database, election, params.code);
    return { status: 200, body: encryptedBallotToJson(encryptedBallotOf(election, row)) };
  },
});

const bulletin = defineRoute({
  name: "elections.bulletin",
  method: "GET",
  path: "/v1/elections/{electionId}/bulletin",
  summary: "The codes of all verified ballots, by code",
  description: "The order tells nothing about when a ballot came.",
  role: "anyone",
  params: ElectionParams,
  query: Given({ limit: PageQuery.limit, after: Type.Optional(Code) }),
  answers: {
    200: PageView(Type.Object({ code: Type.String(), state: Word(BALLOT_STATES), isKiosk: Type.Boolean() })),
  },
  async handle({ engine: { database }, params, query: { limit = LIMIT, after } }) {
    const { electionId } = await readElection(database, { electionId: BigInt(params.electionId) });
    const rows = await readBulletin(database, { electionId, after: after?.toUpperCase(), limit });
    const items = rows.map(({ code, state, is_kiosk: isKiosk }) => ({ code, state, isKiosk }));
    return { status: 200, body: pageOf(items, { limit, cursorOf: ({ code }) => code }) };
  },
});

export const lookUpOperations = [lookUp, encrypted, bulletin];
