/** The paths of the source documents for results and for the logs of workers. */
import { Type } from "typebox";
import { readBulletin } from "../../../life/ballots/look-up.ts";
import { readPhaseElection } from "../../../phases/phase-election.ts";
import { readResults, WHOLE_ELECTION } from "../../../phases/results/read-results.ts";
import { selectWorkerLog, WORKER_LOGS, type WorkerLogRow } from "../../../phases/status/worker-log.sql.ts";
import { defineRoute } from "../../define-route.ts";
import { Code, Given, LIMIT, PageQuery, Tenant, Whole } from "../../fields.ts";
import { SourceLog, SourceParams } from "./source-schemas.ts";

/** The original computed its results at every call, or kept them: here they are kept. */
const RESULTS = [
  ["elections.source.results", "/api/election/{id}/results"],
  ["elections.source.cachedResults", "/api/election/{id}/cached-results"],
] as const;

const results = RESULTS.map(([name, path]) =>
  defineRoute({
    name,
    method: "GET",
    path,
    summary: "The results of an election",
    description: "Totals only: results of chunks beside their tracking codes would show how people voted.",
    role: "anyone",
    params: SourceParams,
    answers: {
      200: Type.Object({
        success: Type.Boolean(),
        status: Type.String(),
        finalResults: Type.Record(
          Type.String(),
          Type.Record(Type.String(), Type.Object({ votes: Whole, percentage: Type.Number() })),
          { description: "By contest and selection; empty until the election is decrypted." },
        ),
        totalBallots: Whole,
      }),
    },
    async handle({ engine, params }) {
      const election = await readPhaseElection(engine.database, BigInt(params.id));
      const isDecrypted = election.state === "DECRYPTED";
      const { units, reconciliation } = await readResults(engine.database, election);
      const contests = isDecrypted ? (units.find(({ unitId }) => unitId === WHOLE_ELECTION)?.contests ?? []) : [];
      const finalResults = contests.map(({ contestId, selections }) => {
        const counted = selections.map(
          ({ selectionId, votes, percentage }) => [selectionId, { votes, percentage }] as const,
        );
        return [contestId, Object.fromEntries(counted)] as const;
      });
      return {
        status: 200,
        body: {
          success: isDecrypted,
          status: election.state.toLowerCase(),
          finalResults: Object.fromEntries(finalResults),
          totalBallots: Number(reconciliation?.tallied ?? 0n),
        },
      };
    },
  }),
);

const ballots = defineRoute({
  name: "elections.source.cachedBallots",
  method: "GET",
  path: "/api/election/{id}/cached-results/ballots",
  summary: "The codes of all verified ballots, by code",
  description: "As `GET /v1/elections/{electionId}/bulletin`: neither chunks nor times beside them.",
  role: "anyone",
  params: SourceParams,
  query: Given({ limit: PageQuery.limit, after: Type.Optional(Code) }),
  answers: {
    200: Type.Object({
      success: Type.Boolean(),
      ballots: Type.Array(Type.Object({ tracking_code: Type.String(), status: Type.String() })),
    }),
  },
  async handle({ engine: { database }, params, query: { limit = LIMIT, after } }) {
    const { electionId } = await readPhaseElection(database, BigInt(params.id));
    const rows = await readBulletin(database, { electionId, after: after?.toUpperCase(), limit });
    const listed = rows.map(({ code, state }) => ({ tracking_code: code, status: state.toLowerCase() }));
    return { status: 200, body: { success: true, ballots: listed } };
  },
});

const logs = WORKER_LOGS.map((log) =>
  defineRoute({
    name: `elections.source.workerLog.${log.name}`,
    method: "GET",
    path: `/api/worker-logs/${log.path}/{id}`,
    summary: `What workers did: ${log.name}`,
    role: "viewer",
    params: SourceParams,
    query: Given({ tenant: Type.Optional(Tenant) }),
    answers: { 200: SourceLog },
    async handle({ engine, params, tenant }) {
      const { electionId } = await readPhaseElection(engine.database, BigInt(params.id), tenant);
      return { status: 200, body: (await engine.database.query(selectWorkerLog(log.name, electionId))).map(toLog) };
    },
  }),
);

function toLog(row: WorkerLogRow) {
  return {
    chunkId: row.chunk_id,
    chunkNumber: row.chunk_number,
    taskInstanceId: row.task_instance_id,
    startTime: row.start_time?.toISOString() ?? null,
    endTime: row.end_time?.toISOString() ?? null,
    status: row.status,
    errorMessage: row.error_message,
  };
}

export const sourceResultOperations = [...results, ballots, ...logs];
