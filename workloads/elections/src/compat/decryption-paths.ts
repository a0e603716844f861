/** Offers the paths of the replaced system for decryption, results and worker logs. */
import type { Operation } from "@rota/engine/workload";
import { Given, Tenant, Whole } from "@rota/engine/operations";
import { Type } from "typebox";
import { WHOLE_ELECTION } from "../core/tally/slices.ts";
import { SealedCredential } from "../http/decryption-routes.ts";
import { Code, defineRoute, LIMIT, PageQuery, TokenHeaders, tokenOf } from "../http/fields.ts";
import { statusView, StatusView } from "../http/phase-routes.ts";
import { readBulletin } from "../store/ballots.ts";
import { requireGuardian } from "../store/ceremony.ts";
import { readPhaseElection, readPhaseGuardians } from "../store/phase-election.ts";
import { readResults } from "../store/results.ts";
import { startDecryption } from "../tasks/partial-decryption.ts";
import { decryptionStatus } from "../tasks/phase-status.ts";
import {
  electionIdOf,
  Guardian,
  SourceElection,
  SourceLog,
  SourceParams,
  sourceStarted,
  SourceStarted,
  SourceStatus,
} from "./tally-paths.ts";
import { selectWorkerLog, WORKER_LOGS, type WorkerLogRow } from "./worker-log.sql.ts";

const STARTS = [
  ["elections.source.initiateDecryption", "/api/decryption/initiate"],
  ["elections.source.guardianInitiateDecryption", "/api/guardian/initiate-decryption"],
] as const;

const starts = STARTS.map(([name, path]): Operation =>
  defineRoute({
    name,
    method: "POST",
    path,
    summary: "Let the workers decrypt for a guardian",
    description:
      "As `POST /v1/elections/{electionId}/decryption/credential`; the token says which guardian. Answers 200 also while it runs.",
    role: "anyone",
    headers: TokenHeaders,
    body: Given({ ...SourceElection, encrypted_data: SealedCredential }),
    answers: { 200: SourceStarted },
    async handle(request) {
      const { engine, body } = request;
      const electionId = electionIdOf(body);
      const { own } = await requireGuardian(engine.database, { electionId, token: tokenOf(request) });
      const who = { electionId, tenant: undefined, by: own.name, guardian: own.sequence };
      const sealed = Buffer.from(body.encrypted_data, "base64");
      const started = await startDecryption(engine, { ...who, sealed });
      return sourceStarted(started, { what: "Decryption", started: "Decryption is being processed..." });
    },
  }),
);

const Id = Type.String({ pattern: "^[0-9]{1,18}$" });

const status = defineRoute({
  name: "elections.source.decryptionStatus",
  method: "GET",
  path: "/api/decryption/status",
  summary: "How far a guardian's decryption is",
  role: "viewer",
  query: Given({ electionId: Id, guardianId: Guardian, tenant: Type.Optional(Tenant) }),
  answers: { 200: SourceStatus },
  async handle({ engine, query, tenant }) {
    const election = await readPhaseElection(engine.database, BigInt(query.electionId), tenant);
    const found = await decryptionStatus(engine, election, Number(query.guardianId));
    return { status: 200, body: { success: true, ...statusView(found) } };
  },
});

const guardianStatus = defineRoute({
  name: "elections.source.guardianDecryptionStatus",
  method: "GET",
  path: "/api/guardian/decryption-status/{id}/{guardianId}",
  summary: "How far a guardian's decryption is",
  role: "viewer",
  params: Given({ id: Id, guardianId: Guardian }),
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: SourceStatus },
  async handle({ engine, params, tenant }) {
    const election = await readPhaseElection(engine.database, BigInt(params.id), tenant);
    const found = await decryptionStatus(engine, election, Number(params.guardianId));
    return { status: 200, body: { success: true, ...statusView(found) } };
  },
});

const progress = defineRoute({
  name: "elections.source.decryptionProgress",
  method: "GET",
  path: "/api/election/{id}/guardians/decryption-progress",
  summary: "How far the decryption of every guardian is",
  role: "viewer",
  params: SourceParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: {
    200: Type.Object({
      success: Type.Boolean(),
      guardians: Type.Array(
        Type.Object({
          guardianId: Whole,
          guardianName: Type.String(),
          ...StatusView.properties,
          decrypted: Type.Boolean(),
        }),
      ),
    }),
  },
  async handle({ engine, params, tenant }) {
    const election = await readPhaseElection(engine.database, BigInt(params.id), tenant);
    const guardians = [];
    for (const {
      public: { sequence: guardianId },
      name,
      decryptedAt,
    } of await readPhaseGuardians(engine.database, election.electionId)) {
      const found = await decryptionStatus(engine, election, guardianId);
      guardians.push({ guardianId, guardianName: name, ...statusView(found), decrypted: decryptedAt !== undefined });
    }
    return { status: 200, body: { success: true, guardians } };
  },
});

export const sourceDecryptionOperations = [...starts, status, guardianStatus, progress];

/** Paths of results. The original computed results at every call or stored them; here they are stored. */
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
