/** Routes to start, observe and stop tallying and combining, and to read the results. */
import type { StartAnswer } from "@rota/engine";
import type { OperationRequest } from "@rota/engine/workload";
import { Given, Nullable, Tenant, Time, Whole, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { ElectionError } from "../errors.ts";
import { requireState } from "../store/election.ts";
import { readPhaseElection } from "../store/phase-election.ts";
import { readResults } from "../store/results.ts";
import { startCombine } from "../tasks/combine-decryption.ts";
import { combineStatus, type PhaseStatus, stopPhase, tallyStatus } from "../tasks/phase-status.ts";
import { startTally } from "../tasks/tally-creation.ts";
import { defineRoute, ElectionParams } from "./fields.ts";

/** Longest time that a request waits in line for a phase. */
const WAIT_MS_MAX = 3_600_000;

export const StatusView = Type.Object({
  status: Word(["not_started", "in_progress", "completed", "failed"]),
  totalChunks: Whole,
  processedChunks: Whole,
  failedChunks: Whole,
  progressPercentage: Type.Number({ minimum: 0, maximum: 100 }),
  createdBy: Nullable(Type.String()),
  isLocked: Type.Boolean(),
  lockHeldBy: Nullable(Type.String()),
  lockStartTime: Nullable(Time),
  expectedEndTime: Nullable(Time, { description: "While it runs, if chunks end as fast as until now." }),
  errorMessage: Nullable(Type.String(), { description: "Why it failed, or what it waits for." }),
});

export function statusView(status: PhaseStatus): Static<typeof StatusView> {
  return {
    ...status,
    createdBy: status.createdBy ?? null,
    lockHeldBy: status.lockHeldBy ?? null,
    lockStartTime: status.lockStartTime?.toISOString() ?? null,
    expectedEndTime: status.expectedEndTime?.toISOString() ?? null,
    errorMessage: status.errorMessage ?? null,
  };
}

export const StartedView = Type.Object({ chunks: Whole, taskId: Type.String() });

/** Returns a sentence that says who started it and when. */
export function runningSentence(what: string, { heldBy, since }: StartAnswer & { kind: "already running" }): string {
  return `${what} is already in progress. Started by ${heldBy?.holder ?? "somebody"} at ${since.toISOString()}`;
}

/** Returns the answer of `/v1`. Refuses with PHASE_RUNNING while another caller has started it. */
export function startedView(what: string, { answer, chunks }: { answer: StartAnswer; chunks: number }) {
  if (answer.kind === "already running") {
    const { heldBy, since, progress } = answer;
    throw new ElectionError("PHASE_RUNNING", runningSentence(what, answer), {
      startedBy: heldBy?.holder ?? null,
      startedAt: since.toISOString(),
      ...(progress === undefined ? {} : { chunksEnded: progress.ended, chunksTotal: progress.total }),
    });
  }
  return { status: 202, body: { chunks, taskId: String(answer.task.taskId) } } as const;
}

const Start = Given({
  tenant: Type.Optional(Tenant),
  waitMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: WAIT_MS_MAX,
      description:
        "How long to wait in line while another caller's runs, at most an hour. When that one fails or is stopped, this one " +
        "starts; when it succeeds, this one is refused. Who closes the connection leaves the line. Default: refused at once.",
    }),
  ),
});

/** Returns how long a request waits in line; it leaves the line when its caller disconnects. */
function waitOf({ body, signal }: Pick<OperationRequest<unknown, unknown, Static<typeof Start>>, "body" | "signal">) {
  const { waitMs = 0 } = body;
  return waitMs === 0 ? {} : { wait: { waitMs, signal } };
}

const tallyStart = defineRoute({
  name: "elections.tally.start",
  method: "POST",
  path: "/v1/elections/{electionId}/tally",
  summary: "Start the tally",
  description:
    "Every cast ballot is checked once more and added up, chunk by chunk. Refused while it runs, saying who started it and when, " +
    "unless `waitMs` is given.",
  role: "operator",
  params: ElectionParams,
  body: Start,
  answers: { 202: StartedView },
  async handle(request) {
    const { engine, params, tenant, actor } = request;
    const start = { electionId: BigInt(params.electionId), tenant, by: actor.name, ...waitOf(request) };
    return startedView("Tally creation", await startTally(engine, start));
  },
});

const tallyProgress = defineRoute({
  name: "elections.tally.status",
  method: "GET",
  path: "/v1/elections/{electionId}/tally",
  summary: "How far the tally is",
  role: "viewer",
  params: ElectionParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: StatusView },
  async handle({ engine, params, tenant }) {
    const election = await readPhaseElection(engine.database, BigInt(params.electionId), tenant);
    return { status: 200, body: statusView(await tallyStatus(engine, election)) };
  },
});

export const tallyOperations = [tallyStart, tallyProgress];

const combineStart = defineRoute({
  name: "elections.combine.start",
  method: "POST",
  path: "/v1/elections/{electionId}/combine",
  summary: "Put the guardians' shares together",
  description: "Fixes, for ever, whose shares count. Refused while a share is missing, naming the guardians.",
  role: "operator",
  params: ElectionParams,
  body: Start,
  answers: { 202: StartedView },
  async handle(request) {
    const { engine, params, tenant, actor } = request;
    const start = { electionId: BigInt(params.electionId), tenant, by: actor.name, ...waitOf(request) };
    return startedView("Combination", await startCombine(engine, start));
  },
});

const combineProgress = defineRoute({
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
  seats: Type.Integer({ minimum: 1, description: "How many candidates the contest elects." }),
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

export const combineOperations = [combineStart, combineProgress, results];

const DESCRIPTION = "What was done stays. Started again, it goes on from there.";
const Stop = Given({ tenant: Type.Optional(Tenant) });
const Stopped = Type.Object({ isStopped: Type.Boolean({ description: "False: nothing ran." }) });

const ofWhole = (["tally", "combine"] as const).map((phase) =>
  defineRoute({
    name: `elections.${phase}.stop`,
    method: "POST",
    path: `/v1/elections/{electionId}/${phase}/stop`,
    summary: phase === "tally" ? "Stop the tally" : "Stop combining",
    description: DESCRIPTION,
    role: "operator",
    params: ElectionParams,
    body: Stop,
    answers: { 200: Stopped },
    async handle({ engine, params, tenant, actor }) {
      const who = { electionId: BigInt(params.electionId), tenant, by: actor.name };
      return { status: 200, body: { isStopped: await stopPhase(engine, who, { phase }) } };
    },
  }),
);

const ofGuardian = defineRoute({
  name: "elections.decryption.stop",
  method: "POST",
  path: "/v1/elections/{electionId}/guardians/{sequence}/decryption/stop",
  summary: "Stop what workers do for a guardian",
  description: `${DESCRIPTION} Its credential is forgotten: the guardian gives it again.`,
  role: "operator",
  params: Given({ ...ElectionParams.properties, sequence: Type.String({ pattern: "^([1-9]|1[0-9]|20)$" }) }),
  body: Stop,
  answers: { 200: Stopped },
  async handle({ engine, params, tenant, actor }) {
    const who = { electionId: BigInt(params.electionId), tenant, by: actor.name };
    const stopped = { phase: "decryption", guardian: Number(params.sequence) } as const;
    return { status: 200, body: { isStopped: await stopPhase(engine, who, stopped) } };
  },
});

export const stopOperations = [...ofWhole, ofGuardian];
