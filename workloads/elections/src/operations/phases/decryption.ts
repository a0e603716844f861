/** Decryption as officials see it: who has decrypted, who is missing, and until when guardians are waited for. */
import { Type } from "typebox";
import { readStanding, type GuardianStanding, type Standing } from "../../phases/decryption/plan-decryption.ts";
import { readPhaseElection } from "../../phases/phase-election.ts";
import { declareMissing, setMissingDeadline } from "../../phases/start/declare-missing.ts";
import { decryptionStatus } from "../../phases/status/phase-status.ts";
import { defineRoute } from "../define-route.ts";
import { ElectionParams, Given, Nullable, Sequence, State, Tenant, Time, Whole, Word } from "../fields.ts";
import { StatusView, statusView } from "./phase-schemas.ts";

const GuardianView = Type.Object({
  sequence: Whole,
  guardianId: Type.String(),
  name: Type.String(),
  state: Word(["WAITING", "DECRYPTING", "DECRYPTED", "MISSING"], {
    description: "DECRYPTED: all own shares are here.",
  }),
  isAtHome: Nullable(Type.Boolean(), { description: "Sends shares and keeps its key; else workers decrypt for it." }),
  since: Nullable(Time),
  ownSlices: Whole,
  compensatedFor: Type.Array(Type.Object({ missing: Whole, slices: Whole })),
  missingBy: Nullable(Type.String()),
});

const board = defineRoute({
  name: "elections.decryption.board",
  method: "GET",
  path: "/v1/elections/{electionId}/decryption",
  summary: "Who has decrypted, and who is missing",
  role: "anyone",
  params: ElectionParams,
  answers: {
    200: Type.Object({
      state: State,
      slices: Type.Integer({ minimum: 0, description: "Pieces of work that each guardian gives shares of." }),
      quorum: Whole,
      isComplete: Type.Boolean({ description: "Everything is there that combining needs." }),
      deadline: Nullable(Time),
      guardians: Type.Array(GuardianView),
    }),
  },
  async handle({ engine, params }) {
    const election = await readPhaseElection(engine.database, BigInt(params.electionId));
    const standing = await readStanding(engine.database, election);
    return {
      status: 200,
      body: {
        state: election.state,
        slices: standing.slices,
        quorum: election.context.quorum,
        isComplete: standing.isComplete && standing.present.length >= election.context.quorum,
        deadline: election.deadline?.toISOString() ?? null,
        guardians: standing.guardians.map((guardian) => guardianView(guardian, standing)),
      },
    };
  },
});

function guardianView(guardian: GuardianStanding, { slices }: Standing) {
  const { decrypting, missing } = guardian;
  return {
    sequence: guardian.public.sequence,
    guardianId: guardian.public.guardianId,
    name: guardian.name,
    state: stateOf(guardian, slices),
    isAtHome: decrypting?.isAtHome ?? null,
    since: decrypting?.since.toISOString() ?? null,
    ownSlices: guardian.ownSlices,
    compensatedFor: [...guardian.compensated].map(([number, given]) => ({ missing: number, slices: given })),
    missingBy: missing?.by ?? null,
  };
}

function stateOf(
  { missing, isOwnComplete, decrypting }: GuardianStanding,
  slices: number,
): "WAITING" | "DECRYPTING" | "DECRYPTED" | "MISSING" {
  if (missing !== undefined) return "MISSING";
  if (isOwnComplete && slices > 0) return "DECRYPTED";
  return decrypting === undefined ? "WAITING" : "DECRYPTING";
}

const status = defineRoute({
  name: "elections.decryption.status",
  method: "GET",
  path: "/v1/elections/{electionId}/guardians/{sequence}/decryption",
  summary: "How far the workers are with a guardian's shares",
  role: "viewer",
  params: Given({ ...ElectionParams.properties, sequence: Type.String({ pattern: "^([1-9]|1[0-9]|20)$" }) }),
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: StatusView },
  async handle({ engine, params, tenant }) {
    const election = await readPhaseElection(engine.database, BigInt(params.electionId), tenant);
    return { status: 200, body: statusView(await decryptionStatus(engine, election, Number(params.sequence))) };
  },
});

const missing = defineRoute({
  name: "elections.decryption.missing",
  method: "POST",
  path: "/v1/elections/{electionId}/decryption/missing",
  summary: "Declare guardians missing",
  description: "For ever: from now on the others decrypt for them. Refused when too few would be left.",
  role: "operator",
  params: ElectionParams,
  body: Given({
    tenant: Type.Optional(Tenant),
    guardians: Type.Array(Sequence, { minItems: 1, maxItems: 20, uniqueItems: true }),
  }),
  answers: { 200: Type.Object({ missing: Type.Array(Whole) }) },
  async handle({ engine, params, body: { guardians }, tenant, actor }) {
    const declared = { electionId: BigInt(params.electionId), tenant, by: actor.name, guardians };
    return { status: 200, body: { missing: await declareMissing(engine, declared) } };
  },
});

const deadline = defineRoute({
  name: "elections.decryption.deadline",
  method: "PUT",
  path: "/v1/elections/{electionId}/decryption/deadline",
  summary: "Say until when guardians are waited for",
  description: "Whoever has not given all shares by then counts as missing, if enough others have.",
  role: "operator",
  params: ElectionParams,
  body: Given({ tenant: Type.Optional(Tenant), at: Time }),
  answers: { 200: Type.Object({ deadline: Time }) },
  async handle({ engine, params, body: { at }, tenant, actor }) {
    const electionId = BigInt(params.electionId);
    await setMissingDeadline(engine, { electionId, tenant, by: actor.name, at: new Date(at) });
    return { status: 200, body: { deadline: new Date(at).toISOString() } };
  },
});

export const decryptionOperations = [board, status, missing, deadline];
