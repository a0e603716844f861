/** Routes of the roll of voters and their tokens. */
import { Given, PageView, pageOf, Tenant, Whole } from "@rota/engine/operations";
import { Type } from "typebox";
import { readElection } from "../store/election.ts";
import { selectVoters } from "../store/voters.sql.ts";
import { addVoters, giveVoterTokens, removeVoters, TOKENS_MAX } from "../store/voters.ts";
import { startSendingLinks } from "../tasks/send-links.ts";
import { defineRoute, ElectionParams, LIMIT, PageQuery, VoterId } from "./fields.ts";

const VoterIds = Type.Array(VoterId, { minItems: 1, maxItems: TOKENS_MAX });

const list = defineRoute({
  name: "elections.voters.list",
  method: "GET",
  path: "/v1/elections/{electionId}/voters",
  summary: "Voters by id, and whether they have voted",
  description: "Says that somebody voted, never when or which ballot: nothing in the database does.",
  role: "operator",
  params: ElectionParams,
  query: Given({ ...PageQuery, tenant: Type.Optional(Tenant) }),
  answers: {
    200: PageView(
      Type.Object({
        voterId: Type.String(),
        precinctId: Type.String(),
        hasVoted: Type.Boolean(),
        hasToken: Type.Boolean(),
        linkIssues: Type.Integer({ minimum: 0, description: "How often a link or token was given." }),
      }),
    ),
  },
  async handle({ engine, params, query: { limit = LIMIT, after }, tenant }) {
    const { electionId } = await readElection(engine.database, { electionId: BigInt(params.electionId), tenant });
    const rows = await engine.database.query(selectVoters({ electionId, after, limit }));
    const items = rows.map(({ voter_id, style_id, has_voted, has_token, link_issues }) => ({
      voterId: voter_id,
      precinctId: style_id,
      hasVoted: has_voted,
      hasToken: has_token,
      linkIssues: link_issues,
    }));
    return { status: 200, body: pageOf(items, { limit, cursorOf: ({ voterId }) => voterId }) };
  },
});

const add = defineRoute({
  name: "elections.voters.add",
  method: "POST",
  path: "/v1/elections/{electionId}/voters",
  summary: "Put voters on the roll, from CSV",
  description: "Its first line names the columns voter_id (or email) and precinct. Who is on the roll stays as it is.",
  role: "operator",
  params: ElectionParams,
  body: Given({
    csv: Type.String({ minLength: 1, maxLength: 20_000_000, examples: ["voter_id,precinct\n17,north"] }),
    tenant: Type.Optional(Tenant),
  }),
  answers: { 200: Type.Object({ added: Whole, known: Whole }) },
  async handle({ engine, params, body: { csv }, tenant, actor }) {
    const name = { electionId: BigInt(params.electionId), tenant };
    return { status: 200, body: await addVoters(engine.database, { name, csv, actor: actor.name }) };
  },
});

const remove = defineRoute({
  name: "elections.voters.remove",
  method: "POST",
  path: "/v1/elections/{electionId}/voters/remove",
  summary: "Take voters off the roll, before voting starts",
  role: "operator",
  params: ElectionParams,
  body: Given({ voterIds: VoterIds, tenant: Type.Optional(Tenant) }),
  answers: { 200: Type.Object({ removed: Whole }) },
  async handle({ engine, params, body: { voterIds }, tenant, actor }) {
    const name = { electionId: BigInt(params.electionId), tenant };
    return { status: 200, body: await removeVoters(engine.database, { name, voterIds, actor: actor.name }) };
  },
});

const tokens = defineRoute({
  name: "elections.voters.tokens",
  method: "POST",
  path: "/v1/elections/{electionId}/voters/tokens",
  summary: "Give voters their tokens, shown this once",
  description:
    "For the named voters, or for up to 10,000 who have none, in elections whose links officials hand out. Only hashes are kept. A new token ends the old one.",
  role: "operator",
  params: ElectionParams,
  body: Given({ voterIds: Type.Optional(VoterIds), tenant: Type.Optional(Tenant) }),
  answers: {
    200: Type.Object({ tokens: Type.Array(Type.Object({ voterId: Type.String(), token: Type.String() })) }),
  },
  async handle({ engine, params, body: { voterIds }, tenant, actor }) {
    const name = { electionId: BigInt(params.electionId), tenant };
    const given = await giveVoterTokens(engine.database, { name, voterIds, actor: actor.name });
    return { status: 200, body: { tokens: given } };
  },
});

const links = defineRoute({
  name: "elections.voters.links",
  method: "POST",
  path: "/v1/elections/{electionId}/voters/links",
  summary: "Send voters their links, which no official sees",
  description:
    "To the named voters, or to up to 10,000 who have none, through the hook of the installation. A new link ends the old one.",
  role: "operator",
  params: ElectionParams,
  body: Given({ voterIds: Type.Optional(VoterIds), tenant: Type.Optional(Tenant) }),
  answers: { 202: Type.Object({ voters: Whole }) },
  async handle({ engine, params, body: { voterIds }, tenant, actor }) {
    const name = { electionId: BigInt(params.electionId), tenant };
    return { status: 202, body: await startSendingLinks(engine, { name, voterIds, actor: actor.name }) };
  },
});

export const voterOperations = [list, add, remove, tokens, links];
