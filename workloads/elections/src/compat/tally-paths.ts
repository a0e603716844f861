/** Offers the paths of the replaced system to start, observe and stop tallying and combining. */
import { RotaError, type StartAnswer } from "@rota/engine";
import type { Operation } from "@rota/engine/workload";
import { Given, Nullable, Tenant, Whole } from "@rota/engine/operations";
import { Type } from "typebox";
import { ElectionError } from "../errors.ts";
import { defineRoute, ElectionId } from "../http/fields.ts";
import { runningSentence, statusView, StatusView } from "../http/phase-routes.ts";
import { readPhaseElection } from "../store/phase-election.ts";
import { startCombine } from "../tasks/combine-decryption.ts";
import { combineStatus, type StoppablePhase, stopPhase, tallyStatus } from "../tasks/phase-status.ts";
import { startTally } from "../tasks/tally-creation.ts";

const SourceId = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: "^[0-9]{1,18}$" })], {
  examples: [42],
});

/** Name of an election. The replaced system used both spellings. */
export const SourceElection = {
  electionId: Type.Optional(SourceId),
  election_id: Type.Optional(SourceId),
  tenant: Type.Optional(Tenant),
};
const SourceBody = Given(SourceElection);
const SourceQuery = Given({
  electionId: Type.String({ pattern: "^[0-9]{1,18}$" }),
  tenant: Type.Optional(Tenant),
});
export const SourceParams = Given({ id: Type.String({ pattern: "^[0-9]{1,18}$", examples: ["42"] }) });

export const Guardian = Type.String({ pattern: "^([1-9]|1[0-9]|20)$", description: "The number of the guardian." });

export function electionIdOf({
  electionId,
  election_id: other,
}: {
  electionId?: number | string;
  election_id?: number | string;
}): bigint {
  const id = electionId ?? other;
  if (id === undefined) throw new RotaError("REQUEST_INVALID", "electionId is missing: say which election");
  return BigInt(id);
}

export const SourceStarted = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  encryptedTally: Nullable(Type.String({ examples: ["INITIATED:100"] })),
});

/** Returns 200 both when it starts and when it is running already, as the replaced system did. */
export function sourceStarted(
  { answer, chunks }: { answer: StartAnswer; chunks: number },
  { what, started, isTally = false }: { what: string; started: string; isTally?: boolean },
) {
  const isRunning = answer.kind === "already running";
  const message = isRunning ? runningSentence(what, answer) : started;
  const encryptedTally = isTally && !isRunning ? `INITIATED:${String(chunks)}` : null;
  return { status: 200, body: { success: true, message, encryptedTally } } as const;
}

export const SourceStatus = Type.Object({ success: Type.Boolean(), ...StatusView.properties });

export const SourceLog = Type.Array(
  Type.Object({
    chunkId: Type.String(),
    chunkNumber: Whole,
    taskInstanceId: Type.String(),
    startTime: Nullable(Type.String()),
    endTime: Nullable(Type.String()),
    status: Type.String(),
    errorMessage: Nullable(Type.String()),
  }),
);

/** Paths that start the tally. The replaced system had three of them. */
const STARTS = [
  ["elections.source.createTally", "/api/tally/create"],
  ["elections.source.createTallyOld", "/api/create-tally"],
  ["elections.source.initiateTally", "/api/initiate-tally"],
] as const;

const starts = STARTS.map(([name, path]): Operation =>
  defineRoute({
    name,
    method: "POST",
    path,
    summary: "Start the tally",
    description: "As `POST /v1/elections/{electionId}/tally`; answers 200 also while it runs.",
    role: "operator",
    body: SourceBody,
    answers: { 200: SourceStarted },
    async handle({ engine, body, tenant, actor }) {
      const started = await startTally(engine, { electionId: electionIdOf(body), tenant, by: actor.name });
      const message = `Request accepted. Preparing to process ${String(started.chunks)} chunks...`;
      return sourceStarted(started, { what: "Tally creation", started: message, isTally: true });
    },
  }),
);

const status = defineRoute({
  name: "elections.source.tallyStatus",
  method: "GET",
  path: "/api/election/{id}/tally-status",
  summary: "How far the tally is",
  role: "viewer",
  params: SourceParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: SourceStatus },
  async handle({ engine, params, tenant }) {
    const election = await readPhaseElection(engine.database, BigInt(params.id), tenant);
    return { status: 200, body: { success: true, ...statusView(await tallyStatus(engine, election)) } };
  },
});

const combine = defineRoute({
  name: "elections.source.initiateCombine",
  method: "POST",
  path: "/api/initiate-combine",
  summary: "Put the guardians' shares together",
  description: "As `POST /v1/elections/{electionId}/combine`; answers 200 also while it runs.",
  role: "operator",
  query: SourceQuery,
  answers: { 200: SourceStarted },
  async handle({ engine, query, tenant, actor }) {
    const electionId = BigInt(query.electionId);
    const started = await startCombine(engine, { electionId, tenant, by: actor.name });
    return sourceStarted(started, { what: "Combine process", started: "Combining the decryption shares has started" });
  },
});

const combineState = defineRoute({
  name: "elections.source.combineStatus",
  method: "GET",
  path: "/api/combine-status/{id}",
  summary: "How far combining is",
  role: "viewer",
  params: SourceParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: SourceStatus },
  async handle({ engine, params, tenant }) {
    const election = await readPhaseElection(engine.database, BigInt(params.id), tenant);
    return { status: 200, body: { success: true, ...statusView(await combineStatus(engine, election)) } };
  },
});

export const sourceTallyOperations = [...starts, status, combine, combineState];

const Id = { id: ElectionId };
const PHASES = [
  { name: "Tally", path: "tally", params: Given(Id), stopped: () => ({ phase: "tally" }) },
  { name: "Combine", path: "combine", params: Given(Id), stopped: () => ({ phase: "combine" }) },
  {
    name: "Decryption",
    path: "decryption/{guardianId}",
    params: Given({ ...Id, guardianId: Guardian }),
    stopped: ({ guardianId = "0" }) => ({ phase: "decryption", guardian: Number(guardianId) }),
  },
] as const satisfies readonly {
  name: string;
  path: string;
  params: object;
  stopped: (params: { guardianId?: string }) => StoppablePhase;
}[];

const stops = PHASES.map(({ name, path, params, stopped }): Operation =>
  defineRoute({
    name: `elections.source.stop${name}`,
    method: "POST",
    path: `/api/elections/{id}/process/${path}/stop`,
    summary: `Stop a phase: ${name.toLowerCase()}`,
    description: "What was done stays. Started again, it goes on from there.",
    role: "operator",
    params: Type.Unsafe<{ id: string; guardianId?: string }>(params),
    query: Given({ tenant: Type.Optional(Tenant) }),
    answers: { 200: Type.Object({ success: Type.Boolean(), message: Type.String() }) },
    async handle({ engine, params: given, tenant, actor }) {
      const who = { electionId: BigInt(given.id), tenant, by: actor.name };
      const isStopped = await stopPhase(engine, who, stopped(given));
      const message = isStopped ? `${name} process stopped` : `${name} process is not running`;
      return { status: 200, body: { success: true, message } };
    },
  }),
);

const deletions = PHASES.map(({ name, path, params }): Operation =>
  defineRoute({
    name: `elections.refused.delete${name}`,
    method: "DELETE",
    path: `/api/elections/{id}/process/${path}`,
    summary: "Refused: what was computed is never deleted",
    role: "operator",
    params,
    answers: {},
    handle: ({ params: { id } }) => {
      const message = `nothing of election ${id} is deleted: stop the phase, and start it again; what was done stays`;
      return Promise.reject(new ElectionError("ELECTION_PATH_UNSAFE", message, { path }));
    },
  }),
);

export const sourceStopOperations = [...stops, ...deletions];
