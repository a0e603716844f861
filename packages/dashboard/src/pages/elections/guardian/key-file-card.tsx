/** The key file: made once in this browser and downloaded, or chosen from this device. */
import { useState } from "preact/hooks";
import { Field } from "../../../components/forms/field.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { Card } from "../../../components/layout/card.tsx";
import { downloadText } from "../../../browser/download-text.ts";
import { JobProgress } from "../shared/job-progress.tsx";
import { Refusal } from "../shared/refusal.tsx";
import { useJob } from "../shared/use-job.ts";
import type { GuardianState } from "./guardian-page.tsx";

type KeyFileCardProps = {
  readonly guardian: GuardianState;
  readonly keyFile: string | undefined;
  readonly onKeyFile: (text: string) => void;
};

export function KeyFileCard({ guardian, keyFile, onKeyFile }: KeyFileCardProps) {
  const own = guardian.ceremony.guardians.find(({ sequence }) => sequence === guardian.sequence);
  return (
    <Card title="Your key file" note={keyFile === undefined ? "not chosen yet" : "chosen"}>
      <div class="stack">
        {own?.hasPublished === true ? null : <MakeKeyFile guardian={guardian} />}
        <div class="field">
          <label for="key-file">Choose the key file on this device</label>
          <input
            id="key-file"
            type="file"
            accept=".json,application/json"
            onChange={(event) => void event.currentTarget.files?.[0]?.text().then(onKeyFile)}
          />
          <small>It is read by this page only. Nothing secret is sent.</small>
        </div>
      </div>
    </Card>
  );
}

function MakeKeyFile({ guardian }: { readonly guardian: GuardianState }) {
  const [passphrase, setPassphrase] = useState("");
  const { progress, run: runJob } = useJob();
  const make = async () => {
    const { electionId, guardianId, sequence, ceremony } = guardian;
    const { group, quorum } = ceremony;
    const text = await runJob("makeKeys", { group, electionId, guardianId, sequence, quorum, passphrase });
    downloadText(`guardian-${guardianId}-election-${electionId}.json`, text);
  };
  return (
    <Form
      act={make}
      verb="Make and download the key file"
      kind="primary"
      refusal={(error) => <Refusal error={error} />}
    >
      <p>
        First make your keys. They are locked into a file with a passphrase of at least 12 characters. Keep both, apart
        from each other: nobody can replace them.
      </p>
      <Field label="New passphrase" value={passphrase} onInput={setPassphrase} isRequired isSecret />
      <JobProgress progress={progress} />
    </Form>
  );
}
