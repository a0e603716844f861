/** COMPILE_PASSPORT: facts and rules become payload, proof and receipt; signing follows. */
import { computeIn, defineTask, fail, RotaError, type RunContext, type Transaction } from "@rota/engine";
import { appendPassportEvent } from "../../life/events/append-passport-event.ts";
import { passportSettings } from "../../life/settings/passport-settings.ts";
import { inputOf, readSources } from "../../life/versions/compiling/compile-sources.ts";
import type * as compiling from "../../life/versions/compiling/compile-stored.ts";
import type { StoredOutcome } from "../../life/versions/compiling/compile-stored.ts";
import { storeCompiled, storeFailure, type VersionRow } from "../../life/versions/versions.sql.ts";
import { eventOf, readVersion } from "../../life/versions/version.ts";
import { PASSPORT_WORK, permanently, readIds } from "../passport-work.ts";
import { planSigning } from "./sign-passport.ts";

const inCompiling = computeIn<typeof compiling>(
  new URL("../../life/versions/compiling/compile-stored.ts", import.meta.url),
);

const readInput = readIds(["passportVersionId"]);

export const compilePassport = defineTask({
  name: "passports.compile-passport",
  ...PASSPORT_WORK,
  priority: 1,
  input: readInput,
  run: ({ passportVersionId }, context) => permanently(() => compileVersion(passportVersionId, context)),
});

async function compileVersion(versionId: string, context: RunContext) {
  const { database, compute, commit, submit } = context;
  const version = await readVersion(database, versionId);
  if (version.compiled_at !== null) {
    await commit(async (tx) => void (await submit(tx, [await planSigning(version)])));
    return undefined;
  }
  const input = inputOf(version, await readSources(database, version), passportSettings().limits);
  const outcome = await compute(inCompiling("compileStored"), input);
  if (outcome.kind === "refused") {
    const { code, message, details } = outcome.refusal;
    await database.query(storeFailure(versionId, { code, message }));
    return fail(new RotaError(code, message, details));
  }
  await commit((tx) => keepCompiled(tx, { version, passport: outcome.passport, submit }));
  return undefined;
}

type Compiled = {
  readonly version: VersionRow;
  readonly passport: Extract<StoredOutcome, { kind: "compiled" }>["passport"];
  readonly submit: RunContext["submit"];
};

async function keepCompiled(tx: Transaction, { version, passport, submit }: Compiled) {
  const { passport_version_id: versionId } = version;
  const { payloadHash, proofRootHash, receiptHash } = passport;
  await tx.query(storeCompiled({ versionId, ...passport }));
  await submit(tx, [await planSigning(version)]);
  const hashes = { payload_hash: payloadHash, proof_root_hash: proofRootHash, receipt_hash: receiptHash };
  const { payload, ...event } = eventOf(version);
  await appendPassportEvent(tx, { ...event, type: "PASSPORT_COMPILED", payload: { ...payload, ...hashes } });
  return {
    passport_version_id: versionId,
    ...hashes,
    payload_bytes: Buffer.byteLength(passport.payloadCanonical),
    proof_bytes: Buffer.byteLength(passport.proofCanonical),
    proof_nodes: passport.nodeCount,
  };
}
