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
import { LetterActs } from "./dead-letter-actions.tsx";
import { letterTitle } from "./dead-letters-page.tsx";

export function DeadLetterPage() {
  const letterId = useRoute().params["letterId"] ?? "";
  const mayAct = useMay("operator");
  const load = (signal: AbortSignal) =>
    answerOf(client.GET("/v1/dead-letters/{letterId}", { params: { path: { letterId } }, signal }));
  const letter = useResource(`dead letter ${letterId}`, load, { on: ["task"], everyMs: 10_000 });
  return (
    <Page
      title={letter.value === undefined ? letterId : letterTitle(letter.value)}
      trail={<a href="/dead-letters">Dead letters</a>}
      acts={
        mayAct && letter.value !== undefined ? <LetterActs letter={letter.value} onDone={letter.reload} /> : undefined
      }
    >
      <Shown of={letter}>{(value) => <Details letter={value} />}</Shown>
    </Page>
  );
}

function Details({ letter }: { readonly letter: DeadLetterDetails }) {
  return (
    <div class="columns">
      <div class="stack">
        <LetterFacts letter={letter} />
      </div>
      <div class="stack">
        {"error" in letter && letter.error !== null ? (
          <Card title="Error">
            <div class="stack">
              <ErrorText error={letter.error} />
              <JsonView value={stackOf(letter.error) ?? letter.error} label="Where it was thrown" />
              {"pastAttempts" in letter ? <AttemptList attempts={letter.pastAttempts} /> : null}
            </div>
          </Card>
        ) : null}
        <Card title="Payload">
          {"payloadProblem" in letter && letter.payloadProblem !== null ? (
            <p class="soft">{letter.payloadProblem}</p>
          ) : null}
          <JsonView value={letter.payload} label="Payload" />
        </Card>
      </div>
    </div>
  );
}

function LetterFacts({ letter }: { readonly letter: DeadLetterDetails }) {
  return (
    <>
      <Card title="About it">
        <Facts
          facts={{
            Id: <span class="mono">{letter.id}</span>,
            State: <StateBadge state={letter.state} />,
            Code: letter.code === null ? undefined : <code>{letter.code}</code>,
            Reason: letter.reason,
            Attempts: String(letter.attempts),
            When: <Time at={letter.at} />,
            Tenant: letter.tenant,
            ...factsOfKind(letter),
          }}
        />
      </Card>
      {letter.acts.length === 0 ? null : <Acts acts={letter.acts} />}
    </>
  );
}

function factsOfKind(letter: DeadLetterDetails) {
  switch (letter.kind) {
    case "chunk":
      return {
        Task: (
          <a href={`/tasks/${letter.taskId}?chunk=${String(letter.number)}`}>
            chunk {letter.number} of task {letter.taskId}
          </a>
        ),
        Queue: letter.queue,
        Group: letter.group,
      };
    case "event":
      return {
        Intake: letter.intake,
        "Event id": letter.eventId,
        Rejection: letter.rejection,
        Refused: `${String(letter.times)} times`,
      };
    case "parked":
      return {
        Sink: letter.sink,
        "Event id": letter.eventId,
        About: `${letter.aggregate.type} ${letter.aggregate.id}`,
        "Waiting behind it": String(letter.waiting),
      };
  }
}

function Acts({ acts }: { readonly acts: DeadLetterDetails["acts"] }) {
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
