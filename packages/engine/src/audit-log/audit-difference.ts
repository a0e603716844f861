/** Says in words what a verification of the audit log found. Pure. */
import type { AuditDifference } from "./verify-audit.ts";

export function describeAuditDifference(difference: AuditDifference): string {
  const { tenant, number } = difference;
  return `tenant ${tenant}, entry ${String(number)}: ${describe(difference)}`;
}

function describe(difference: AuditDifference): string {
  switch (difference.kind) {
    case "CHANGED":
      return `it was changed after it was written (${hashes(difference)})`;
    case "UNLINKED":
      return `it does not follow the entry before it: one of the two was put in place of another (${hashes(difference)})`;
    case "MISSING":
      return "it is missing";
    case "OUT_OF_ORDER":
      return `it stands where entry ${String(difference.expected)} should`;
    case "CUT_OFF":
      return `the log ends with entry ${String(difference.last)}: its end was cut off`;
    case "REWRITTEN":
      return `the log is another one than the head is of: it was written anew (${hashes(difference)})`;
    case "BEYOND_HEAD":
      return "it was added behind the head of the log, not by Rota";
  }
}

function hashes({ expected, found }: { readonly expected: string; readonly found: string }): string {
  return `expected ${expected}, found ${found}`;
}
