/** Shows a guardian the next step, done with a key file that never leaves the device. */
import {
  ActionButton,
  answerOf,
  Card,
  Empty,
  Field,
  Form,
  Page,
  Shown,
  useAction,
  useAddress,
  useResource,
} from "@rota/dashboard";
import { useMemo, useState } from "preact/hooks";
import { titleOf } from "./ballot-paper.ts";
import { client, type Ceremony, type Decryption } from "./election-api.ts";
import { downloadText, takeLinkToken, ToyNotice } from "./election-parts.tsx";
import { challengersOf, type GuardianJob, nextStep } from "./next-step.ts";
import { JobProgress, Refusal, useJob } from "./run-job.tsx";

/** Page of a guardian. The address ends in `#3.token`: the guardian's number and the token. */
export function GuardianPage() {
  const electionId = useAddress().params["electionId"] ?? "";
  const link = useMemo(() => takeLinkToken(`guardian ${electionId}`), [electionId]);
  const [, sequence, token] = /^(\d+)\.(.+)$/.exec(link ?? "") ?? [];
  if (sequence === undefined || token === undefined)
    return (
      <Page title="Guardian">
        <Empty title="This link is not complete">Open the whole link that the election office sent you.</Empty>
      </Page>
    );
  return <Guardian electionId={electionId} sequence={Number(sequence)} token={token} />;
}

type GuardianState = {
  readonly electionId: string;
  readonly token: string;
  readonly sequence: number;
  readonly guardianId: string;
  readonly name: string;
  readonly manifest: unknown;
  readonly ceremony: Ceremony;
  /** Decryption, once the election has one. */
  readonly decryption: Decryption | undefined;
};

type GuardianProps = { readonly electionId: string; readonly sequence: number; readonly token: string };

function Guardian({ electionId, sequence, token }: GuardianProps) {
  const state = useResource(`guardian ${electionId}`, (signal) => load({ electionId, sequence, token, signal }), {
    everyMs: 5_000,
  });
  const [keyFile, setKeyFile] = useState<string>();
  return (
    <Page
      title={state.value === undefined ? "Guardian" : `Guardian ${state.value.name}`}
      about={state.value === undefined ? undefined : titleOf(state.value.manifest)}
    >
      <Shown of={state}>
        {(guardian) => (
          <>
            <ToyNotice isToy={guardian.ceremony.group.startsWith("toy-")} />
            <KeyFileCard guardian={guardian} keyFile={keyFile} onKeyFile={setKeyFile} />
            <NextStepCard guardian={guardian} keyFile={keyFile} onDone={state.reload} />
          </>
        )}
      </Shown>
    </Page>
  );
}

const DECRYPTING = ["TALLIED", "DECRYPTING", "COMBINING", "DECRYPTED"];

async function load({
  electionId,
  sequence,
  token,
  signal,
}: GuardianProps & { readonly signal: AbortSignal }): Promise<GuardianState> {
  const asked = { params: { path: { electionId } }, signal };
  const [ceremony, manifest] = await Promise.all([
    answerOf(client.GET("/v1/elections/{electionId}/ceremony", asked)),
    answerOf(client.GET("/v1/elections/{electionId}/manifest", asked)),
  ]);
  const isDecrypting = DECRYPTING.includes(ceremony.state);
  const decryption = isDecrypting
    ? await answerOf(client.GET("/v1/elections/{electionId}/decryption", asked))
    : undefined;
  const own = ceremony.guardians.find((guardian) => guardian.sequence === sequence);
  const { guardianId = "", name = "" } = own ?? {};
  return { electionId, token, sequence, guardianId, name, manifest, ceremony, decryption };
}

type NextStepCardProps = {
  readonly guardian: GuardianState;
  readonly keyFile: string | undefined;
  readonly onDone: () => void;
};

function NextStepCard({ guardian, keyFile, onDone }: NextStepCardProps) {
  const step = nextStep(guardian);
  const [passphrase, setPassphrase] = useState("");
  const [message, setMessage] = useState("");
  const { progress, run: runJob } = useJob();
  const doJob = async (job: GuardianJob) => {
    if (keyFile === undefined) return;
    const { electionId, guardianId, token, ceremony } = guardian;
    const at = { server: document.baseURI, electionId, guardianId, token, group: ceremony.group };
    const receivers = challengersOf(guardian.sequence, ceremony);
    setMessage(await runJob(job, { ...at, keyFile, passphrase, receivers }));
  };
  const { run, isRunning, error } = useAction(async () => {
    if (step.kind === "action") await doJob(step.job);
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
        {message === "" ? null : <p role="status">{message}</p>}
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
                <ActionButton action={() => doJob("seal")} onDone={onDone}>
                  Let the workers decrypt
                </ActionButton>
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

type KeyFileCardProps = {
  readonly guardian: GuardianState;
  readonly keyFile: string | undefined;
  readonly onKeyFile: (text: string) => void;
};

function KeyFileCard({ guardian, keyFile, onKeyFile }: KeyFileCardProps) {
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
      action={make}
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
