/** Who holds a lock, what for, until when, and who stands in line. */
import type { Lock } from "../../api/wire.ts";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Facts } from "../../components/layout/facts.tsx";
import { JsonView } from "../../components/values/json-view.tsx";
import { Time } from "../../components/values/time.tsx";

export function HolderCard({ lock }: { readonly lock: Lock | undefined }) {
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
            Guards: lock.taskId ? <a href={`/tasks/${lock.taskId}`}>task {lock.taskId}</a> : undefined,
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
