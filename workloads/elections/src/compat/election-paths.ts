/** Offers the paths of the replaced system for elections, voters and the ceremony, and refuses its unsafe ones. */
import { defineOperation, type Operation } from "@rota/engine/workload";
import { DEFAULT_TENANT, Given, Line, Tenant, Whole } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { overvoteOf } from "../core/manifest/manifest.ts";
import { readJson } from "../core/records/json-reader.ts";
import { ElectionError } from "../errors.ts";
import { defineRoute, ElectionParams } from "../http/fields.ts";
import { readCeremony } from "../store/ceremony.ts";
import { openElection } from "../store/election-lifecycle.ts";
import { type LifeElection, readElection, toElection } from "../store/election.ts";
import { selectElections } from "../store/elections.sql.ts";
import { selectVoters } from "../store/voters.sql.ts";
import { addVoters } from "../store/voters.ts";
import { createOnSchedule } from "../tasks/voting-hours.ts";

/** Id of an election, which is a number in the messages of the replaced system. */
export const SourceId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [42] });

const DAY_MS = 86_400_000;
const LISTED_MAX = 200;
const VOTERS_LISTED_MAX = 10_000;

const SourceElection = Type.Object({
  electionId: Type.Integer(),
  electionTitle: Type.String(),
  electionDescription: Type.String(),
  numberOfGuardians: Whole,
  electionQuorum: Whole,
  status: Type.String({ description: "The state of the election." }),
  candidateNames: Type.Array(Type.String()),
  warnings: Type.Array(Type.String()),
});

const Names = Type.Array(Line(200), { minItems: 1, maxItems: 500 });

const create = defineRoute({
  name: "elections.source.create",
  method: "POST",
  path: "/api/create-election",
  summary: "Create an election with one contest",
  role: "operator",
  body: Given({
    electionTitle: Line(300),
    electionDescription: Type.Optional(Type.String({ maxLength: 5_000 })),
    candidateNames: Names,
    partyNames: Type.Optional(Names),
    maxChoices: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    guardianEmails: Type.Array(Line(200), { minItems: 1, maxItems: 20 }),
    electionQuorum: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    startingTime: Type.Optional(Type.String({ format: "date-time" })),
    endingTime: Type.Optional(Type.String({ format: "date-time" })),
    electionEligibility: Type.Optional(Type.String({ enum: ["listed", "unlisted"] })),
    voterEmails: Type.Optional(Type.Array(Line(200), { maxItems: 10_000 })),
    tenant: Type.Optional(Tenant),
  }),
  answers: { 201: SourceElection },
  async handle({ engine, body, tenant = DEFAULT_TENANT, actor }) {
    if (body.electionEligibility === "unlisted") {
      const message = "without a list of voters nobody can see that each voted once: send voterEmails and leave it out";
      throw new ElectionError("ELECTION_PATH_UNSAFE", message);
    }
    const { candidateNames, partyNames = [], guardianEmails, maxChoices = 1 } = body;
    const now = Date.now();
    const request = {
      title: body.electionTitle,
      description: body.electionDescription ?? "",
      startsAt: body.startingTime ?? new Date(now).toISOString(),
      endsAt: body.endingTime ?? new Date(now + DAY_MS).toISOString(),
      guardians: guardianEmails.map((name) => ({ name })),
      quorum: body.electionQuorum ?? Math.floor(guardianEmails.length / 2) + 1,
      contests: [
        {
          title: body.electionTitle,
          votesAllowed: maxChoices,
          candidates: candidateNames.map((name, index) => {
            const party = partyNames[index];
            return party === undefined ? { name } : { name, party };
          }),
        },
      ],
    };
    const { election, warnings } = await createOnSchedule(engine, { request, tenant, actor: actor.name });
    const { electionId } = election;
    const csv = csvOf(body.voterEmails ?? []);
    if (csv !== undefined) await addVoters(engine.database, { name: { electionId, tenant }, csv, actor: actor.name });
    return { status: 201, body: sourceElection(election, [...warnings]) };
  },
});

const list = defineRoute({
  name: "elections.source.list",
  method: "GET",
  path: "/api/all-elections",
  summary: "Elections, the newest first",
  role: "viewer",
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: Type.Array(SourceElection) },
  async handle({ engine, tenant }) {
    const rows = await engine.database.query(selectElections({ tenant, before: undefined, limit: LISTED_MAX }));
    return { status: 200, body: rows.map((row) => sourceElection(toElection(row))) };
  },
});

const get = defineRoute({
  name: "elections.source.get",
  method: "GET",
  path: "/api/election/{electionId}",
  summary: "One election",
  role: "viewer",
  params: ElectionParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: SourceElection },
  async handle({ engine, params, tenant }) {
    const election = await readElection(engine.database, { electionId: BigInt(params.electionId), tenant });
    return { status: 200, body: sourceElection(election) };
  },
});

const voters = defineRoute({
  name: "elections.source.voters",
  method: "GET",
  path: "/api/election/{electionId}/voters",
  summary: "Voters, and whether they have voted",
  role: "operator",
  params: ElectionParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: Type.Array(Type.Object({ email: Type.String(), hasVoted: Type.Boolean() })) },
  async handle({ engine, params, tenant }) {
    const { electionId } = await readElection(engine.database, { electionId: BigInt(params.electionId), tenant });
    const page = { electionId, after: undefined, limit: VOTERS_LISTED_MAX };
    const rows = await engine.database.query(selectVoters(page));
    return { status: 200, body: rows.map(({ voter_id, has_voted }) => ({ email: voter_id, hasVoted: has_voted })) };
  },
});

const add = defineRoute({
  name: "elections.source.addVoters",
  method: "POST",
  path: "/api/election/{electionId}/voters",
  summary: "Put voters on the roll",
  role: "operator",
  params: ElectionParams,
  body: Given({ voterEmails: Type.Array(Line(200), { minItems: 1, maxItems: 10_000 }), tenant: Type.Optional(Tenant) }),
  answers: { 200: Type.Object({ added: Whole, known: Whole }) },
  async handle({ engine, params, body, tenant, actor }) {
    const name = { electionId: BigInt(params.electionId), tenant };
    const csv = csvOf(body.voterEmails) ?? "";
    return { status: 200, body: await addVoters(engine.database, { name, csv, actor: actor.name }) };
  },
});

const status = defineRoute({
  name: "elections.source.ceremonyStatus",
  method: "GET",
  path: "/api/key-ceremony/status/{electionId}",
  summary: "How the key ceremony stands",
  role: "anyone",
  params: ElectionParams,
  answers: {
    200: Type.Object({
      totalGuardians: Whole,
      currentRound: Whole,
      submittedKeys: Whole,
      submittedBackups: Whole,
      allBackupsSubmitted: Type.Boolean(),
      readyForActivation: Type.Boolean(),
    }),
  },
  async handle({ engine: { database }, params }) {
    const { electionId, state } = await readElection(database, { electionId: BigInt(params.electionId) });
    const { round, guardians } = await readCeremony(database, electionId);
    const body = {
      totalGuardians: guardians.length,
      currentRound: round,
      submittedKeys: guardians.filter(({ hasPublished }) => hasPublished).length,
      submittedBackups: guardians.filter(({ hasBackedUp }) => hasBackedUp).length,
      allBackupsSubmitted: guardians.every(({ hasBackedUp }) => hasBackedUp),
      readyForActivation: state === "READY",
    };
    return { status: 200, body };
  },
});

const activate = defineRoute({
  name: "elections.source.activate",
  method: "POST",
  path: "/api/admin/key-ceremony/activate",
  summary: "Open the election for voting",
  role: "operator",
  body: Given({ electionId: SourceId, tenant: Type.Optional(Tenant) }),
  answers: { 200: SourceElection },
  async handle({ engine, body, tenant, actor }) {
    const name = { electionId: BigInt(body.electionId), tenant };
    const opened = await engine.database.transaction((tx) => openElection(tx, { name, actor: actor.name }));
    return { status: 200, body: sourceElection(opened) };
  },
});

function sourceElection(election: LifeElection, warnings: string[] = []): Static<typeof SourceElection> {
  const { electionId, title, description, guardianCount, quorum, state } = election;
  return {
    electionId: Number(electionId),
    electionTitle: title,
    electionDescription: description,
    numberOfGuardians: guardianCount,
    electionQuorum: quorum,
    status: state,
    candidateNames: namedSelections(election).map(({ name }) => name),
    warnings,
  };
}

/** Returns CSV with quoted addresses, because an address may contain a comma. */
function csvOf(emails: readonly string[]): string | undefined {
  if (emails.length === 0) return undefined;
  return ["email", ...emails.map((email) => `"${email.replaceAll('"', '""')}"`)].join("\n");
}

export const sourceElectionOperations = [create, list, get, voters, add, status, activate];

export type NamedSelection = { readonly name: string; readonly contestId: string; readonly selectionId: string };

/** Returns every option that voters can choose, with the first of its names. */
export function namedSelections({ manifest, manifestText }: LifeElection): NamedSelection[] {
  const json = readJson(manifestText, "manifest.json");
  const names = new Map(
    json
      .member("candidates")
      .list()
      .map((candidate) => [
        candidate.member("object_id").text(),
        candidate.member("name").member("text").list()[0]?.member("value").text() ?? "",
      ]),
  );
  return manifest.contests.flatMap(({ contestId, selections }) =>
    selections
      .filter((selection) => selection !== overvoteOf({ contestId, selections }))
      .map(({ selectionId, candidateId }) => ({ name: names.get(candidateId) ?? "", contestId, selectionId })),
  );
}

const KEYS =
  "guardians make their keys themselves, with `rota elections guardian` or in the browser, and publish what is public";
const BACKUPS = "guardians seal their backups themselves and send them to /v1/elections/{electionId}/ceremony/backups";

const REFUSED = [
  {
    method: "POST",
    path: "/api/cast-ballot",
    instead: "a ballot is encrypted by the voter and sent to /v1/elections/{electionId}/ballots",
  },
  { method: "GET", path: "/api/guardian/key-ceremony/generate/{electionId}", instead: KEYS },
  { method: "POST", path: "/api/guardian/key-ceremony/prepare", instead: KEYS },
  { method: "POST", path: "/api/guardian/key-ceremony/confirm", instead: KEYS },
  { method: "POST", path: "/api/guardian/key-ceremony/submit", instead: KEYS },
  { method: "POST", path: "/api/guardian/key-ceremony/backup/generate/{electionId}", instead: BACKUPS },
  { method: "POST", path: "/api/guardian/key-ceremony/backup/submit", instead: BACKUPS },
  {
    method: "POST",
    path: "/api/guardian/key-verification/{electionId}",
    instead: "the key file is checked where it lies: `rota elections guardian`",
  },
] as const;

/** Refuses the paths of the replaced system that would reveal keys or votes, and names the alternative. */
export const refusedOperations: readonly Operation[] = REFUSED.map(({ method, path, instead }) =>
  defineOperation({
    name: `elections.refused.${nameOf(path)}`,
    method,
    path,
    summary: "Refused: it would give away keys or votes",
    tag: "elections",
    role: "anyone",
    ...(path.includes("{electionId}") ? { params: ElectionParams } : {}),
    answers: {},
    handle: () =>
      Promise.reject(new ElectionError("ELECTION_PATH_UNSAFE", `${path} is not offered: ${instead}`, { path })),
  }),
);

/** Returns the name of a path: `/api/guardian/key-ceremony/prepare` is guardianKeyCeremonyPrepare. */
function nameOf(path: string): string {
  const words = path.replace("/api/", "").replace("/{electionId}", "").split(/[/-]/);
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
}
