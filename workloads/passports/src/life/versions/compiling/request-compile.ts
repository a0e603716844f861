/** Takes the wish for a new version: fixes its id, time, build and key, and submits the work, in a transaction of the caller's. */
import { planTask, type Transaction } from "@rota/engine";
import { compilePassport } from "../../../tasks/versions/compile-passport.ts";
import { PASSPORTS_GROUP } from "../../../tasks/passport-work.ts";
import { appendPassportEvent } from "../../events/append-passport-event.ts";
import { chooseKey } from "../../keys/choose-key.ts";
import { lockPassport } from "../../passports/passports.sql.ts";
import { found } from "../../found.ts";
import type { SubmitIn } from "../../submit-in.ts";
import { passportSettings } from "../../settings/passport-settings.ts";
import { requireCompilable } from "./require-compilable.ts";
import { insertVersion } from "../versions.sql.ts";
import { eventOf, readVersion } from "../version.ts";

export type CompileWish = {
  readonly tenant: string;
  readonly passportId: string;
  readonly snapshotId: string;
  readonly rulePackageVersionId: string;
  readonly actor: string;
};

export type RequestedVersion = { readonly passportVersionId: string; readonly taskId: bigint };

export async function requestCompile(tx: Transaction, wish: CompileWish, submit: SubmitIn): Promise<RequestedVersion> {
  const { tenant, passportId, snapshotId, rulePackageVersionId, actor } = wish;
  const { compilerBuildId } = passportSettings();
  await found(tx, lockPassport(passportId, tenant), { what: "passport", id: passportId });
  await requireCompilable(tx, wish);
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
    { tenant, group: PASSPORTS_GROUP, unique: { key: passportVersionId }, submittedBy: actor },
  );
  const [submitted] = await submit(tx, [task]);
  if (submitted === undefined) throw new Error("a task was submitted and has no id");
  const version = await readVersion(tx, passportVersionId);
  await appendPassportEvent(tx, { ...eventOf(version), type: "PASSPORT_REQUESTED", actor });
  return { passportVersionId, taskId: submitted.taskId };
}
