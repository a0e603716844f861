/** The tally of a closed election: start it, see how far it is. */
import { Type } from "typebox";
import { readPhaseElection } from "../../phases/phase-election.ts";
import { startTally } from "../../phases/start/start-tally.ts";
import { tallyStatus } from "../../phases/status/phase-status.ts";
import { defineRoute } from "../define-route.ts";
import { ElectionParams, Given, Tenant } from "../fields.ts";
import { StartedView, startedView, StatusView, statusView } from "./phase-schemas.ts";

const start = defineRoute({
  name: "elections.tally.start",
  method: "POST",
  path: "/v1/elections/{electionId}/tally",
  summary: "Start the tally",
  description:
    "Every cast ballot is checked once more and added up, chunk by chunk. Refused while it runs, saying who started it and when.",
  role: "operator",
  params: ElectionParams,
  body: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 202: StartedView },
  async handle({ engine, params, tenant, actor }) {
    const electionId = BigInt(params.electionId);
    return startedView("Tally creation", await startTally(engine, { electionId, tenant, by: actor.name }));
  },
});

const status = defineRoute({
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

export const tallyOperations = [start, status];
