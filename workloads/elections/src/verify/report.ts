/** The report of a verification: every step with its verdict, what was looked at, and the first things that are wrong. */

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

export type Finding = { readonly where: string; readonly why: string };

export type StepReport = {
  readonly step: number;
  readonly name: StepName;
  /** "none" when the record has nothing to check here, such as no challenged ballot. */
  readonly verdict: "pass" | "fail" | "none";
  readonly checked: number;
  readonly failed: number;
  /** The first failures; `failed` counts all. */
  readonly failures: readonly Finding[];
};

export type VerificationReport = { readonly verdict: "valid" | "invalid"; readonly steps: readonly StepReport[] };

/** Called with every thing that was checked. */
export type OnProgress = (progress: { readonly step: StepName; readonly checked: number }) => void;

const FAILURES_KEPT = 20;

/** Collects what the steps find. */
export type Findings = {
  /** Counts one thing as checked; with a reason, as wrong. */
  readonly note: (step: StepName, where: string, why: string | undefined) => void;
  readonly report: () => VerificationReport;
};

export function collectFindings(onProgress?: OnProgress): Findings {
  const steps = new Map(STEPS.map((name) => [name, nothingYet()]));
  return {
    note: (name, where, why) => {
      const step = steps.get(name) ?? nothingYet();
      step.checked++;
      onProgress?.({ step: name, checked: step.checked });
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
