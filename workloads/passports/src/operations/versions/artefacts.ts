/** What was compiled and signed, byte for byte. */
import type { Operation, OperationRequest, Queryable } from "@rota/engine";
import { Type } from "typebox";
import { wrongState } from "../../life/refusals.ts";
import { readStoredProof } from "../../life/versions/proofs/read-stored-proof.ts";
import { readVersion } from "../../life/versions/version.ts";
import { selectArtefacts, type ArtefactsRow, type VersionRow } from "../../life/versions/versions.sql.ts";
import { defineRoute } from "../define-route.ts";
import { Given, Tenant } from "../fields.ts";
import { VersionParams } from "./version-view.ts";

export const Bytes = Type.Unsafe<Buffer>({ type: "string", format: "binary" });
/** What has a hash never changes. */
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
