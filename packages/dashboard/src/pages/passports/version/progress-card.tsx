/** How far workers are with a version: compiled, signed, its QR code drawn; or why it cannot be made, and the way out. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Card } from "../../../components/layout/card.tsx";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import { newPassportPath } from "../new/made.ts";
import type { Version } from "../shared/wire.ts";

export function ProgressCard({ version }: { readonly version: Version }) {
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

/** Known to who has just asked for it. */
function CompileJob() {
  const taskId = useRoute().query["job"];
  return taskId === undefined ? null : <JobState taskId={taskId} />;
}

function JobState({ taskId }: { readonly taskId: string }) {
  const params = { path: { taskId } };
  const { value } = useResource(
    `job ${taskId}`,
    (signal) => answerOf(client.GET("/v1/tasks/{taskId}", { params, signal })),
    { on: ["task"], everyMs: 3_000 },
  );
  return (
    <p class="row">
      <a href={`/tasks/${taskId}`}>Job {taskId}</a>
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
            Give a worker the key, then replay it under <a href="/dead-letters">Dead letters</a>.
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
