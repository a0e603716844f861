/** The steps of verifying a record, and the report of them. */
import * as proofs from "@rota/proofs/report";

/** The steps in their order; numbers are those that people cite. */
export const STEPS = [
  "parameters",
  "base hashes",
  "guardian keys",
  "joint key",
  "ballot selections",
  "contest limits",
  "ballot hashes and codes",
  "tally",
  "direct shares",
  "compensated shares",
  "reconstruction",
  "counts",
  "challenged ballots",
  "totals",
] as const;

export type StepName = (typeof STEPS)[number];
export type { Finding } from "@rota/proofs/report";
export type StepReport = proofs.StepReport<StepName>;
export type VerificationReport = proofs.VerificationReport<StepName>;
export type OnProgress = proofs.OnProgress<StepName>;
export type Findings = proofs.Findings<StepName>;

export function collectFindings(onProgress?: OnProgress): Findings {
  return proofs.collectFindings(STEPS, onProgress);
}
