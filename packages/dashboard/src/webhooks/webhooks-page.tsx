/** Lists webhook endpoints and creates new ones. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import type { Endpoint } from "../api/api-types.ts";
import { client, given } from "../api/client.ts";
import { useMay } from "../api/session.tsx";
import { useList } from "../api/use-resource.ts";
import { MakeWithSecret } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { Card, Empty, Page } from "../components/page.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { type Column, Listing } from "../components/table.tsx";
import { Time } from "../components/time.tsx";

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    name: "Endpoint",
    cell: ({ endpointId, url }) => (
      <a class="name" href={`webhooks/${endpointId}`}>
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
    <Page title="Webhooks" actions={mayChange ? <NewEndpoint onDone={list.reload} /> : undefined}>
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

function NewEndpoint({ onDone }: { readonly onDone: () => void }) {
  const [url, setUrl] = useState("");
  const [tenant, setTenant] = useState("");
  const [eventTypes, setEventTypes] = useState("*");
  const make = async () => {
    const body = { url, eventTypes: eventTypes.split(/[\s,]+/).filter((type) => type !== ""), ...given({ tenant }) };
    const made = await answerOf(client.POST("/v1/webhooks/endpoints", { body }));
    return made.secret;
  };
  return (
    <MakeWithSecret title="New endpoint" secretTitle="The secret of the endpoint" make={make} onDone={onDone}>
      <Field label="Address" value={url} onInput={setUrl} isRequired hint="Private networks are refused." />
      <Field
        label="Event types"
        value={eventTypes}
        onInput={setEventTypes}
        isRequired
        hint="task.*, or * for all; several with commas."
      />
      <Field label="Tenant" value={tenant} onInput={setTenant} hint="Left empty: your own, else default." />
    </MakeWithSecret>
  );
}
