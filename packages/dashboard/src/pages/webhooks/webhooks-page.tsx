/** The endpoints that events are sent to, and how each fares. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { useMay } from "../../session/session.tsx";
import { useList } from "../../api/use-list.ts";
import type { Endpoint } from "../../api/wire.ts";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Listing } from "../../components/lists/listing.tsx";
import type { Column } from "../../components/lists/table.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { Time } from "../../components/values/time.tsx";
import { NewEndpoint } from "./new-endpoint.tsx";

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    name: "Endpoint",
    cell: ({ endpointId, url }) => (
      <a class="name" href={`/webhooks/${endpointId}`}>
        {url}
      </a>
    ),
  },
  {
    name: "State",
    cell: ({ state, disabledReason }) => (
      <>
        <StateBadge state={state} />
        {disabledReason === null ? null : <div class="faint small">{disabledReason}</div>}
      </>
    ),
  },
  { name: "Tenant", cell: ({ tenant }) => tenant },
  { name: "Events", cell: ({ eventTypes }) => <span class="anywhere">{eventTypes.join(", ")}</span> },
  {
    name: "Failures in a row",
    isNumber: true,
    cell: ({ failures, heldUntil }) => (
      <>
        {failures}
        {heldUntil === null ? null : (
          <div class="faint small">
            held, <Time at={heldUntil} isShort />
          </div>
        )}
      </>
    ),
  },
  { name: "Made", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

export function WebhooksPage() {
  const mayChange = useMay("admin");
  const list = useList(
    "endpoints",
    (after, signal) => answerOf(client.GET("/v1/webhooks/endpoints", { params: { query: given({ after }) }, signal })),
    { everyMs: 10_000 },
  );
  return (
    <Page title="Webhooks" acts={mayChange ? <NewEndpoint onDone={list.reload} /> : undefined}>
      <Card title="Endpoints" isFlush>
        <Listing
          label="Endpoints"
          list={list}
          columns={COLUMNS}
          keyOf={({ endpointId }) => endpointId}
          empty={<Empty title="No endpoint yet">An endpoint is sent the events of its tenant, signed.</Empty>}
        />
      </Card>
    </Page>
  );
}
