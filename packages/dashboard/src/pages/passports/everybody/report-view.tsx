/** The verdict of a verification and its steps. */
import type { VerificationReport } from "@rota/passports";
import { numberText } from "../../../components/values/count.tsx";

const VERDICTS = { pass: "holds", fail: "does not hold", none: "nothing to check" } as const;

export function ReportView({ report: { verdict, steps } }: { readonly report: VerificationReport }) {
  return (
    <div role="status">
      <div class="notice" data-tone={verdict === "valid" ? "good" : "bad"}>
        <h3>{verdict === "valid" ? "What is shown is what was signed" : "This is not what was signed"}</h3>
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
