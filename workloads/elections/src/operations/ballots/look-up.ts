/** What everybody may see without signing in: a ballot by its code, its ciphertexts, and the bulletin of all codes. */
import { Type } from "typebox";
import { encryptedBallotOf, lookUpBallot, readBulletin } from "../../life/ballots/look-up.ts";
import { readElection } from "../../life/elections/election.ts";
import { encryptedBallotToJson } from "../../records/writing/write-ballot.ts";
import { defineRoute } from "../define-route.ts";
import { Code, ElectionParams, Given, LIMIT, Page, pageOf, PageQuery, RecordJson, Word } from "../fields.ts";
import { BALLOT_STATES, BallotView, ballotView, CodeParams } from "./ballot-schemas.ts";

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
    200: Page(Type.Object({ code: Type.String(), state: Word(BALLOT_STATES), isKiosk: Type.Boolean() })),
  },
  async handle({ engine: { database }, params, query: { limit = LIMIT, after } }) {
    const { electionId } = await readElection(database, { electionId: BigInt(params.electionId) });
    const rows = await readBulletin(database, { electionId, after: after?.toUpperCase(), limit });
    const items = rows.map(({ code, state, is_kiosk: isKiosk }) => ({ code, state, isKiosk }));
    return { status: 200, body: pageOf(items, { limit, cursorOf: ({ code }) => code }) };
  },
});

export const lookUpOperations = [lookUp, encrypted, bulletin];
