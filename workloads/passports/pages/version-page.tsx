/** Shows one version of a passport: its progress, hashes, codes and files. */
import {
  answerOf,
  Card,
  Facts,
  Page,
  Shown,
  StateBadge,
  Time,
  useAddress,
  useResource,
  client as engine,
} from "@rota/dashboard";
import { client, type Version } from "./passport-api.ts";
import { newPassportPath } from "./passport-draft.ts";
import { ProofCard } from "./proof-card.tsx";
import { VersionActions } from "./version-actions.tsx";
import { PassportState } from "./passport-state.tsx";

export function VersionPage() {
  const passportVersionId = useAddress().params["versionId"] ?? "";
  const params = { path: { passportVersionId } };
  const loaded = useResource(
    `passport version ${passportVersionId}`,
    (signal) => answerOf(client.GET("/v1/passport-versions/{passportVersionId}", { params, signal })),
    { on: ["task"], everyMs: 5_000 },
  );
  return (
    <Page
      title={`Version ${passportVersionId.slice(0, 8)}`}
      trail={
        <>
          <a href="passports">Passports</a>{" "}
          {loaded.value === undefined ? null : <a href={`passports/${loaded.value.passport_id}`}>Passport</a>}
        </>
      }
      actions={loaded.value === undefined ? undefined : <PassportState state={loaded.value.status} />}
    >
      <Shown of={loaded}>{(version) => <Seen version={version} onDone={loaded.reload} />}</Shown>
    </Page>
  );
}

function Seen({ version, onDone }: { readonly version: Version; readonly onDone: () => void }) {
  const { passport_version_id: versionId, payload_hash, has_qr: hasQr, status } = version;
  return (
    <>
      <ProgressCard version={version} />
      {status === "COMPILING" ? null : <VersionActions version={version} onDone={onDone} />}
      <About version={version} />
      {payload_hash === null ? null : <ProofCard versionId={versionId} />}
      {hasQr ? <Codes versionId={versionId} /> : null}
      {status === "COMPILING" ? null : <Files versionId={versionId} />}
    </>
  );
}

function About({ version }: { readonly version: Version }) {
  return (
    <Card title="How it stands">
      <Facts
        facts={{
          Issued: <Time at={version.issued_at} />,
          Signed: version.signed_at === null ? undefined : <Time at={version.signed_at} />,
          Activated: version.activated_at === null ? undefined : <Time at={version.activated_at} />,
          Superseded: version.superseded_at === null ? undefined : <Time at={version.superseded_at} />,
          Revoked: version.revoked_at === null ? undefined : <Time at={version.revoked_at} />,
          "Why revoked": version.revocation_reason,
          "Signing key": <code>{version.signing_key_id}</code>,
          Snapshot: <code class="anywhere">{version.snapshot_id}</code>,
          Rules: <code class="anywhere">{version.rule_package_version_id}</code>,
          Compiler: version.compiler_build_id,
          "Hash of the content": <code class="anywhere">{version.payload_hash}</code>,
          "Root of the proof": <code class="anywhere">{version.proof_root_hash}</code>,
          "Hash of the receipt": <code class="anywhere">{version.receipt_hash}</code>,
        }}
      />
    </Card>
  );
}

function Codes({ versionId }: { readonly versionId: string }) {
  return (
    <Card title="QR code" note="BPC-QR-1: the id and the three hashes">
      <div class="row">
        <img
          class="qr-code"
          src={`v1/passport-versions/${versionId}/qr.svg`}
          alt="The QR code of this version"
          width={180}
          height={180}
        />
        <a class="button" href={`v1/passport-versions/${versionId}/label`} target="_blank" rel="noreferrer">
          Label to print
        </a>
        <a class="button" href={`p/${versionId}`} target="_blank" rel="noreferrer">
          What everybody sees
        </a>
      </div>
    </Card>
  );
}

const FILES = ["payload", "proof", "receipt"] as const;

function Files({ versionId }: { readonly versionId: string }) {
  return (
    <Card title="Files" note="the stored bytes, as they were signed">
      <div class="row">
        {FILES.map((file) => (
          <a
            key={file}
            class="button"
            href={`v1/passport-versions/${versionId}/${file}`}
            download={`${file}-${versionId}.json`}
          >
            {file}
          </a>
        ))}
        <a class="button" href={`v1/public/passports/${versionId}/file`} download={`passport-${versionId}.json`}>
          all in one, to verify
        </a>
        <a class="button" href="verify-passport" target="_blank" rel="noreferrer">
          Verify a file
        </a>
      </div>
    </Card>
  );
}

function ProgressCard({ version }: { readonly version: Version }) {
  const { failure, compiled_at: compiledAt, signed_at: signedAt, has_qr: hasQr } = version;
  if (failure !== null) return <Failed version={version} failure={failure} />;
  if (hasQr || !["COMPILING", "SIGNED"].includes(version.status)) return null;
  return (
    <Card title="Workers make it" note="each step is a job of its own, when it is its turn">
      <div role="status">
        <ol class="steps">
          <Step name="Compiled" isDone={compiledAt !== null} />
          <Step name="Signed" isDone={signedAt !== null} />
          <Step name="QR code drawn" isDone={hasQr} />
        </ol>
      </div>
      {compiledAt === null ? <CompileJob /> : null}
    </Card>
  );
}

function Step({ name, isDone }: { readonly name: string; readonly isDone: boolean }) {
  return (
    <li>
      <span>{name}</span>
      <StateBadge state={isDone ? "COMPLETED" : "PENDING"} text={isDone ? "done" : "not yet"} />
    </li>
  );
}

/** Shows the job of a compilation that the viewer has just started. */
function CompileJob() {
  const taskId = useAddress().query["job"];
  return taskId === undefined ? null : <JobState taskId={taskId} />;
}

function JobState({ taskId }: { readonly taskId: string }) {
  const params = { path: { taskId } };
  const { value } = useResource(
    `job ${taskId}`,
    (signal) => answerOf(engine.GET("/v1/tasks/{taskId}", { params, signal })),
    { on: ["task"], everyMs: 3_000 },
  );
  return (
    <p class="row">
      <a href={`tasks/${taskId}`}>Job {taskId}</a>
      {value === undefined ? null : <StateBadge state={value.state} />}
    </p>
  );
}

type FailedProps = { readonly version: Version; readonly failure: { readonly code: string; readonly message: string } };

function Failed({ version: { tenant, passport_id: passport }, failure: { code, message } }: FailedProps) {
  return (
    <div class="notice" data-tone="bad" role="alert">
      <h3>It cannot be made</h3>
      <p class="anywhere">{message}</p>
      <p>
        {code === "SIGNING_KEY_MISSING" ? (
          <>
            Give a worker the key, then replay it under <a href="dead-letters">Dead letters</a>.
          </>
        ) : (
          <>
            Mend what it names, in the documents or the rules, then{" "}
            <a href={newPassportPath({ tenant, passport })}>compile a new version</a>.
          </>
        )}
      </p>
      <p class="small faint">{code}</p>
    </div>
  );
}
