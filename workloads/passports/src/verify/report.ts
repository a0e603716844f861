/** The report of a verification: every step with its verdict, how much was looked at, and the first things that are wrong. */

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

export type Finding = { readonly where: string; readonly why: string };

export type StepReport = {
  readonly step: number;
  readonly name: StepName;
  /** "none" when there is nothing to check, such as no snapshot or no QR code. */
  readonly verdict: "pass" | "fail" | "none";
  readonly checked: number;
  readonly failed: number;
  /** The first failures; `failed` counts all. */
  readonly failures: readonly Finding[];
};

export type VerificationReport = { readonly verdict: "valid" | "invalid"; readonly steps: readonly StepReport[] };

/** Counts one thing as checked; with a reason, as wrong. */
export type Note = (step: StepName, where: string, why: string | undefined) => void;

const FAILURES_KEPT = 20;

export function collectFindings(): { readonly note: Note; readonly report: () => VerificationReport } {
  const steps = new Map(STEPS.map((name) => [name, nothingYet()]));
  return {
    note: (name, where, why) => {
      const step = steps.get(name) ?? nothingYet();
      step.checked++;
      if (why === undefined) return;
      step.failed++;
      if (step.failures.length < FAILURES_KEPT) step.failures.push({ where, why });
    },
    report: () => {
      const reports = [...steps].map(([name, { checked, failed, failures }], index): StepReport => {
        const verdict = failed > 0 ? "fail" : checked > 0 ? "pass" : "none";
        return { step: index + 1, name, verdict, checked, failed, failures };
      });
      return { verdict: reports.some(({ verdict }) => verdict === "fail") ? "invalid" : "valid", steps: reports };
    },
  };
}

function nothingYet(): { checked: number; failed: number; failures: Finding[] } {
  return { checked: 0, failed: 0, failures: [] };
}
