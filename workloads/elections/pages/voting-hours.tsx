/** Shows the hours of voting with their extensions, and lets an official extend them. */
import { ActionForm, Card, Facts, Field, Time } from "@rota/dashboard";
import { useState } from "preact/hooks";
import { client, type ElectionItem } from "./election-api.ts";
import { PlainField } from "./election-parts.tsx";

export type Hours = NonNullable<ElectionItem["hours"]>;

/** Sentence about whether ballots are accepted now, and what changes next. */
export function HoursSentence({ state, hours }: { readonly state: string; readonly hours: Hours | null }) {
  if (hours === null) return null;
  const isAhead = ["CEREMONY", "READY", "OPEN"].includes(state);
  if (!isAhead || hours.phase === "AFTER")
    return (
      <p>
        Voting ended <Time at={hours.endsAt} />.
      </p>
    );
  if (hours.phase === "BEFORE")
    return (
      <p>
        Voting begins <Time at={hours.startsAt} /> and ends <Time at={hours.endsAt} />.
      </p>
    );
  return (
    <p>
      {state === "OPEN" ? "Ballots are accepted now." : "Voting should have begun, and the election is not open yet."}{" "}
      Voting ends <Time at={hours.endsAt} />.
    </p>
  );
}

/** Extensions of the hours, each with its reason. Nothing when there are none. */
export function Extensions({ hours }: { readonly hours: Hours | null }) {
  if (hours === null || hours.extensions.length === 0) return null;
  return (
    <div class="notice" data-tone="waiting">
      <h3>Voting was extended</h3>
      <ul>
        {hours.extensions.map(({ at, by, reason, to }) => (
          <li key={at} class="anywhere">
            until <Time at={to} />, by {by}: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

type HoursCardProps = {
  readonly state: string;
  readonly hours: Hours | null;
  /** Given where the reader may extend the hours. */
  readonly extend?: { readonly electionId: string; readonly onDone: () => void };
};

export function HoursCard({ state, hours, extend }: HoursCardProps) {
  const [isExtending, setExtending] = useState(false);
  if (hours === null) return null;
  const { startsAt, endsAt, plannedEndsAt, phase } = hours;
  const isPossible = ["CEREMONY", "READY", "OPEN"].includes(state) && phase !== "AFTER";
  return (
    <Card title="Hours of voting">
      <div class="stack">
        <HoursSentence state={state} hours={hours} />
        <Facts
          facts={{
            Begins: <Time at={startsAt} />,
            Ends: <Time at={endsAt} />,
            "Planned end": plannedEndsAt === endsAt ? undefined : <Time at={plannedEndsAt} />,
          }}
        />
        <Extensions hours={hours} />
        {extend === undefined || !isPossible ? null : (
          <div class="row">
            <button type="button" onClick={() => setExtending(true)}>
              Extend voting
            </button>
          </div>
        )}
      </div>
      {isExtending && extend !== undefined ? <Extend {...extend} onClose={() => setExtending(false)} /> : null}
    </Card>
  );
}

type ExtendProps = { readonly electionId: string; readonly onDone: () => void; readonly onClose: () => void };

function Extend({ electionId, onDone, onClose }: ExtendProps) {
  const [endsAt, setEndsAt] = useState("");
  const [reason, setReason] = useState("");
  const extend = () => {
    const body = { endsAt: new Date(endsAt).toISOString(), reason };
    return client.POST("/v1/elections/{electionId}/hours/extend", { params: { path: { electionId } }, body });
  };
  const done = () => {
    onClose();
    onDone();
  };
  return (
    <ActionForm title="Extend voting" verb="Extend" action={extend} onDone={done} onClose={onClose}>
      <p>For an emergency. Voters and observers see it with your name and reason, and it becomes part of the record.</p>
      <PlainField label="New end" type="datetime-local" value={endsAt} onInput={setEndsAt} />
      <Field label="Reason" value={reason} onInput={setReason} isRequired />
    </ActionForm>
  );
}
