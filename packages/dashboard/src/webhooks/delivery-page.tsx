/** Shows one delivery: its body and each attempt with the answer. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import type { DeliveryDetails } from "../api/api-types.ts";
import { client } from "../api/client.ts";
import { useMay } from "../api/session.tsx";
import { useResource } from "../api/use-resource.ts";
import { ActionButton } from "../components/form.tsx";
import { Card, Empty, Facts, Page } from "../components/page.tsx";
import { Shown } from "../components/resource-view.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { type Column, Table } from "../components/table.tsx";
import { durationText } from "../components/time-text.ts";
import { Time } from "../components/time.tsx";
import { JsonView } from "../components/values.tsx";

type Attempt = DeliveryDetails["history"][number];

const COLUMNS: readonly Column<Attempt>[] = [
  { name: "Attempt", isNumber: true, cell: ({ number }) => String(number) },
  { name: "Started", cell: ({ startedAt }) => <Time at={startedAt} /> },
  { name: "Took", isNumber: true, cell: ({ durationMs }) => durationText(durationMs) },
  { name: "Status", cell: ({ status }) => String(status ?? "–") },
  {
    name: "Error",
    cell: ({ errorClass, error }) => (
      <span class="anywhere">{[errorClass, error].filter((part) => part !== null).join(": ") || "–"}</span>
    ),
  },
  { name: "Answer", cell: (attempt) => <Answer attempt={attempt} /> },
];

function Answer({ attempt: { answerHeaders, answerBody } }: { readonly attempt: Attempt }) {
  const headers = Object.entries(answerHeaders ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      {answerBody === null ? "–" : <pre>{answerBody.slice(0, 300)}</pre>}
      {headers.length === 0 ? null : (
        <details>
          <summary>Headers</summary>
          <pre>{headers.join("\n")}</pre>
        </details>
      )}
    </>
  );
}

export function DeliveryPage() {
  const deliveryId = useRoute().params["deliveryId"] ?? "";
  const params = { path: { deliveryId } };
  const load = (signal: AbortSignal) =>
    answerOf(client.GET("/v1/webhooks/deliveries/{deliveryId}", { params, signal }));
  const delivery = useResource(`delivery ${deliveryId}`, load, { everyMs: 5_000 });
  const replay = () => client.POST("/v1/webhooks/deliveries/{deliveryId}/replay", { params });
  return (
    <Page
      title={delivery.value?.eventType ?? "Delivery"}
      trail={
        <>
          <a href="webhooks">Webhooks</a>{" "}
          {delivery.value === undefined ? null : (
            <>
              {" "}
              / <a href={`webhooks/${delivery.value.endpointId}`}>endpoint</a>
            </>
          )}
        </>
      }
      actions={
        useMay("operator") ? (
          <ActionButton action={replay} onDone={delivery.reload}>
            Send again
          </ActionButton>
        ) : undefined
      }
    >
      <Shown of={delivery}>{(value) => <Details delivery={value} />}</Shown>
    </Page>
  );
}

function Details({ delivery }: { readonly delivery: DeliveryDetails }) {
  return (
    <>
      <Card title="About it">
        <Facts
          facts={{
            State: <StateBadge state={delivery.state} />,
            "Event id": delivery.eventId,
            Tenant: delivery.tenant,
            "Sent again from": delivery.replayOf ? (
              <a href={`webhooks/deliveries/${delivery.replayOf}`}>{delivery.replayOf}</a>
            ) : undefined,
            Job: delivery.taskId === null ? undefined : <JobLink delivery={delivery} />,
            Made: <Time at={delivery.createdAt} />,
            "Next attempt": delivery.nextAttemptAt ? <Time at={delivery.nextAttemptAt} /> : undefined,
            Ended: delivery.endedAt ? <Time at={delivery.endedAt} /> : undefined,
          }}
        />
      </Card>
      <Card title="Attempts" isFlush>
        {delivery.history.length === 0 ? (
          <Empty title="Not tried yet" />
        ) : (
          <Table label="Attempts" columns={COLUMNS} rows={delivery.history} keyOf={({ number }) => String(number)} />
        )}
      </Card>
      <Card title="What is sent">
        <JsonView value={prettyJson(delivery.body)} label="Body" />
      </Card>
    </>
  );
}

/** Links to the dead letter of a delivery that failed, else to the job that sends it. */
function JobLink({ delivery: { taskId, state } }: { readonly delivery: DeliveryDetails }) {
  if (state !== "FAILED") return <a href={`tasks/${String(taskId)}`}>task {taskId}</a>;
  return <a href={`dead-letters/chunk-${String(taskId)}-1`}>dead letter of task {taskId}</a>;
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
