/** What can be done about an event that was not posted: replay it, edit it first, or discard it. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { given } from "../../../api/given.ts";
import { ActForm } from "../../../components/forms/act-form.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { useBooks } from "../shared/books.tsx";
import { parseEvent } from "../shared/parse-event.ts";
import type { RejectedDetails } from "../shared/wire.ts";

const TITLES = { replay: "Replay", edit: "Edit and replay", discard: "Discard" } as const;
type Act = keyof typeof TITLES;
const ACTS: readonly Act[] = ["replay", "edit", "discard"];

type RejectedActsProps = { readonly rejected: RejectedDetails; readonly onDone: () => void };

export function RejectedActs({ rejected, onDone }: RejectedActsProps) {
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
