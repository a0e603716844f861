/** One endpoint: its settings, how it fares, and what was sent to it. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { client } from "../../api/client.ts";
import { useResource } from "../../api/use-resource.ts";
import type { Endpoint } from "../../api/wire.ts";
import { Card } from "../../components/layout/card.tsx";
import { Facts } from "../../components/layout/facts.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Shown } from "../../components/layout/shown.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { durationText } from "../../components/values/time-text.ts";
import { Time } from "../../components/values/time.tsx";
import { DeliveriesCard } from "./deliveries-card.tsx";
import { EndpointActs } from "./endpoint-acts.tsx";
import { retriesText } from "./retries-text.ts";

export function EndpointPage() {
  const endpointId = useRoute().params["endpointId"] ?? "";
  const load = (signal: AbortSignal) =>
    answerOf(client.GET("/v1/webhooks/endpoints/{endpointId}", { params: { path: { endpointId } }, signal }));
  const endpoint = useResource(`endpoint ${endpointId}`, load, { everyMs: 10_000 });
  return (
    <Page
      title={endpoint.value?.url ?? "Endpoint"}
      trail={<a href="/webhooks">Webhooks</a>}
      acts={
        endpoint.value === undefined ? undefined : <EndpointActs endpoint={endpoint.value} onDone={endpoint.reload} />
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
