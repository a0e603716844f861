/** Stopping a phase that runs: tally, combining, or what workers do for a guardian. */
import { Type } from "typebox";
import { stopPhase } from "../../phases/start/stop-phase.ts";
import { defineRoute } from "../define-route.ts";
import { ElectionParams, Given, Tenant } from "../fields.ts";

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
