/** Shows one lock with its holder, line and history, and lets an admin extend or override it. */
import { answerOf, isRotaProblem } from "@rota/client";
import { useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import type { Lock } from "../api/api-types.ts";
import { client } from "../api/client.ts";
import { useMay } from "../api/session.tsx";
import { useResource } from "../api/use-resource.ts";
import { ActionForm } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { Card, Empty, Facts, Page } from "../components/page.tsx";
import { Shown } from "../components/resource-view.tsx";
import { Time } from "../components/time.tsx";
import { JsonView } from "../components/values.tsx";
import { LockHistoryCard } from "./lock-history.tsx";

export function LockPage() {
  const key = decodeURIComponent(useRoute().params["key"] ?? "");
  const mayChange = useMay("admin");
  const [overridden, setOverridden] = useState(0);
  const lock = useResource(`lock ${key}`, (signal) => findLock(key, signal), { everyMs: 3_000 });
  const afterOverride = () => {
    lock.reload();
    setOverridden(overridden + 1); // reloads the history, which has a new entry
  };
  return (
    <Page
      title={key}
      trail={<a href="locks">Locks</a>}
      actions={
        mayChange && lock.value?.held ? (
          <>
            {lock.value.held.taskId === null ? <ExtendLock lock={lock.value.held} onDone={lock.reload} /> : null}
            <OverrideLock lock={lock.value.held} onDone={afterOverride} />
          </>
        ) : undefined
      }
    >
      <Shown of={lock}>{({ held }) => <HolderCard lock={held} />}</Shown>
      <LockHistoryCard key={overridden} lockKey={key} />
    </Page>
  );
}

/** Loads the holder of a lock. A free lock is not found but still has a history. */
async function findLock(key: string, signal: AbortSignal) {
  try {
    return { held: await answerOf(client.GET("/v1/locks/{key}", { params: { path: { key } }, signal })) };
  } catch (error) {
    if (isRotaProblem(error) && error.status === 404) return { held: undefined };
    throw error;
  }
}

function HolderCard({ lock }: { readonly lock: Lock | undefined }) {
  if (lock === undefined)
    return (
      <Card title="Free" isFlush>
        <Empty title="Nobody holds it">Who had it before is listed below.</Empty>
      </Card>
    );
  return (
    <Card title="Held now">
      <div class="stack">
        <Facts
          facts={{
            Holder: <b>{lock.holder}</b>,
            Operation: lock.operation,
            Since: <Time at={lock.startedAt} />,
            "Expected end": lock.expectedEndAt ? <Time at={lock.expectedEndAt} /> : undefined,
            Expires: lock.expiresAt ? <Time at={lock.expiresAt} /> : undefined,
            Guards: lock.taskId ? <a href={`tasks/${lock.taskId}`}>task {lock.taskId}</a> : undefined,
            Progress: lock.progress ? `${String(lock.progress.done)} of ${String(lock.progress.total)}` : undefined,
            Tenant: lock.tenant,
          }}
        />
        {lock.context === null || lock.context === undefined ? null : <JsonView value={lock.context} label="Context" />}
        <h3>In line</h3>
        {lock.line.length === 0 ? <p class="soft">Nobody waits for it.</p> : <Line line={lock.line} />}
      </div>
    </Card>
  );
}

function Line({ line }: { readonly line: Lock["line"] }) {
  return (
    <ol class="stack">
      {line.map(({ holder, operation, since }) => (
        <li key={`${holder} ${since}`}>
          {holder} <span class="soft">for {operation}</span> <Time at={since} />
        </li>
      ))}
    </ol>
  );
}

type ChangeLockProps = { readonly lock: Lock; readonly onDone: () => void };

const MINUTE_MS = 60_000;

/** Button that extends the lock of any holder, which has a time limit. */
function ExtendLock({ lock: { key, holder }, onDone }: ChangeLockProps) {
  const [isOpen, setOpen] = useState(false);
  const [minutes, setMinutes] = useState("60");
  const [reason, setReason] = useState("");
  const body = { ttlMs: Math.round(Number(minutes) * MINUTE_MS), reason };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Extend
      </button>
      {isOpen ? (
        <ActionForm
          title={`Extend ${key} for ${holder}?`}
          verb="Extend the lock"
          action={() => client.POST("/v1/locks/{key}/extend", { params: { path: { key } }, body })}
          onDone={() => {
            setOpen(false);
            onDone();
          }}
          onClose={() => setOpen(false)}
        >
          <Field label="Minutes from now" value={minutes} onInput={setMinutes} isRequired />
          <Field label="Reason" value={reason} onInput={setReason} isRequired hint="Kept in the audit log." />
        </ActionForm>
      ) : null}
    </>
  );
}

function OverrideLock({ lock: { key, holder }, onDone }: ChangeLockProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  return (
    <>
      <button type="button" data-kind="danger" onClick={() => setOpen(true)}>
        Override
      </button>
      {isOpen ? (
        <ActionForm
          title={`Take ${key} from ${holder}?`}
          verb="Override the lock"
          isDangerous
          action={() => client.DELETE("/v1/locks/{key}", { params: { path: { key }, query: { reason } } })}
          onDone={() => {
            setOpen(false);
            onDone();
          }}
          onClose={() => setOpen(false)}
        >
          <p>The holder loses it at its next sign of life. The next in line gets it.</p>
          <Field
            label="Reason"
            value={reason}
            onInput={setReason}
            isRequired
            hint="Kept in the history and the audit log."
          />
        </ActionForm>
      ) : null}
    </>
  );
}
