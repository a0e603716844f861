/** The report of a verification: every step with its verdict, the number of checked items, and the first failures. */

export type Finding = { readonly where: string; readonly why: string };

export type StepReport<Step extends string = string> = {
  /** Counted from 1, in the order of the steps. */
  readonly step: number;
  readonly name: Step;
  /** "none" when there was nothing to check. */
  readonly verdict: "pass" | "fail" | "none";
  readonly checked: number;
  readonly failed: number;
  /** The first failures; `failed` counts all. */
  readonly failures: readonly Finding[];
};

export type VerificationReport<Step extends string = string> = {
  readonly verdict: "valid" | "invalid";
  readonly steps: readonly StepReport<Step>[];
};

/** Called with every checked item. */
export type OnProgress<Step extends string = string> = (progress: {
  readonly step: Step;
  readonly checked: number;
}) => void;

/** Collects the results of the steps. */
export type Findings<Step extends string = string> = {
  /** Counts one item as checked; with a reason, as failed. */
  readonly note: (step: Step, where: string, why: string | undefined) => void;
  readonly report: () => VerificationReport<Step>;
};

const FAILURES_KEPT = 20;

/**
 * @example
 * const findings = collectFindings(["hashes", "signature"]);
 * findings.note("signature", "receipt", isSigned ? undefined : "its signature is wrong");
 * findings.report().verdict; // "valid" or "invalid"
 */
export function collectFindings<Step extends string>(
  names: readonly Step[],
  onProgress?: OnProgress<Step>,
): Findings<Step> {
  const steps = new Map(names.map((name) => [name, nothingYet()]));
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
      const reports = [...steps].map(([name, { checked, failed, failures }], index): StepReport<Step> => {
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
