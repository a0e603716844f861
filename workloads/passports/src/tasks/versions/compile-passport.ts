/** COMPILE_PASSPORT: facts and rules become payload, proof and receipt; signing follows. */
import { computeIn, defineTask, fail, RotaError, type RunContext } from "@rota/engine";
import { isPart } from "../../life/batches/batch-part.ts";
import { passportSettings } from "../../life/settings/passport-settings.ts";
import { inputOf, readSources } from "../../life/versions/compiling/compile-sources.ts";
import type * as compiling from "../../life/versions/compiling/compile-stored.ts";
import { hashesOf, keepCompiled } from "../../life/versions/keep-compiled.ts";
import { readVersion } from "../../life/versions/version.ts";
import { storeFailures } from "../../life/versions/versions.sql.ts";
import { compilePart } from "../batches/compile-part.ts";
import { PASSPORT_WORK, permanently, readIds } from "../passport-work.ts";
import { orPart } from "../plan-part.ts";
import { planSigning } from "./sign-passport.ts";

const inCompiling = computeIn<typeof compiling>(
  new URL("../../life/versions/compiling/compile-stored.ts", import.meta.url),
);

const readInput = orPart(readIds(["passportVersionId"]));

export const compilePassport = defineTask({
  name: "passports.compile-passport",
  ...PASSPORT_WORK,
  priority: 1,
  input: readInput,
  run: (input, context) =>
    permanently(() => (isPart(input) ? compilePart(input, context) : compileVersion(input.passportVersionId, context))),
});

async function compileVersion(versionId: string, context: RunContext) {
  const { database, compute, commit, submit } = context;
  const version = await readVersion(database, versionId);
  if (version.compiled_at !== null) {
    await commit(async (tx) => void (await submit(tx, [await planSigning(version)])));
    return undefined;
  }
  const input = inputOf(version, await readSources(database, version), passportSettings().limits);
  const { outcomes, blocks } = await compute(inCompiling("compileStored"), input);
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error("a version was compiled and nothing came of it");
  if (outcome.kind === "refused") {
    const { code, message, details } = outcome.refusal;
    await database.query(storeFailures([{ versionId, code, message }]));
    return fail(new RotaError(code, message, details));
  }
  const { passport } = outcome;
  await commit(async (tx) => {
    await keepCompiled(tx, [{ version, passport }], blocks);
    await submit(tx, [await planSigning(version)]);
    return {
      passport_version_id: versionId,
      ...hashesOf(passport),
      payload_bytes: Buffer.byteLength(passport.payloadCanonical),
      proof_bytes: passport.proofBytes,
      proof_nodes: passport.nodeCount,
    };
  });
  return undefined;
}
