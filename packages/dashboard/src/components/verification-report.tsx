/** Shows the verdict of a verification and its steps. */
import { numberText } from "./values.tsx";

const VERDICTS = { pass: "holds", fail: "does not hold", none: "nothing to check" } as const;

type ReportViewProps = {
  readonly report: {
    readonly verdict: "valid" | "invalid";
    readonly steps: readonly {
      readonly step: number;
      readonly name: string;
      readonly verdict: keyof typeof VERDICTS;
      readonly checked: number;
      readonly failures: readonly { readonly where: string; readonly why: string }[];
    }[];
  };
  /** Heading of a report whose verdict is valid. */
  readonly valid: string;
  readonly invalid: string;
};

/** Verdict of a verification, followed by the findings of each step. */
export function ReportView({ report: { verdict, steps }, valid, invalid }: ReportViewProps) {
  return (
    <div role="status">
      <div class="notice" data-tone={verdict === "valid" ? "good" : "bad"}>
        <h3>{verdict === "valid" ? valid : invalid}</h3>
      </div>
      <ol class="steps">
        {steps.map(({ step, name, verdict: found, checked, failures }) => (
          <li key={step}>
            <span>
              {step}. {name}
              {failures.map(({ where, why }) => (
                <span key={where} class="small anywhere">
                  {" "}
                  {where}: {why}
                </span>
              ))}
            </span>
            <span class="small">
              {VERDICTS[found]}
              {found === "none" ? "" : `, ${numberText(checked)} checked`}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
