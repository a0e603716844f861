/** COMPILE_PASSPORT compiles a version, or the versions of a part of a batch, into payload, proof and receipt, and submits SIGN_PASSPORT. */
import { computeIn, defineTask, fail, planTask, type RunContext, type Transaction } from "@rota/engine";
import { fromWireError } from "@rota/engine/errors";
import { type BatchPart, isPart } from "../store/batch-part.ts";
import { type PartVersionRow, selectPartVersions } from "../store/batches.sql.ts";
import { inputOf, readPartSources, readSources } from "../store/compile-sources.ts";
import type * as compiling from "../store/compile-stored.ts";
import type { CompiledToStore, PassportToStore } from "../store/compile-stored.ts";
import { appendPassportEvent, appendPassportEvents } from "../store/events.ts";
import type { ProofBlock } from "../store/pack-proof.ts";
import { lockPassport } from "../store/passports.sql.ts";
import { found } from "../store/rows.ts";
import { passportSettings } from "../store/settings.ts";
import { chooseKey } from "../store/signing-keys.ts";
import {
  type FailedRow,
  insertProofBlocks,
  insertVersion,
  storeCompiled,
  storeFailures,
  type VersionRow,
} from "../store/versions.sql.ts";
import { eventOf, readVersion, requireCompilable } from "../store/versions.ts";
import {
  orPart,
  PASSPORT_WORK,
  PASSPORTS_GROUP,
  permanently,
  planPart,
  readIds,
  type SubmitIn,
} from "./passport-work.ts";
import { planSigning, signPassport } from "./sign-passport.ts";

const inCompiling = computeIn<typeof compiling>(new URL("../store/compile-stored.ts", import.meta.url));

const readInput = orPart(readIds(["passportVersionId"]));

export const compilePassport = defineTask({
  name: "passports.compile-passport",
  ...PASSPORT_WORK,
  priority: 1,
  input: readInput,
  run: (input, context) =>
    permanently(async () =>
      isPart(input) ? compilePart(input, context) : compileVersion(input.passportVersionId, context),
    ),
});

async function compileVersion(versionId: string, context: RunContext) {
  const { database, compute, commit, submit } = context;
  const version = await readVersion(database, versionId);
  if (version.compiled_at !== null) {
    return commit(async (tx) => void (await submit(tx, [await planSigning(version)])));
  }
  const input = inputOf(version, await readSources(database, version), passportSettings().limits);
  const { outcomes, blocks } = await compute(inCompiling("compileStored"), input);
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error("a version was compiled and nothing came of it");
  if (outcome.kind === "refused") {
    const { code, message } = outcome.refusal;
    await database.query(storeFailures([{ versionId, code, message }]));
    return fail(fromWireError(outcome.refusal));
  }
  const { passport } = outcome;
  return commit(async (tx) => {
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
}

type CompileRequest = {
  readonly tenant: string;
  readonly passportId: string;
  readonly snapshotId: string;
  readonly rulePackageVersionId: string;
  /** Priority of the job, from 0. Default: that of the task. */
  readonly priority?: number | undefined;
  readonly actor: string;
};

type RequestedVersion = { readonly passportVersionId: string; readonly taskId: bigint };

/** Requests a version, or returns the one that was requested of the same within this second. */
export async function requestCompile(
  tx: Transaction,
  request: CompileRequest,
  submit: SubmitIn,
): Promise<RequestedVersion> {
  const { tenant, passportId, snapshotId, rulePackageVersionId, priority, actor } = request;
  const { compilerBuildId } = passportSettings();
  await found(tx, lockPassport(passportId, tenant), { what: "passport", id: passportId });
  await requireCompilable(tx, request);
  const signingKeyId = await chooseKey(tx, { tenant, actor });
  const [made] = await tx.query(
    insertVersion({
      tenant,
      passportId,
      snapshotId,
      rulePackageVersionId,
      compilerBuildId,
      signingKeyId,
      createdBy: actor,
    }),
  );
  if (made === undefined) throw new Error("a version was inserted and no row came back");
  const passportVersionId = made.passport_version_id;
  const task = await planTask(
    compilePassport,
    { passportVersionId },
    {
      tenant,
      group: PASSPORTS_GROUP,
      unique: { key: passportVersionId },
      submittedBy: actor,
      ...(priority === undefined ? {} : { priority }),
    },
  );
  const [submitted] = await submit(tx, [task]);
  if (submitted === undefined) throw new Error("a task was submitted and has no id");
  if (made.is_new) {
    const version = await readVersion(tx, passportVersionId);
    await appendPassportEvent(tx, { ...eventOf(version), type: "PASSPORT_REQUESTED", actor });
  }
  return { passportVersionId, taskId: submitted.taskId };
}

async function compilePart(part: BatchPart, context: RunContext) {
  const versions = await context.database.query(selectPartVersions(part));
  const open = versions.filter(({ compiled_at }) => compiled_at === null);
  const { outcomes, blocks } = await compileAll(part, open, context);
  const compiled: CompiledVersion[] = [];
  const refused: FailedRow[] = [];
  for (const [index, version] of open.entries()) {
    const outcome = outcomes[index];
    if (outcome?.kind === "compiled") compiled.push({ version, passport: outcome.passport });
    if (outcome?.kind === "refused") refused.push({ versionId: version.passport_version_id, ...outcome.refusal });
  }
  const isLeft = versions.length > refused.length;
  return context.commit(async (tx) => {
    await keepCompiled(tx, compiled, blocks);
    if (refused.length > 0) await tx.query(storeFailures(refused));
    const tenant = versions[0]?.tenant ?? "";
    if (isLeft) await context.submit(tx, [await planPart(signPassport, part, { tenant })]);
    return { compiled: compiled.length, refused: refused.length };
  });
}

async function compileAll(
  { batchId }: BatchPart,
  versions: readonly PartVersionRow[],
  { database, compute }: RunContext,
): Promise<CompiledToStore> {
  const [first] = versions;
  if (first === undefined) return { outcomes: [], blocks: [] };
  const { limits } = passportSettings();
  const sources = await readPartSources(database, { batchId, tenant: first.tenant, versions, limits });
  return compute(inCompiling("compileAllStored"), sources);
}

type CompiledVersion = {
  readonly version: VersionRow;
  readonly passport: PassportToStore;
};

/** Stores compiled versions of one tenant and the blocks of their proofs. */
async function keepCompiled(
  tx: Transaction,
  compiled: readonly CompiledVersion[],
  blocks: readonly ProofBlock[],
): Promise<void> {
  const [first] = compiled;
  if (first === undefined) return;
  await tx.query(insertProofBlocks(first.version.tenant, blocks));
  await tx.query(
    storeCompiled(compiled.map(({ version, passport }) => ({ versionId: version.passport_version_id, ...passport }))),
  );
  await appendPassportEvents(
    tx,
    compiled.map(({ version, passport }) => {
      const { payload, ...event } = eventOf(version);
      return { ...event, type: "PASSPORT_COMPILED", payload: { ...payload, ...hashesOf(passport) } };
    }),
  );
}

function hashesOf({ payloadHash, proofRootHash, receiptHash }: CompiledVersion["passport"]) {
  return { payload_hash: payloadHash, proof_root_hash: proofRootHash, receipt_hash: receiptHash };
}
