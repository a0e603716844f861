/** The versions that a job leads to being signed. */
import type { Queryable } from "@rota/engine";
import { isUuid } from "../../compile/receipt.ts";
import { isPart } from "../batches/batch-part.ts";
import { selectPartVersionIds } from "../batches/part-versions.sql.ts";
import type { JobType } from "./job.ts";
import type { Job } from "./read-job.ts";

/** Of a part of a batch the first two as well: no other job reads its documents. */
const LEADING: ReadonlySet<JobType> = new Set(["PARSE_FACTS", "BUILD_SNAPSHOT", "COMPILE_PASSPORT", "SIGN_PASSPORT"]);

export async function versionsOfJob(on: Queryable, { type, chunk: { payload } }: Job): Promise<readonly string[]> {
  if (!LEADING.has(type)) return [];
  if (isPart(payload)) {
    const rows = await on.query(selectPartVersionIds(payload));
    return rows.map(({ passport_version_id }) => passport_version_id);
  }
  return isAboutVersion(payload) ? [payload.passportVersionId] : [];
}

function isAboutVersion(payload: unknown): payload is { readonly passportVersionId: string } {
  if (typeof payload !== "object" || payload === null || !("passportVersionId" in payload)) return false;
  const { passportVersionId } = payload;
  return typeof passportVersionId === "string" && isUuid(passportVersionId);
}
