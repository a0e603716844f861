/** The paths of the source documents for the tally and for combining. */
import type { Operation } from "@rota/engine";
import { Type } from "typebox";
import { readPhaseElection } from "../../../phases/phase-election.ts";
import { startCombine } from "../../../phases/start/start-combine.ts";
import { startTally } from "../../../phases/start/start-tally.ts";
import { combineStatus, tallyStatus } from "../../../phases/status/phase-status.ts";
import { defineRoute } from "../../define-route.ts";
import { Given, Tenant } from "../../fields.ts";
import { statusView } from "../phase-schemas.ts";
import {
  electionIdOf,
  SourceBody,
  SourceParams,
  SourceQuery,
  SourceStarted,
  sourceStarted,
  SourceStatus,
} from "./source-schemas.ts";

/** The documents have three names for it. */
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
