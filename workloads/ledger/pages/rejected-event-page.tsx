/** Shows one event that was not posted, and replays, edits or discards it. */
import {
  ActionForm,
  answerOf,
  Card,
  Facts,
  Field,
  given,
  JsonView,
  Shown,
  StateBadge,
  Time,
  useAddress,
  useMay,
  useResource,
} from "@rota/dashboard";
import { client } from "./ledger-api.ts";
import { useState } from "preact/hooks";
import { LedgerPage, useBooks, withBooks } from "./books.tsx";
import type { RejectedDetails } from "./ledger-api.ts";
import { parseEvent } from "./ledger-values.ts";

export const RejectedEventPage = withBooks(RejectedEvent);

function RejectedEvent() {
  const rejectedEventId = useAddress().params["rejectedEventId"] ?? "";
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
      actions={
        mayAct && value?.status === "OPEN" ? <RejectedEventActions rejected={value} onDone={event.reload} /> : undefined
      }
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
                <a href={link("ledger", { event: rejected.replayedAs ?? rejected.eventId })}>
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
type Action = keyof typeof TITLES;
const ACTIONS: readonly Action[] = ["replay", "edit", "discard"];

type RejectedEventActionsProps = { readonly rejected: RejectedDetails; readonly onDone: () => void };

function RejectedEventActions({ rejected, onDone }: RejectedEventActionsProps) {
  const [action, setAction] = useState<Action>();
  return (
    <>
      {ACTIONS.map((each) => (
        <button key={each} type="button" onClick={() => setAction(each)}>
          {TITLES[each]}
        </button>
      ))}
      {action === undefined ? null : (
        <ActionDialog
          action={action}
          rejected={rejected}
          onDone={() => {
            setAction(undefined);
            onDone();
          }}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  );
}

type ActionDialogProps = RejectedEventActionsProps & { readonly action: Action; readonly onClose: () => void };

function ActionDialog({ action, rejected, onDone, onClose }: ActionDialogProps) {
  const { query } = useBooks();
  const [reason, setReason] = useState("");
  const [text, setText] = useState(() => JSON.stringify(rejected.event, null, 2));
  const params = { path: { rejectedEventId: rejected.rejectedEventId } };
  const perform = async (): Promise<unknown> => {
    if (action === "discard")
      return client.POST("/v1/admin/rejected-events/{rejectedEventId}/discard", {
        params,
        body: { reason, ...query },
      });
    const edited = action === "edit" ? { event: parseEvent(text) } : {};
    const body = { ...given({ reason }), ...edited, ...query };
    return answerOf(client.POST("/v1/admin/rejected-events/{rejectedEventId}/replay", { params, body }));
  };
  return (
    <ActionForm
      title={`${TITLES[action]} ${rejected.eventId ?? rejected.rejectedEventId}`}
      verb={TITLES[action]}
      isDangerous={action === "discard"}
      action={perform}
      onDone={onDone}
      onClose={onClose}
    >
      {action === "edit" ? (
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
        isRequired={action === "discard"}
        hint="Kept in the audit log with your name."
      />
    </ActionForm>
  );
}
