/** The paths of the source documents for guardians who decrypt. */
import type { Operation } from "@rota/engine";
import { Type } from "typebox";
import { requireGuardian } from "../../../life/ceremony/ceremony.ts";
import { readGuardians, readPhaseElection } from "../../../phases/phase-election.ts";
import { startDecryption } from "../../../phases/start/start-decryption.ts";
import { decryptionStatus } from "../../../phases/status/phase-status.ts";
import { defineRoute } from "../../define-route.ts";
import { Given, Tenant, TokenHeaders, tokenOf, Whole } from "../../fields.ts";
import { Sealed } from "../guardian-decryption.ts";
import { StatusView, statusView } from "../phase-schemas.ts";
import {
  electionIdOf,
  Guardian,
  SourceElection,
  SourceParams,
  SourceStarted,
  sourceStarted,
  SourceStatus,
} from "./source-schemas.ts";

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
    body: Given({ ...SourceElection, encrypted_data: Sealed }),
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
    } of await readGuardians(engine.database, election.electionId)) {
      const found = await decryptionStatus(engine, election, guardianId);
      guardians.push({ guardianId, guardianName: name, ...statusView(found), decrypted: decryptedAt !== undefined });
    }
    return { status: 200, body: { success: true, guardians } };
  },
});

export const sourceDecryptionOperations = [...starts, status, guardianStatus, progress];
