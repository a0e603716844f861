/** What is known of a dead letter, and what was done about it. */
import type { DeadLetterDetails } from "../../api/wire.ts";
import { Card } from "../../components/layout/card.tsx";
import { Facts } from "../../components/layout/facts.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { Time } from "../../components/values/time.tsx";

export function LetterFacts({ letter }: { readonly letter: DeadLetterDetails }) {
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
