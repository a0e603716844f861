/** One delivery: what is sent, and each attempt with its answer. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { client } from "../../api/client.ts";
import { useMay } from "../../session/session.tsx";
import { useResource } from "../../api/use-resource.ts";
import type { DeliveryDetails } from "../../api/wire.ts";
import { ActButton } from "../../components/forms/act-button.tsx";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Facts } from "../../components/layout/facts.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Shown } from "../../components/layout/shown.tsx";
import { Table, type Column } from "../../components/lists/table.tsx";
import { JsonView } from "../../components/values/json-view.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { durationText } from "../../components/values/time-text.ts";
import { Time } from "../../components/values/time.tsx";
import { prettyJson } from "./pretty-json.ts";

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
  { name: "Answer", cell: ({ answerBody }) => (answerBody === null ? "–" : <pre>{answerBody.slice(0, 300)}</pre>) },
];

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
          <a href="/webhooks">Webhooks</a>{" "}
          {delivery.value === undefined ? null : (
            <>
              {" "}
              / <a href={`/webhooks/${delivery.value.endpointId}`}>endpoint</a>
            </>
          )}
        </>
      }
      acts={
        useMay("operator") ? (
          <ActButton act={replay} onDone={delivery.reload}>
            Send again
          </ActButton>
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
              <a href={`/webhooks/deliveries/${delivery.replayOf}`}>{delivery.replayOf}</a>
            ) : undefined,
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
