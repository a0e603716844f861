/** The guardian's next step, done with the key file and its passphrase. */
import { useState } from "preact/hooks";
import { useAct } from "../../../api/use-act.ts";
import { ActButton } from "../../../components/forms/act-button.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { Card } from "../../../components/layout/card.tsx";
import { JobProgress } from "../shared/job-progress.tsx";
import { Refusal } from "../shared/refusal.tsx";
import { useJob } from "../shared/use-job.ts";
import type { GuardianState } from "./guardian-page.tsx";
import { challengersOf, nextStep, type GuardianJob } from "./next-step.ts";

type NextStepCardProps = {
  readonly guardian: GuardianState;
  readonly keyFile: string | undefined;
  readonly onDone: () => void;
};

export function NextStepCard({ guardian, keyFile, onDone }: NextStepCardProps) {
  const step = nextStep(guardian);
  const [passphrase, setPassphrase] = useState("");
  const [said, setSaid] = useState("");
  const { progress, run: runJob } = useJob();
  const doJob = async (job: GuardianJob) => {
    if (keyFile === undefined) return;
    const { electionId, guardianId, token, ceremony } = guardian;
    const at = { server: location.origin, electionId, guardianId, token, group: ceremony.group };
    const receivers = challengersOf(guardian.sequence, ceremony);
    setSaid(await runJob(job, { ...at, keyFile, passphrase, receivers }));
  };
  const { run, isRunning, error } = useAct(async () => {
    if (step.kind === "act") await doJob(step.job);
  }, onDone);
  return (
    <Card title="What is next">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        {said === "" ? null : <p role="status">{said}</p>}
        <p>{step.why}</p>
        {step.kind === "wait" ? null : (
          <>
            <Field label="Passphrase of the key file" value={passphrase} onInput={setPassphrase} isRequired isSecret />
            <div class="row">
              <button type="submit" data-kind="primary" disabled={isRunning || keyFile === undefined}>
                {step.verb}
              </button>
              {keyFile === undefined ? <span class="soft">Choose the key file first.</span> : null}
            </div>
            {step.job === "decrypt" && keyFile !== undefined ? (
              <details>
                <summary>If you cannot stay, or the election reports by precinct or chunk</summary>
                <p>
                  Your keys can be sealed to the workers, who then decrypt for you. They keep them for at most six
                  hours.
                </p>
                <ActButton act={() => doJob("seal")} onDone={onDone}>
                  Let the workers decrypt
                </ActButton>
              </details>
            ) : null}
          </>
        )}
        <JobProgress progress={progress} />
        <Refusal error={error} />
      </form>
    </Card>
  );
}
