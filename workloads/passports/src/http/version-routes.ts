/** Routes of versions of passports: get, activate, revoke, replay, draw again, and download payload, proof and receipt. */
import type { Queryable, SubmittedTask } from "@rota/engine";
import { fromWireError } from "@rota/engine/errors";
import type { Operation, OperationRequest } from "@rota/engine/workload";
import { Given, Line, Nullable, Tenant, Time, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { wrongState } from "../store/rows.ts";
import { type ArtefactsRow, selectArtefacts, type VersionRow } from "../store/versions.sql.ts";
import {
  activate as activateVersion,
  readStoredProof,
  readVersion,
  revoke as revokeVersion,
} from "../store/versions.ts";
import { generateQr } from "../tasks/generate-qr.ts";
import { PASSPORTS_GROUP } from "../tasks/passport-work.ts";
import { type Replayed, replayPassport } from "../tasks/replay-passport.ts";
import { defineRoute, defineWrite } from "./define-route.ts";
import { Hash, JobId, Uuid } from "./fields.ts";

export const VersionParams = Given({ passportVersionId: Uuid });

export const VersionView = Type.Object({
  passport_version_id: Uuid,
  tenant: Type.String(),
  passport_id: Uuid,
  battery_product_id: Uuid,
  status: Word(["COMPILING", "SIGNED", "ACTIVE", "SUPERSEDED", "REVOKED"]),
  failure: Nullable(Type.Object({ code: Type.String(), message: Type.String() }), {
    description: "Why it cannot be compiled or signed.",
  }),
  snapshot_id: Uuid,
  rule_package_version_id: Uuid,
  compiler_build_id: Type.String(),
  signing_key_id: Type.String(),
  issued_at: Type.String({ examples: ["2026-01-02T03:04:05Z"] }),
  payload_hash: Nullable(Hash),
  proof_root_hash: Nullable(Hash),
  receipt_hash: Nullable(Hash),
  has_qr: Type.Boolean(),
  compiled_at: Nullable(Time),
  signed_at: Nullable(Time),
  activated_at: Nullable(Time),
  activated_by: Nullable(Type.String()),
  superseded_at: Nullable(Time),
  revoked_at: Nullable(Time),
  revoked_by: Nullable(Type.String()),
  revocation_reason: Nullable(Type.String()),
  created_at: Time,
  created_by: Type.String(),
});

export function versionView(row: VersionRow): Static<typeof VersionView> {
  const { failure_code, failure } = row;
  return {
    passport_version_id: row.passport_version_id,
    tenant: row.tenant,
    passport_id: row.passport_id,
    battery_product_id: row.battery_product_id,
    status: row.status,
    failure: failure_code === null || failure === null ? null : { code: failure_code, message: failure },
    snapshot_id: row.snapshot_id,
    rule_package_version_id: row.rule_package_version_id,
    compiler_build_id: row.compiler_build_id,
    signing_key_id: row.signing_key_id,
    issued_at: row.issued_at,
    payload_hash: row.payload_hash,
    proof_root_hash: row.proof_root_hash,
    receipt_hash: row.receipt_hash,
    has_qr: row.has_qr,
    compiled_at: timeOf(row.compiled_at),
    signed_at: timeOf(row.signed_at),
    activated_at: timeOf(row.activated_at),
    activated_by: row.activated_by,
    superseded_at: timeOf(row.superseded_at),
    revoked_at: timeOf(row.revoked_at),
    revoked_by: row.revoked_by,
    revocation_reason: row.revocation_reason,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
  };
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

export const Accepted = Type.Object({ job_id: JobId, status: Word(["ACCEPTED"]) });

export function accepted({ taskId }: Pick<SubmittedTask, "taskId">) {
  return { status: 202, body: { job_id: String(taskId), status: "ACCEPTED" } } as const;
}

const TenantBody = Given({ tenant: Type.Optional(Tenant) });

const show = defineRoute({
  name: "passports.versions.get",
  method: "GET",
  path: "/v1/passport-versions/{passportVersionId}",
  summary: "One version of a passport",
  role: "viewer",
  params: VersionParams,
  query: Given({ tenant: Type.Optional(Tenant) }),
  answers: { 200: VersionView },
  async handle({ engine, params, tenant }) {
    return { status: 200, body: versionView(await readVersion(engine.database, params.passportVersionId, tenant)) };
  },
});

const activate = defineWrite({
  name: "passports.versions.activate",
  method: "POST",
  path: "/v1/passport-versions/{passportVersionId}/activate",
  summary: "Make a signed version the one that counts",
  description: "The version that was active until now is superseded by it.",
  role: "operator",
  params: VersionParams,
  body: TenantBody,
  answers: { 200: VersionView },
  handle({ commit, params, tenant, actor }) {
    const change = { ...params, tenant, actor: actor.name };
    return commit(async (tx) => ({ status: 200, body: versionView(await activateVersion(tx, change)) }));
  },
});

const revoke = defineWrite({
  name: "passports.versions.revoke",
  method: "POST",
  path: "/v1/passport-versions/{passportVersionId}/revoke",
  summary: "Take a version back",
  description:
    "For good. What was scanned or saved of it still verifies: its status tells that it was revoked, and why.",
  role: "passport:revoke",
  params: VersionParams,
  body: Given({ tenant: Type.Optional(Tenant), reason: Line(500, { description: "Everybody can read it." }) }),
  answers: { 200: VersionView },
  handle({ commit, params, body, tenant, actor }) {
    const change = { ...params, tenant, actor: actor.name, reason: body.reason };
    return commit(async (tx) => ({ status: 200, body: versionView(await revokeVersion(tx, change)) }));
  },
});

const replay = defineWrite({
  name: "passports.versions.replay",
  method: "POST",
  path: "/v1/passport-versions/{passportVersionId}/replay",
  summary: "Compile a version again and compare every hash",
  description: "202 when the workers take longer than the caller should wait: the result is that of the job.",
  role: "operator",
  params: VersionParams,
  body: TenantBody,
  answers: { 200: Type.Object({ verification: Word(["passed"]) }), 202: Accepted },
  async handle({ commit, engine, params, tenant: asking, actor, signal }) {
    const { passportVersionId: id } = params;
    const answer = await commit(async (tx) => {
      const { status, tenant } = await readVersion(tx, id, asking);
      if (status === "COMPILING")
        throw wrongState(`the version ${id} is COMPILING: only what is signed can be replayed`, status);
      const placement = { in: tx, tenant, group: PASSPORTS_GROUP, submittedBy: actor.name };
      return accepted(await engine.submit(replayPassport, params, placement));
    });
    if (answer.status !== 202) return answer;
    const replayed = await engine.task<Replayed>(BigInt(answer.body.job_id)).resultWithin({ signal });
    if (replayed === undefined) return answer;
    if (replayed.verification === "passed") return { status: 200, body: replayed };
    throw fromWireError(replayed.refusal);
  },
});

const drawAgain = defineWrite({
  name: "passports.versions.draw",
  method: "POST",
  path: "/v1/passport-versions/{passportVersionId}/qr",
  summary: "Draw the QR codes of a version again",
  description: "Such as when passports have got another public address. BPC-QR-1 comes out as it was.",
  role: "operator",
  params: VersionParams,
  body: TenantBody,
  answers: { 202: Accepted },
  handle({ commit, engine, params, tenant: asking, actor }) {
    const { passportVersionId: id } = params;
    const unique = { key: id, mode: "singleton" } as const;
    return commit(async (tx) => {
      const { status, tenant } = await readVersion(tx, id, asking);
      if (status === "COMPILING")
        throw wrongState(`the version ${id} is COMPILING: it is drawn when it is signed`, status);
      const placement = { in: tx, tenant, group: PASSPORTS_GROUP, unique, submittedBy: actor.name };
      return accepted(await engine.submit(generateQr, params, placement));
    });
  },
});

export const versionOperations = [show, activate, revoke, replay, drawAgain];

export const Bytes = Type.Unsafe<Buffer>({ type: "string", format: "binary" });
/** Cache header of artefacts, which never change because they are hashed. */
const NEVER_CHANGES = "private, max-age=31536000, immutable";

type Artefact = {
  readonly name: "payload" | "proof" | "receipt";
  readonly summary: string;
  readonly read: (on: Queryable, versionId: string) => Promise<Uint8Array | null | undefined>;
  readonly hash: (version: VersionRow) => string | null;
};

const ARTEFACTS: readonly Artefact[] = [
  {
    name: "payload",
    summary: "What a version says (BPC-PASSPORT-1)",
    read: stored((row) => row.payload_canonical),
    hash: (version) => version.payload_hash,
  },
  {
    name: "proof",
    summary: "How every field came about (BPC-PROOF-1)",
    read: readStoredProof,
    hash: (version) => version.proof_root_hash,
  },
  {
    name: "receipt",
    summary: "What was made of what, and who signed it (BPC-RECEIPT-1)",
    read: stored((row) => row.receipt_signed_canonical),
    hash: (version) => version.receipt_hash,
  },
];

export const artefactOperations: readonly Operation[] = ARTEFACTS.map((artefact) =>
  defineRoute({
    name: `passports.versions.${artefact.name}`,
    method: "GET",
    path: `/v1/passport-versions/{passportVersionId}/${artefact.name}`,
    summary: artefact.summary,
    description: "The stored bytes; the ETag is their hash, that of a proof its root.",
    role: "viewer",
    params: VersionParams,
    query: Given({ tenant: Type.Optional(Tenant) }),
    answers: { 200: Bytes },
    contentType: "application/json; charset=utf-8",
    handle: ({ engine, params, tenant }) => answer(artefact, { engine, tenant, ...params }),
  }),
);

async function answer(
  { name, read, hash }: Artefact,
  { engine, passportVersionId, tenant }: Pick<OperationRequest, "engine" | "tenant"> & { passportVersionId: string },
) {
  const version = await readVersion(engine.database, passportVersionId, tenant);
  const content = await read(engine.database, passportVersionId);
  if (content === null || content === undefined) {
    const message = `the version ${passportVersionId} is ${version.status} and has no ${name} yet: wait until it is signed`;
    throw wrongState(message, version.status);
  }
  const headers = { etag: `"${hash(version) ?? ""}"`, "cache-control": NEVER_CHANGES };
  return { status: 200, headers, body: Buffer.from(content) } as const;
}

function stored(bytes: (row: ArtefactsRow) => Uint8Array | null): Artefact["read"] {
  return async (on, versionId) => {
    const [row] = await on.query(selectArtefacts(versionId));
    return row === undefined ? undefined : bytes(row);
  };
}
