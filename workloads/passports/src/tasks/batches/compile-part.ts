/** COMPILE_PASSPORT of a part of a batch: what cannot be compiled says so itself, the others are signed next. */
import { computeIn, type RunContext } from "@rota/engine";
import type { BatchPart } from "../../life/batches/batch-part.ts";
import { readPartSources } from "../../life/batches/part-sources.ts";
import { selectPartVersions, type PartVersionRow } from "../../life/batches/part-versions.sql.ts";
import { passportSettings } from "../../life/settings/passport-settings.ts";
import type * as compiling from "../../life/versions/compiling/compile-stored.ts";
import type { CompiledToStore } from "../../life/versions/compiling/compile-stored.ts";
import { keepCompiled, type CompiledVersion } from "../../life/versions/keep-compiled.ts";
import { storeFailures, type FailedRow } from "../../life/versions/versions.sql.ts";
import { planPart } from "../plan-part.ts";
import { signPassport } from "../versions/sign-passport.ts";

const inCompiling = computeIn<typeof compiling>(
  new URL("../../life/versions/compiling/compile-stored.ts", import.meta.url),
);

export async function compilePart(part: BatchPart, context: RunContext): Promise<undefined> {
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
  await context.commit(async (tx) => {
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
