/** The record: download it, or have this browser verify it step by step. */
import type { RecordReport } from "@rota/elections";
import { useState } from "preact/hooks";
import { useAct } from "../../../api/use-act.ts";
import { Card } from "../../../components/layout/card.tsx";
import { numberText } from "../../../components/values/count.tsx";
import { JobRefused } from "../core/run-job.ts";
import { JobProgress } from "../shared/job-progress.tsx";
import { Refusal } from "../shared/refusal.tsx";
import { useJob } from "../shared/use-job.ts";

const VERDICTS = { pass: "holds", fail: "does not hold", none: "nothing to check" } as const;

export function VerifyCard({ electionId, group }: { readonly electionId: string; readonly group: string }) {
  const [report, setReport] = useState<RecordReport>();
  const { progress, run: runJob } = useJob();
  const verify = async (load: () => Promise<Blob>) => {
    setReport(undefined);
    const zip = new Uint8Array(await (await load()).arrayBuffer());
    setReport(await runJob("verify", { group, zip }));
  };
  const { run, isRunning, error } = useAct(() => verify(() => download(electionId)));
  return (
    <Card title="The record" note="everything that anybody needs to check the count">
      <div class="stack">
        <p class="soft">
          This page was handed out by the server of the election. Who does not trust it downloads the record and runs{" "}
          <code>rota elections verify</code>, or a verifier by others, elsewhere.
        </p>
        <div class="row">
          <a class="button" href={`/v1/elections/${electionId}/record`} download={`election-${electionId}.zip`}>
            Download
          </a>
          <button type="button" data-kind="primary" onClick={run} disabled={isRunning}>
            Verify in this browser
          </button>
        </div>
        <JobProgress progress={progress ?? (isRunning ? { text: "Loading the record" } : undefined)} />
        <Refusal error={error} />
        {report === undefined ? null : <Report report={report} />}
      </div>
    </Card>
  );
}

function Report({ report: { verdict, steps } }: { readonly report: RecordReport }) {
  return (
    <div role="status">
      <div class="notice" data-tone={verdict === "valid" ? "good" : "bad"}>
        <h3>{verdict === "valid" ? "The record is valid" : "The record is not valid"}</h3>
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

async function download(electionId: string): Promise<Blob> {
  const response = await fetch(`/v1/elections/${electionId}/record`);
  if (response.ok) return response.blob();
  throw new JobRefused("the record could not be loaded: it may not be written yet", undefined);
}
