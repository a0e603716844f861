/** Shows one dead letter with its error, payload and history. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import type { DeadLetterDetails } from "../api/api-types.ts";
import { client } from "../api/client.ts";
import { useMay } from "../api/session.tsx";
import { useResource } from "../api/use-resource.ts";
import { Card, Facts, Page } from "../components/page.tsx";
import { Shown } from "../components/resource-view.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { Time } from "../components/time.tsx";
import { ErrorText, JsonView, stackOf } from "../components/values.tsx";
import { AttemptList } from "../tasks/chunk-card.tsx";
import { DeadLetterActions } from "./dead-letter-actions.tsx";
import { deadLetterTitle } from "./dead-letters-page.tsx";

export function DeadLetterPage() {
  const letterId = useRoute().params["letterId"] ?? "";
  const mayAct = useMay("operator");
  const load = (signal: AbortSignal) =>
    answerOf(client.GET("/v1/dead-letters/{letterId}", { params: { path: { letterId } }, signal }));
  const deadLetter = useResource(`dead letter ${letterId}`, load, { on: ["task"], everyMs: 10_000 });
  return (
    <Page
      title={deadLetter.value === undefined ? letterId : deadLetterTitle(deadLetter.value)}
      trail={<a href="dead-letters">Dead letters</a>}
      actions={
        mayAct && deadLetter.value !== undefined ? (
          <DeadLetterActions deadLetter={deadLetter.value} onDone={deadLetter.reload} />
        ) : undefined
      }
    >
      <Shown of={deadLetter}>{(value) => <DeadLetterCards deadLetter={value} />}</Shown>
    </Page>
  );
}

function DeadLetterCards({ deadLetter }: { readonly deadLetter: DeadLetterDetails }) {
  return (
    <div class="columns">
      <div class="stack">
        <DeadLetterFacts deadLetter={deadLetter} />
      </div>
      <div class="stack">
        {"error" in deadLetter && deadLetter.error !== null ? (
          <Card title="Error">
            <div class="stack">
              <ErrorText error={deadLetter.error} />
              <JsonView value={stackOf(deadLetter.error) ?? deadLetter.error} label="Where it was thrown" />
              {"pastAttempts" in deadLetter ? <AttemptList attempts={deadLetter.pastAttempts} /> : null}
            </div>
          </Card>
        ) : null}
        <Card title="Payload">
          {"payloadProblem" in deadLetter && deadLetter.payloadProblem !== null ? (
            <p class="soft">{deadLetter.payloadProblem}</p>
          ) : null}
          <JsonView value={deadLetter.payload} label="Payload" />
        </Card>
      </div>
    </div>
  );
}

function DeadLetterFacts({ deadLetter }: { readonly deadLetter: DeadLetterDetails }) {
  return (
    <>
      <Card title="About it">
        <Facts
          facts={{
            Id: <span class="mono">{deadLetter.id}</span>,
            State: <StateBadge state={deadLetter.state} />,
            Code: deadLetter.code === null ? undefined : <code>{deadLetter.code}</code>,
            Reason: deadLetter.reason,
            Attempts: String(deadLetter.attempts),
            When: <Time at={deadLetter.at} />,
            Tenant: deadLetter.tenant,
            ...factsOfKind(deadLetter),
          }}
        />
      </Card>
      {deadLetter.acts.length === 0 ? null : <ActionsCard acts={deadLetter.acts} />}
    </>
  );
}

function factsOfKind(deadLetter: DeadLetterDetails) {
  switch (deadLetter.kind) {
    case "chunk":
      return {
        Task: (
          <a href={`tasks/${deadLetter.taskId}?chunk=${String(deadLetter.number)}`}>
            chunk {deadLetter.number} of task {deadLetter.taskId}
          </a>
        ),
        Delivery: deadLetter.type === "webhooks.deliver" ? deliveryLink(deadLetter.payload) : undefined,
        Queue: deadLetter.queue,
        Group: deadLetter.group,
      };
    case "event":
      return {
        Intake: deadLetter.intake,
        "Event id": deadLetter.eventId,
        Rejection: deadLetter.rejection,
        Refused: `${String(deadLetter.times)} times`,
      };
    case "parked":
      return {
        Sink: deadLetter.sink,
        "Event id": deadLetter.eventId,
        About: `${deadLetter.aggregate.type} ${deadLetter.aggregate.id}`,
        "Waiting behind it": String(deadLetter.waiting),
      };
  }
}

/** Returns a link to the delivery that failed; undefined where the payload is encrypted. */
function deliveryLink(payload: unknown) {
  if (typeof payload !== "object" || payload === null || !("deliveryId" in payload)) return undefined;
  return <a href={`webhooks/deliveries/${String(payload.deliveryId)}`}>{String(payload.deliveryId)}</a>;
}

function ActionsCard({ acts }: { readonly acts: DeadLetterDetails["acts"] }) {
  return (
    <Card title="What was done">
      <ul class="stack">
        {acts.map(({ action, actor, at }) => (
          <li key={`${at} ${action}`}>
            {action} by <b>{actor ?? "the system"}</b> <Time at={at} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
