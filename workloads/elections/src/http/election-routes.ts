/** Routes to create, list, read, open and close elections. */
import type { Queryable } from "@rota/engine";
import {
  DEFAULT_TENANT,
  Given,
  Line,
  Nullable,
  PageView,
  pageOf,
  Tenant,
  Time,
  Whole,
  Word,
} from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { toHex } from "../core/crypto/hash.ts";
import { ELECTION_GROUPS, REPORTINGS, VOTER_LINKS } from "../core/manifest/new-election.ts";
import { extendVoting, openElection, readStanding } from "../store/election-lifecycle.ts";
import { type LifeElection, readElection, toElection } from "../store/election.ts";
import { selectElections, selectStateErrors } from "../store/elections.sql.ts";
import { selectKeptErrors } from "../store/phase-log.sql.ts";
import { closeNow, createOnSchedule } from "../tasks/voting-hours.ts";
import {
  defineRoute,
  ElectionId,
  ElectionParams,
  HoursView,
  hoursView,
  LIMIT,
  Reason,
  ShortId,
  State,
} from "./fields.ts";

const Candidate = Given({
  candidateId: Type.Optional(ShortId),
  name: Line(200, { examples: ["Ann"] }),
  party: Type.Optional(Line(200)),
});

const Contest = Given({
  contestId: Type.Optional(ShortId),
  title: Line(300, { examples: ["Mayor"] }),
  votesAllowed: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: "How many options a ballot may choose. Default 1." }),
  ),
  seats: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: "How many candidates it elects. Default: as many as votes.",
    }),
  ),
  candidates: Type.Array(Candidate, { minItems: 1, maxItems: 500 }),
  hasWriteIn: Type.Optional(Type.Boolean({ description: "Default false." })),
  precincts: Type.Optional(
    Type.Array(ShortId, { maxItems: 1_000, description: "Where it is voted on. Default: everywhere." }),
  ),
});

const NewElection = Given({
  tenant: Type.Optional(Tenant),
  title: Line(300, { examples: ["Town council"] }),
  description: Type.Optional(Type.String({ maxLength: 5_000 })),
  startsAt: Type.String({
    format: "date-time",
    examples: ["2036-11-01T08:00:00Z"],
    description: "No ballot is accepted before. The election opens then if its ceremony is over.",
  }),
  endsAt: Type.String({
    format: "date-time",
    examples: ["2036-11-01T18:00:00Z"],
    description: "No ballot is accepted from then on, and the election closes. A time in the future.",
  }),
  guardians: Type.Array(Given({ name: Line(200, { examples: ["Gina"] }), guardianId: Type.Optional(ShortId) }), {
    minItems: 1,
    maxItems: 20,
  }),
  quorum: Type.Integer({ minimum: 1, maximum: 20, description: "How many guardians are enough to decrypt." }),
  contests: Type.Array(Contest, { minItems: 1, maxItems: 200 }),
  precincts: Type.Optional(
    Type.Array(Given({ precinctId: ShortId, name: Type.Optional(Line(200)) }), { maxItems: 1_000 }),
  ),
  group: Type.Optional(
    Word(ELECTION_GROUPS, { description: "Default eg-v1-4096. Toys hide nothing, and are labelled so." }),
  ),
  chunkSize: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: "Ballots of a chunk. Default 200." }),
  ),
  reporting: Type.Optional(
    Word(REPORTINGS, { description: "For what totals are published. Default: the whole election." }),
  ),
  countsOvervotes: Type.Optional(
    Type.Boolean({
      description: "Whether results tell ballots with too many votes from those with too few. Default false.",
    }),
  ),
  isKiosk: Type.Optional(
    Type.Boolean({ description: "Whether the server may encrypt; it then knows those votes. Default false." }),
  ),
  voterLinks: Type.Optional(
    Word(VOTER_LINKS, {
      description: "Default `sent`: the hook of the installation sends each voter a link that no official sees.",
    }),
  ),
});

const ElectionView = Type.Object({
  voterLinks: Word(VOTER_LINKS),
  electionId: Type.String(),
  tenant: Type.String(),
  state: State,
  stateError: Nullable(Type.String(), { description: "Why the phase of this state failed; it can be started again." }),
  title: Type.String(),
  description: Type.String(),
  group: Type.String(),
  isToy: Type.Boolean({ description: "The group is so small that it hides nothing: for trying things out." }),
  guardians: Whole,
  quorum: Whole,
  reporting: Word(REPORTINGS),
  chunkSize: Whole,
  isKiosk: Type.Boolean(),
  manifestHash: Type.String(),
  publicKey: Nullable(Type.String(), { description: "The joint key; null before the election was opened." }),
  baseHash: Nullable(Type.String()),
  extendedHash: Nullable(Type.String()),
  createdBy: Type.String(),
  createdAt: Time,
  openedAt: Nullable(Time),
  closedAt: Nullable(Time),
  hours: Nullable(HoursView, { description: "Null for an election that was created before hours were enforced." }),
});

/**
 * Returns the view of an election. `stateError` is given only where a phase may have failed, so not right after
 * creating, opening or closing.
 */
function electionView(election: LifeElection, stateError?: string): Static<typeof ElectionView> {
  const { context } = election;
  return {
    electionId: String(election.electionId),
    tenant: election.tenant,
    state: election.state,
    stateError: stateError ?? null,
    title: election.title,
    description: election.description,
    group: election.groupName,
    isToy: election.isToy,
    guardians: election.guardianCount,
    quorum: election.quorum,
    reporting: election.reporting,
    chunkSize: election.chunkSize,
    isKiosk: election.isKiosk,
    voterLinks: election.voterLinks,
    manifestHash: toHex(election.manifestHash),
    publicKey: context === undefined ? null : toHex(context.publicKey),
    baseHash: context === undefined ? null : toHex(context.baseHash),
    extendedHash: context === undefined ? null : toHex(context.extendedHash),
    createdBy: election.createdBy,
    createdAt: election.createdAt.toISOString(),
    openedAt: election.openedAt?.toISOString() ?? null,
    closedAt: election.closedAt?.toISOString() ?? null,
    hours: hoursView(election),
  };
}

const create = defineRoute({
  name: "elections.create",
  method: "POST",
  path: "/v1/elections",
  summary: "Create an election",
  description: "Its manifest is fixed by this; the key ceremony begins. Warnings say what may be regretted.",
  role: "operator",
  body: NewElection,
  answers: { 201: Type.Object({ election: ElectionView, warnings: Type.Array(Type.String()) }) },
  async handle({ engine, body: request, tenant = DEFAULT_TENANT, actor }) {
    const { election, warnings } = await createOnSchedule(engine, { request, tenant, actor: actor.name });
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
  answers: { 200: PageView(ElectionView) },
  async handle({ engine, query: { limit = LIMIT, after }, tenant }) {
    const before = after === undefined ? undefined : BigInt(after);
    const rows = await engine.database.query(selectElections({ tenant, before, limit }));
    const errors = await readStateErrors(engine.database, rows);
    const items = rows.map((row) => electionView(toElection(row), errors.get(row.election_id)));
    return { status: 200, body: pageOf(items, { limit, cursorOf: ({ electionId }) => electionId }) };
  },
});

async function readStateErrors(on: Queryable, rows: readonly { election_id: bigint }[]): Promise<Map<bigint, string>> {
  const ids = rows.map((row) => row.election_id);
  const errors = [...(await on.query(selectKeptErrors(ids))), ...(await on.query(selectStateErrors(ids)))];
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
  description:
    "Joins the guardians' keys; from now on manifest and keys are frozen. Ballots are accepted during the hours only. An election whose ceremony is over when they begin opens by itself.",
  role: "operator",
  params: ElectionParams,
  body: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: ElectionView },
  async handle({ engine, params, tenant, actor }) {
    const name = { electionId: BigInt(params.electionId), tenant };
    const opened = await engine.database.transaction((tx) => openElection(tx, { name, actor: actor.name }));
    return { status: 200, body: electionView(opened) };
  },
});

const close = defineRoute({
  name: "elections.close",
  method: "POST",
  path: "/v1/elections/{electionId}/close",
  summary: "Close the election",
  description:
    "Refused while a ballot is unverified. Draws the seed that orders the ballots, and plans the chunks. An election closes by itself when its hours end.",
  role: "operator",
  params: ElectionParams,
  body: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: ElectionView },
  async handle({ engine, params, tenant, actor }) {
    const name = { electionId: BigInt(params.electionId), tenant };
    return { status: 200, body: electionView(await closeNow(engine, { name, actor: actor.name })) };
  },
});

const hours = defineRoute({
  name: "elections.hours",
  method: "GET",
  path: "/v1/elections/{electionId}/hours",
  summary: "The hours of voting, and every extension with its reason",
  role: "anyone",
  params: ElectionParams,
  answers: {
    200: Type.Object({ state: State, openedAt: Nullable(Time), closedAt: Nullable(Time), hours: Nullable(HoursView) }),
  },
  async handle({ engine, params }) {
    const election = await readElection(engine.database, { electionId: BigInt(params.electionId) });
    const { state, openedAt, closedAt } = election;
    const times = { openedAt: openedAt?.toISOString() ?? null, closedAt: closedAt?.toISOString() ?? null };
    return { status: 200, body: { state, ...times, hours: hoursView(election) } };
  },
});

const extend = defineRoute({
  name: "elections.hours.extend",
  method: "POST",
  path: "/v1/elections/{electionId}/hours/extend",
  summary: "Extend the hours of voting in an emergency",
  description:
    "Only to a later end, and only before voting is over. Everybody sees it with the reason, also in the record.",
  role: "operator",
  params: ElectionParams,
  body: Given({
    endsAt: Type.String({ format: "date-time", examples: ["2036-11-01T20:00:00Z"] }),
    reason: Reason,
    tenant: Type.Optional(Tenant),
  }),
  answers: { 200: ElectionView },
  async handle({ engine, params, body: { endsAt, reason }, tenant, actor }) {
    const name = { electionId: BigInt(params.electionId), tenant };
    const extension = { name, actor: actor.name, endsAt: new Date(endsAt), reason };
    const extended = await engine.database.transaction((tx) => extendVoting(tx, extension));
    return { status: 200, body: electionView(extended) };
  },
});

export const electionOperations = [create, list, get, manifest, open, close, hours, extend];
