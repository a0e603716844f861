/** The paths of the source documents for results and for the logs of workers. */
import { Type } from "typebox";
import { readElection } from "../../../phases/election.ts";
import { readResults, WHOLE_ELECTION } from "../../../phases/results/read-results.ts";
import { selectWorkerLog, WORKER_LOGS, type WorkerLogRow } from "../../../phases/status/worker-log.sql.ts";
import { defineRoute } from "../../define-route.ts";
import { Given, Tenant, Whole } from "../../fields.ts";
import { SourceLog, SourceParams } from "./source-schemas.ts";

const results = defineRoute({
  name: "elections.source.results",
  method: "GET",
  path: "/api/election/{id}/results",
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
    const election = await readElection(engine.database, BigInt(params.id));
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
      const { electionId } = await readElection(engine.database, BigInt(params.id), tenant);
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

export const sourceResultOperations = [results, ...logs];
