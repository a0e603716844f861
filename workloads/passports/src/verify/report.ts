/** Defines the steps of verifying a passport and collects their findings in a report. */
import * as proofs from "@rota/proofs/report";

export const STEPS = [
  "canonical form",
  "payload",
  "proof nodes",
  "proof root",
  "fields",
  "compliance",
  "assertions",
  "facts",
  "receipt",
  "signature",
  "QR code",
] as const;

export type StepName = (typeof STEPS)[number];
export type { Finding } from "@rota/proofs/report";
export type StepReport = proofs.StepReport<StepName>;
export type VerificationReport = proofs.VerificationReport<StepName>;
export type Note = proofs.Findings<StepName>["note"];

export function collectFindings(): proofs.Findings<StepName> {
  return proofs.collectFindings(STEPS);
}
