/** The records of a batch's rejected events. Pure. */
import { canonicalJson } from "@rota/proofs";
import type { IntakeDefinition } from "../define-intake.ts";
import type { RejectedRow } from "../reading/read-message.ts";
import type { Verdict } from "./judge-events.ts";
import type { Batch } from "./read-batch.ts";

type Judged = {
  readonly intake: IntakeDefinition;
  readonly batch: Batch;
  readonly verdicts: ReadonlyMap<number, Verdict>;
};

export function rejectedRows({ intake, batch, verdicts }: Judged): RejectedRow[] {
  const rows: RejectedRow[] = [];
  for (const [place, verdict] of verdicts) {
    const entry = batch.entries.get(place);
    if (verdict.kind !== "rejected" || entry === undefined) continue;
    const [payload, origin, eventId, hash] = entry;
    rows.push({
      intake: intake.name,
      kind: "REJECTED",
      tenant: batch.tenant,
      event_id: eventId,
      code: verdict.code,
      reason: verdict.reason,
      payload: canonicalJson(payload),
      payload_hash: hash,
      origin,
      attempts: batch.attempt,
      ...(verdict.error === undefined ? {} : { error: verdict.error }),
    });
  }
  return rows;
}
