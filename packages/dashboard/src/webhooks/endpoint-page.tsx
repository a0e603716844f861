/** Shows one endpoint with its settings, actions and deliveries. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import type { Delivery, Endpoint } from "../api/api-types.ts";
import { client, given } from "../api/client.ts";
import { useMay } from "../api/session.tsx";
import { useList, useResource } from "../api/use-resource.ts";
import { SecretDialog } from "../components/dialog.tsx";
import { Filters, useFilters } from "../components/filters.tsx";
import { ActionButton } from "../components/form.tsx";
import { Card, Empty, Facts, Page } from "../components/page.tsx";
import { Shown } from "../components/resource-view.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { type Column, Listing } from "../components/table.tsx";
import { durationText } from "../components/time-text.ts";
import { Time } from "../components/time.tsx";
import { retriesText } from "./retries-text.ts";

export function EndpointPage() {
  const endpointId = useRoute().params["endpointId"] ?? "";
  const load = (signal: AbortSignal) =>
    answerOf(client.GET("/v1/webhooks/endpoints/{endpointId}", { params: { path: { endpointId } }, signal }));
  const endpoint = useResource(`endpoint ${endpointId}`, load, { everyMs: 10_000 });
  return (
    <Page
      title={endpoint.value?.url ?? "Endpoint"}
      trail={<a href="webhooks">Webhooks</a>}
      actions={
        endpoint.value === undefined ? undefined : (
          <EndpointActions endpoint={endpoint.value} onDone={endpoint.reload} />
        )
      }
    >
      <Shown of={endpoint}>
        {(value) => (
          <>
            <About endpoint={value} />
            <DeliveriesCard endpointId={endpointId} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function About({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
    <Card title="About it">
      <Facts
        facts={{
          State: <StateBadge state={endpoint.state} />,
          "Disabled because": endpoint.disabledReason,
          Tenant: endpoint.tenant,
          Events: endpoint.eventTypes.join(", "),
          "Time limit": durationText(endpoint.timeoutMs),
          "Tried again": retriesText(endpoint.schedule),
          Limits: `${String(endpoint.maxInFlight)} at once, ${String(endpoint.ratePerSecond)} a second`,
          "Failures in a row": String(endpoint.failures),
          "Failing since": endpoint.failingSince ? <Time at={endpoint.failingSince} /> : undefined,
          "Held until": endpoint.heldUntil ? <Time at={endpoint.heldUntil} /> : undefined,
          "Old secret until": endpoint.previousSecretUntil ? <Time at={endpoint.previousSecretUntil} /> : undefined,
          "Verification key": endpoint.verificationKey,
          Made: <Time at={endpoint.createdAt} />,
        }}
      />
    </Card>
  );
}

type EndpointActionsProps = { readonly endpoint: Endpoint; readonly onDone: () => void };

function EndpointActions({ endpoint: { endpointId, state }, onDone }: EndpointActionsProps) {
  const [message, setMessage] = useState("");
  const [secret, setSecret] = useState<string>();
  const params = { path: { endpointId } };
  const isAdmin = useMay("admin");
  const ping = async () => {
    const { isDelivered, status, error } = await answerOf(
      client.POST("/v1/webhooks/endpoints/{endpointId}/ping", { params }),
    );
    setMessage(
      isDelivered ? `the test was answered with ${String(status)}` : `the test failed: ${error ?? String(status)}`,
    );
  };
  const replay = async () => {
    const { replayed } = await answerOf(
      client.POST("/v1/webhooks/endpoints/{endpointId}/replay", { params, body: {} }),
    );
    setMessage(`${String(replayed)} are sent again`);
  };
  const rotate = async () => {
    const made = await answerOf(client.POST("/v1/webhooks/endpoints/{endpointId}/rotate", { params, body: {} }));
    setSecret(made.secret);
  };
  if (!useMay("operator")) return null;
  return (
    <>
      <ActionButton action={ping}>Send a test</ActionButton>
      <ActionButton action={replay}>Send failed ones again</ActionButton>
      {state === "ACTIVE" ? (
        <ActionButton action={() => disable(endpointId)} onDone={onDone} kind="danger">
          Disable
        </ActionButton>
      ) : (
        <ActionButton
          action={() => client.POST("/v1/webhooks/endpoints/{endpointId}/enable", { params })}
          onDone={onDone}
        >
          Enable
        </ActionButton>
      )}
      {isAdmin ? (
        <ActionButton action={rotate} onDone={onDone}>
          New secret
        </ActionButton>
      ) : null}
      <span role="status" class="small soft">
        {message}
      </span>
      {secret === undefined ? null : (
        <SecretDialog title="The new secret" secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

function disable(endpointId: string): Promise<unknown> {
  const body = { reason: "disabled on the dashboard" };
  return client.POST("/v1/webhooks/endpoints/{endpointId}/disable", { params: { path: { endpointId } }, body });
}

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
        <a class="name" href={`webhooks/deliveries/${deliveryId}`}>
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

function DeliveriesCard({ endpointId }: { readonly endpointId: string }) {
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
