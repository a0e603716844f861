/** Combining the shares: start it, see how far it is; and the results. */
import { Type } from "typebox";
import { readPhaseElection } from "../../phases/phase-election.ts";
import { readResults } from "../../phases/results/read-results.ts";
import { requireState } from "../../life/elections/election.ts";
import { startCombine } from "../../phases/start/start-combine.ts";
import { combineStatus } from "../../phases/status/phase-status.ts";
import { defineRoute } from "../define-route.ts";
import { ElectionParams, Given, Nullable, Tenant, Whole, Word } from "../fields.ts";
import { StartedView, startedView, StatusView, statusView } from "./phase-schemas.ts";

const start = defineRoute({
  name: "elections.combine.start",
  method: "POST",
  path: "/v1/elections/{electionId}/combine",
  summary: "Put the guardians' shares together",
  description: "Fixes, for ever, whose shares count. Refused while a share is missing, naming the guardians.",
  role: "operator",
  params: ElectionParams,
  body: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 202: StartedView },
  async handle({ engine, params, tenant, actor }) {
    const electionId = BigInt(params.electionId);
    return startedView("Combination", await startCombine(engine, { electionId, tenant, by: actor.name }));
  },
});

const status = defineRoute({
  name: "elections.combine.status",
  method: "GET",
  path: "/v1/elections/{electionId}/combine",
  summary: "How far combining is",
  role: "viewer",
  params: ElectionParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: StatusView },
  async handle({ engine, params, tenant }) {
    const election = await readPhaseElection(engine.database, BigInt(params.electionId), tenant);
    return { status: 200, body: statusView(await combineStatus(engine, election)) };
  },
});

const ContestView = Type.Object({
  contestId: Type.String(),
  name: Type.String(),
  ballots: Whole,
  votesAllowed: Whole,
  votes: Whole,
  unusedVotes: Type.Integer({
    minimum: 0,
    description: "Not given, or lost because a ballot gave too many.",
  }),
  overvotes: Nullable(Whole, { description: "Ballots that gave too many; null where that is not counted apart." }),
  undervotes: Nullable(Whole, { description: "Votes that were not given; null together with `overvotes`." }),
  tiedFor: Type.Object(
    { seats: Whole, selectionIds: Type.Array(Type.String()) },
    { description: "Seats that several selections with as many votes share; nothing here decides between them." },
  ),
  selections: Type.Array(
    Type.Object({
      selectionId: Type.String(),
      candidateId: Type.String(),
      votes: Whole,
      percentage: Type.Number(),
      rank: Whole,
      outcome: Word(["ELECTED", "TIED", "NOT_ELECTED"]),
    }),
  ),
});

const Reconciliation = Type.Object({
  eligible: Whole,
  voted: Whole,
  cast: Whole,
  tallied: Whole,
  challenged: Whole,
  unresolved: Whole,
  rejected: Whole,
});

const results = defineRoute({
  name: "elections.results",
  method: "GET",
  path: "/v1/elections/{electionId}/results",
  summary: "The results, and how they agree with the turn-out",
  role: "anyone",
  params: ElectionParams,
  answers: {
    200: Type.Object({
      electionId: Type.String(),
      title: Type.String(),
      isToy: Type.Boolean({ description: "Held in a group that hides nothing: for trying things out." }),
      units: Type.Array(Type.Object({ unitId: Type.String(), contests: Type.Array(ContestView) })),
      reconciliation: Reconciliation,
    }),
  },
  async handle({ engine, params }) {
    const election = await readPhaseElection(engine.database, BigInt(params.electionId));
    requireState(election, ["DECRYPTED"], "reading results");
    const { units, reconciliation } = await readResults(engine.database, election);
    const count = (value: bigint | undefined) => Number(value ?? 0n);
    return {
      status: 200,
      body: {
        electionId: params.electionId,
        title: election.title,
        isToy: election.group.startsWith("toy-"),
        units: units.map(({ unitId, contests }) => ({
          unitId,
          contests: contests.map((contest) => ({
            ...contest,
            overvotes: contest.overvotes ?? null,
            undervotes: contest.undervotes ?? null,
            tiedFor: { seats: contest.tiedFor.seats, selectionIds: [...contest.tiedFor.selectionIds] },
            selections: [...contest.selections],
          })),
        })),
        reconciliation: {
          eligible: count(reconciliation?.eligible),
          voted: count(reconciliation?.voted),
          cast: count(reconciliation?.cast_ballots),
          tallied: count(reconciliation?.tallied),
          challenged: count(reconciliation?.challenged),
          unresolved: count(reconciliation?.unresolved),
          rejected: count(reconciliation?.rejected),
        },
      },
    };
  },
});

export const combineOperations = [start, status, results];
