/** What was sent to an endpoint, the newest first, with how it ended. */
import { answerOf } from "@rota/client";
import { client } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { useList } from "../../api/use-list.ts";
import type { Delivery } from "../../api/wire.ts";
import { Card } from "../../components/layout/card.tsx";
import { Empty } from "../../components/layout/empty.tsx";
import { Filters } from "../../components/lists/filters.tsx";
import { Listing } from "../../components/lists/listing.tsx";
import type { Column } from "../../components/lists/table.tsx";
import { useFilters } from "../../components/lists/use-filters.ts";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { Time } from "../../components/values/time.tsx";

const STATES = ["PENDING", "DELIVERED", "FAILED"] as const;
const FILTERS = [
  { name: "state", label: "State", choices: STATES },
  { name: "eventType", label: "Event type" },
];

const COLUMNS: readonly Column<Delivery>[] = [
  {
    name: "Event",
    cell: ({ deliveryId, eventType, eventId, replayOf }) => (
      <>
        <a class="name" href={`/webhooks/deliveries/${deliveryId}`}>
          {eventType}
        </a>
        <div class="faint small anywhere">
          {eventId}
          {replayOf === null ? "" : ", sent again"}
        </div>
      </>
    ),
  },
  { name: "State", cell: ({ state }) => <StateBadge state={state} /> },
  {
    name: "Answer",
    cell: ({ lastStatus, lastError }) => (
      <span class="anywhere">{[lastStatus, lastError].filter((part) => part !== null).join(", ") || "–"}</span>
    ),
  },
  { name: "Attempts", isNumber: true, cell: ({ attempts }) => String(attempts) },
  { name: "Next", cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} isShort /> },
  { name: "Made", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

export function DeliveriesCard({ endpointId }: { readonly endpointId: string }) {
  const { values } = useFilters();
  const state = STATES.find((each) => each === values["state"]);
  const query = { endpointId, ...given({ state, eventType: values["eventType"] }) };
  const list = useList(
    `deliveries ${JSON.stringify(query)}`,
    (after, signal) =>
      answerOf(client.GET("/v1/webhooks/deliveries", { params: { query: { ...query, ...given({ after }) } }, signal })),
    { everyMs: 5_000 },
  );
  return (
    <Card title="Deliveries" note="the newest first" isFlush>
      <Filters filters={FILTERS} />
      <Listing
        label="Deliveries"
        list={list}
        columns={COLUMNS}
        keyOf={({ deliveryId }) => deliveryId}
        empty={<Empty title="Nothing was sent">Events that it asks for appear here as they are sent.</Empty>}
      />
    </Card>
  );
}
