/** Elections: create, list, get, open, close; their manifest for everybody. */
import type { Queryable } from "@rota/engine";
import { Type } from "typebox";
import { createElection } from "../../life/elections/create-election.ts";
import { readElection, toElection } from "../../life/elections/election.ts";
import { selectElections } from "../../life/elections/elections.sql.ts";
import { readStanding } from "../../life/elections/standing.ts";
import { closeElection, openElection } from "../../life/elections/open-election.ts";
import { selectStateErrors } from "../../phases/status/state-errors.sql.ts";
import { defineRoute } from "../define-route.ts";
import { DEFAULT_TENANT, ElectionId, ElectionParams, Given, LIMIT, Page, pageOf, Tenant, Whole } from "../fields.ts";
import { ElectionView, electionView, NewElection } from "./election-schemas.ts";

const create = defineRoute({
  name: "elections.create",
  method: "POST",
  path: "/v1/elections",
  summary: "Create an election",
  description: "Its manifest is fixed by this; the key ceremony begins. Warnings say what may be regretted.",
  role: "operator",
  body: NewElection,
  answers: { 201: Type.Object({ election: ElectionView, warnings: Type.Array(Type.String()) }) },
  async handle({ engine, body: wish, tenant = DEFAULT_TENANT, actor }) {
    const { election, warnings } = await createElection(engine.database, { wish, tenant, actor: actor.name });
    return { status: 201, body: { election: electionView(election), warnings: [...warnings] } };
  },
});

const list = defineRoute({
  name: "elections.list",
  method: "GET",
  path: "/v1/elections",
  summary: "Elections, the newest first",
  role: "viewer",
  query: Given({
    tenant: Type.Optional(Tenant),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: LIMIT })),
    after: Type.Optional(ElectionId),
  }),
  answers: { 200: Page(ElectionView) },
  async handle({ engine, query: { limit = LIMIT, after }, tenant }) {
    const before = after === undefined ? undefined : BigInt(after);
    const rows = await engine.database.query(selectElections({ tenant, before, limit }));
    const errors = await readStateErrors(engine.database, rows);
    const items = rows.map((row) => electionView(toElection(row), errors.get(row.election_id)));
    return { status: 200, body: pageOf(items, { limit, cursorOf: ({ electionId }) => electionId }) };
  },
});

async function readStateErrors(on: Queryable, rows: readonly { election_id: bigint }[]): Promise<Map<bigint, string>> {
  const errors = await on.query(selectStateErrors(rows.map((row) => row.election_id)));
  return new Map(errors.map(({ election_id: electionId, reason }) => [electionId, reason]));
}

const Standing = Type.Object({
  voters: Whole,
  voted: Whole,
  ballots: Type.Object({ received: Whole, submitted: Whole, cast: Whole, challenged: Whole, rejected: Whole }),
});

const get = defineRoute({
  name: "elections.get",
  method: "GET",
  path: "/v1/elections/{electionId}",
  summary: "One election, with its turn-out",
  role: "viewer",
  params: ElectionParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: Type.Object({ election: ElectionView, standing: Standing }) },
  async handle({ engine, params, tenant }) {
    const electionId = BigInt(params.electionId);
    const election = await readElection(engine.database, { electionId, tenant });
    const standing = await readStanding(engine.database, electionId);
    const errors = await readStateErrors(engine.database, [{ election_id: electionId }]);
    return { status: 200, body: { election: electionView(election, errors.get(electionId)), standing } };
  },
});

const manifest = defineRoute({
  name: "elections.manifest",
  method: "GET",
  path: "/v1/elections/{electionId}/manifest",
  summary: "The manifest, as it stands in the record",
  role: "anyone",
  params: ElectionParams,
  answers: {
    200: Type.Unsafe<string>({
      type: "object",
      description: "The JSON of ElectionGuard 1.4: the very bytes of the record.",
    }),
  },
  contentType: "application/json; charset=utf-8",
  async handle({ engine, params }) {
    const { manifestText } = await readElection(engine.database, { electionId: BigInt(params.electionId) });
    return { status: 200, body: manifestText };
  },
});

const open = defineRoute({
  name: "elections.open",
  method: "POST",
  path: "/v1/elections/{electionId}/open",
  summary: "Open the election for voting",
  description: "Joins the guardians' keys; from now on manifest and keys are frozen.",
  role: "operator",
  params: ElectionParams,
  body: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: ElectionView },
  async handle({ engine, params, tenant, actor }) {
    const name = { electionId: BigInt(params.electionId), tenant };
    return { status: 200, body: electionView(await openElection(engine.database, { name, actor: actor.name })) };
  },
});

const close = defineRoute({
  name: "elections.close",
  method: "POST",
  path: "/v1/elections/{electionId}/close",
  summary: "Close the election",
  description: "Refused while a ballot is unverified. Draws the seed that orders the ballots, and plans the chunks.",
  role: "operator",
  params: ElectionParams,
  body: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: ElectionView },
  async handle({ engine, params, tenant, actor }) {
    const name = { electionId: BigInt(params.electionId), tenant };
    return { status: 200, body: electionView(await closeElection(engine.database, { name, actor: actor.name })) };
  },
});

export const electionOperations = [create, list, get, manifest, open, close];
