/** Decides which entries need a second person, and which actions on a draft are allowed. */
import type { RotaError } from "@rota/engine/errors";
import { LedgerError } from "../errors.ts";
import { baseSumOf } from "./check-entry.ts";
import type { CheckedEntry } from "./entry.ts";

export type DraftStatus = "DRAFT" | "PENDING_APPROVAL" | "APPROVED" | "REJECTED";

export type DraftState = { readonly status: DraftStatus; readonly createdBy: string };

export type DraftAction =
  | { readonly kind: "submit"; readonly by: string }
  | { readonly kind: "approve"; readonly by: string }
  | { readonly kind: "reject"; readonly by: string; readonly reason: string };

/** Returns true if the debits of an entry, in the base currency, reach the threshold of the tenant, if it has one. */
export function needsApproval({ lines }: Pick<CheckedEntry, "lines">, threshold: bigint | undefined): boolean {
  return threshold !== undefined && baseSumOf(lines, "D") >= threshold;
}

/** Returns the status after an action. The caller posts an APPROVED entry in the same transaction. */
export function decideDraft({ status, createdBy }: DraftState, action: DraftAction): DraftStatus {
  const expected = action.kind === "submit" ? "DRAFT" : "PENDING_APPROVAL";
  if (status !== expected) {
    const message = `a draft that is ${status} cannot be changed by ${action.kind}: that takes one that is ${expected}`;
    throw new LedgerError("INVALID_WORKFLOW_STATE", message, { status, action: action.kind });
  }
  if (action.kind === "submit") return "PENDING_APPROVAL";
  if (action.kind === "reject") {
    if (action.reason.trim() === "") throw violation("say why the draft is rejected");
    return "REJECTED";
  }
  if (action.by === createdBy) throw violation(`${createdBy} made this draft; somebody else has to approve it`);
  return "APPROVED";
}

function violation(reason: string): RotaError {
  return new LedgerError("APPROVAL_VIOLATION", reason);
}
