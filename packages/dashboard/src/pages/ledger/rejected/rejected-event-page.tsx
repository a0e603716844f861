/** One event that was not posted: what was sent, why it was refused, and what can be done about it. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Facts } from "../../../components/layout/facts.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { JsonView } from "../../../components/values/json-view.tsx";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import { Time } from "../../../components/values/time.tsx";
import { useMay } from "../../../session/session.tsx";
import { useBooks } from "../shared/books.tsx";
import { LedgerPage } from "../shared/ledger-page.tsx";
import type { RejectedDetails } from "../shared/wire.ts";
import { RejectedActs } from "./rejected-acts.tsx";

export function RejectedEventPage() {
  const rejectedEventId = useRoute().params["rejectedEventId"] ?? "";
  const { query } = useBooks();
  const mayAct = useMay("operator");
  const event = useResource(
    `rejected ${rejectedEventId}`,
    (signal) =>
      answerOf(
        client.GET("/v1/admin/rejected-events/{rejectedEventId}", {
          params: { path: { rejectedEventId }, query },
          signal,
        }),
      ),
    { everyMs: 5_000 },
  );
  const { value } = event;
  return (
    <LedgerPage
      title={value?.eventId ?? "Rejected event"}
      acts={mayAct && value?.status === "OPEN" ? <RejectedActs rejected={value} onDone={event.reload} /> : undefined}
    >
      <Shown of={event}>{(details) => <Details rejected={details} />}</Shown>
    </LedgerPage>
  );
}

function Details({ rejected }: { readonly rejected: RejectedDetails }) {
  const { link } = useBooks();
  return (
    <div class="columns">
      <Card title="About it">
        <Facts
          facts={{
            State: <StateBadge state={rejected.status.toLowerCase()} />,
            Code: rejected.code === null ? undefined : <code>{rejected.code}</code>,
            Reason: rejected.reason,
            Refused: rejected.times === 1 ? "once" : `${String(rejected.times)} times`,
            When: <Time at={rejected.at} />,
            Source: rejected.sourceSystem,
            Posted:
              rejected.status === "REPLAYED" && rejected.eventId !== null ? (
                <a href={link("/ledger", { event: rejected.replayedAs ?? rejected.eventId })}>
                  look for it in the journal
                </a>
              ) : undefined,
            "Replayed as": rejected.replayedAs,
            "Edited from": rejected.replayOf,
            Done: rejected.acts.map(({ action, by }) => `${action} by ${by ?? "the system"}`).join(", "),
          }}
        />
      </Card>
      <div class="stack">
        <Card title="Event">
          <JsonView value={rejected.event} label="Event" />
        </Card>
        {rejected.accepted === null ? null : (
          <Card title="Accepted under the same id">
            <JsonView value={rejected.accepted} label="The event that was accepted" />
          </Card>
        )}
      </div>
    </div>
  );
}
