/** Shows one event that was not posted, and replays, edits or discards it. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import { client, given } from "../api/client.ts";
import { useMay } from "../api/session.tsx";
import { useResource } from "../api/use-resource.ts";
import { ActForm } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { Card, Facts } from "../components/page.tsx";
import { Shown } from "../components/resource-view.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { Time } from "../components/time.tsx";
import { JsonView } from "../components/values.tsx";
import { LedgerPage, useBooks } from "./books.tsx";
import type { RejectedDetails } from "./ledger-types.ts";
import { parseEvent } from "./ledger-values.ts";

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

const TITLES = { replay: "Replay", edit: "Edit and replay", discard: "Discard" } as const;
type Act = keyof typeof TITLES;
const ACTS: readonly Act[] = ["replay", "edit", "discard"];

type RejectedActsProps = { readonly rejected: RejectedDetails; readonly onDone: () => void };

function RejectedActs({ rejected, onDone }: RejectedActsProps) {
  const [act, setAct] = useState<Act>();
  return (
    <>
      {ACTS.map((each) => (
        <button key={each} type="button" onClick={() => setAct(each)}>
          {TITLES[each]}
        </button>
      ))}
      {act === undefined ? null : (
        <ActDialog
          act={act}
          rejected={rejected}
          onDone={() => {
            setAct(undefined);
            onDone();
          }}
          onClose={() => setAct(undefined)}
        />
      )}
    </>
  );
}

type ActDialogProps = RejectedActsProps & { readonly act: Act; readonly onClose: () => void };

function ActDialog({ act, rejected, onDone, onClose }: ActDialogProps) {
  const { query } = useBooks();
  const [reason, setReason] = useState("");
  const [text, setText] = useState(() => JSON.stringify(rejected.event, null, 2));
  const params = { path: { rejectedEventId: rejected.rejectedEventId } };
  const perform = async (): Promise<unknown> => {
    if (act === "discard")
      return client.POST("/v1/admin/rejected-events/{rejectedEventId}/discard", {
        params,
        body: { reason, ...query },
      });
    const edited = act === "edit" ? { event: parseEvent(text) } : {};
    const body = { ...given({ reason }), ...edited, ...query };
    return answerOf(client.POST("/v1/admin/rejected-events/{rejectedEventId}/replay", { params, body }));
  };
  return (
    <ActForm
      title={`${TITLES[act]} ${rejected.eventId ?? rejected.rejectedEventId}`}
      verb={TITLES[act]}
      isDangerous={act === "discard"}
      act={perform}
      onDone={onDone}
      onClose={onClose}
    >
      {act === "edit" ? (
        <Field
          label="Event, as JSON"
          value={text}
          onInput={setText}
          lines={12}
          isRequired
          hint="It is posted under a new event id that refers to this one; give one, or leave it to us."
        />
      ) : null}
      <Field
        label="Reason"
        value={reason}
        onInput={setReason}
        isRequired={act === "discard"}
        hint="Kept in the audit log with your name."
      />
    </ActForm>
  );
}
