/** REPLAY_PASSPORT compiles a version again and compares every byte with the signed version. It changes nothing. */
import { computeIn, defineTask, type ErrorDetails, isRotaError, type Queryable, type RunContext } from "@rota/engine";
import { type WireError, toWireError } from "@rota/engine/errors";
import { sha256Hex } from "../core/canonical/sha256.ts";
import { PassportError } from "../errors.ts";
import { readSources } from "../store/compile-sources.ts";
import type * as compiling from "../store/compile-stored.ts";
import type { ReplayedPassport } from "../store/compile-stored.ts";
import { appendPassportEvent } from "../store/events.ts";
import { wrongState } from "../store/rows.ts";
import { passportSettings } from "../store/settings.ts";
import { readKey, verificationKey } from "../store/signing-keys.ts";
import { lockVersions, selectArtefacts, type VersionRow } from "../store/versions.sql.ts";
import { eventOf, readStoredProof, readVersion } from "../store/versions.ts";
import { PASSPORT_WORK, permanently, readIds } from "./passport-work.ts";

const inCompiling = computeIn<typeof compiling>(new URL("../store/compile-stored.ts", import.meta.url));

/** Result of a replay. A difference is a result, and not a failure of the task. */
export type Replayed =
  { readonly verification: "passed" } | { readonly verification: "failed"; readonly refusal: WireError };

const readInput = readIds(["passportVersionId"]);

export const replayPassport = defineTask({
  name: "passports.replay-passport",
  ...PASSPORT_WORK,
  priority: 1,
  input: readInput,
  run: ({ passportVersionId }, context): Promise<Replayed> =>
    permanently(() => replayVersion(passportVersionId, context)),
});

async function replayVersion(versionId: string, { database, compute, commit }: RunContext): Promise<Replayed> {
  const version = await readVersion(database, versionId);
  const [artefacts] = await database.query(selectArtefacts(versionId));
  if (artefacts === undefined || artefacts.receipt_signed_canonical === null) {
    throw wrongState(
      `the version ${versionId} is ${version.status}: only what is signed can be replayed`,
      version.status,
    );
  }
  const changed = differenceFromHashes(version, artefacts);
  const key = verificationKey(await readKey(database, version.signing_key_id));
  const sources = await readSources(database, version);
  const outcome =
    changed === undefined
      ? await compute(inCompiling("replayStored"), {
          receipt: artefacts.receipt_signed_canonical,
          sources,
          keys: [key],
        })
      : ({ kind: "refused", refusal: changed } as const);
  const refusal =
    outcome.kind === "compiled"
      ? (differenceFromPayload(outcome.passport, artefacts) ??
        (await differenceFromProof(outcome.passport, { database, versionId })))
      : outcome.refusal;
  const replayed: Replayed =
    refusal === undefined
      ? { verification: "passed" }
      : { verification: "failed", refusal: withBuild(refusal, version) };
  return commit(async (tx) => {
    await appendReplayEvent(tx, version, replayed);
    return replayed;
  });
}

/** Compares stored bytes with their stored hashes, so that changed bytes are found without compiling. */
function differenceFromHashes(
  { payload_hash, receipt_hash }: VersionRow,
  artefacts: { readonly payload_canonical: Uint8Array; readonly receipt_canonical: Uint8Array },
): WireError | undefined {
  const compared = [
    ["payload_hash", payload_hash ?? "", sha256Hex(artefacts.payload_canonical)],
    ["receipt_hash", receipt_hash ?? "", sha256Hex(artefacts.receipt_canonical)],
  ] as const;
  const found = compared.find(([, expected, actual]) => expected !== actual);
  if (found === undefined) return undefined;
  const [hash, expected, actual] = found;
  const message = `the stored bytes have another ${hash}: ${actual} instead of ${expected}`;
  return mismatch(message, { hash, expected, actual });
}

/** Compares the stored payload with the compiled one. The signature covers only the hashes of payload and root, so the whole proof is compared too. */
function differenceFromPayload(
  { payloadCanonical }: ReplayedPassport,
  { payload_canonical }: { readonly payload_canonical: Uint8Array },
): WireError | undefined {
  return Buffer.from(payloadCanonical).equals(payload_canonical) ? undefined : otherThanStored("payload");
}

async function differenceFromProof(
  { proofCanonical }: ReplayedPassport,
  { database, versionId }: { readonly database: Queryable; readonly versionId: string },
): Promise<WireError | undefined> {
  try {
    const stored = await readStoredProof(database, versionId);
    return stored !== undefined && Buffer.from(proofCanonical).equals(stored) ? undefined : otherThanStored("proof");
  } catch (error) {
    if (!isRotaError(error, "PROOF_DAMAGED")) throw error;
    return mismatch(error.message, { ...error.details, artefact: "proof" });
  }
}

function otherThanStored(artefact: "payload" | "proof"): WireError {
  const message = `the stored ${artefact} is not the one that the passport compiles to`;
  return mismatch(message, { artefact });
}

function mismatch(message: string, details: ErrorDetails): WireError {
  return toWireError(new PassportError("REPLAY_MISMATCH", message, details));
}

/** Adds the builds to a mismatch, because another build of the compiler may produce other bytes. */
function withBuild(refusal: WireError, { compiler_build_id: build }: VersionRow): WireError {
  const { compilerBuildId } = passportSettings();
  if (refusal.code !== "REPLAY_MISMATCH" || build === compilerBuildId) return refusal;
  const message = `${refusal.message}; it was compiled by the build ${build}, and this is ${compilerBuildId}`;
  return { ...refusal, message, details: { ...refusal.details, reason: "COMPILER_BUILD_UNAVAILABLE" } };
}

async function appendReplayEvent(tx: Queryable, version: VersionRow, { verification }: Replayed): Promise<void> {
  await tx.query(lockVersions([version.passport_version_id]));
  const { payload, ...event } = eventOf(version);
  await appendPassportEvent(tx, { ...event, type: "PASSPORT_REPLAYED", payload: { ...payload, verification } });
}
