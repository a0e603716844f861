/** The paths of the original system that stop a phase; those that would delete one are refused. */
import { RotaError, type Operation } from "@rota/engine";
import { Type } from "typebox";
import { stopPhase, type StoppablePhase } from "../../../phases/start/stop-phase.ts";
import { defineRoute } from "../../define-route.ts";
import { ElectionId, Given, Tenant } from "../../fields.ts";
import { Guardian } from "./source-schemas.ts";

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
      return Promise.reject(new RotaError("ELECTION_PATH_UNSAFE", message, { path }));
    },
  }),
);

export const sourceStopOperations = [...stops, ...deletions];
