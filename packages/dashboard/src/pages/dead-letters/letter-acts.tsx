/** What an operator may do about a dead letter: replay it as it was, edit and replay it, discard it. */
import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import type { DeadLetterDetails } from "../../api/wire.ts";
import { ActForm } from "../../components/forms/act-form.tsx";
import { Field } from "../../components/forms/field.tsx";
import { parsePayload } from "./parse-payload.ts";

type LetterActsProps = { readonly letter: DeadLetterDetails; readonly onDone: () => void };
type Act = "replay" | "edit" | "discard";

export function LetterActs({ letter, onDone }: LetterActsProps) {
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  const done = () => {
    close();
    onDone();
  };
  if (letter.state !== "open") return null;
  return (
    <>
      <button type="button" data-kind="primary" onClick={() => setAct("replay")}>
        Replay
      </button>
      {letter.kind === "parked" ? null : (
        <button type="button" onClick={() => setAct("edit")}>
          Edit and replay
        </button>
      )}
      <button type="button" data-kind="danger" onClick={() => setAct("discard")}>
        Discard
      </button>
      {act === undefined ? null : <ActDialog act={act} letter={letter} onDone={done} onClose={close} />}
    </>
  );
}

const TITLES = { replay: "Replay", edit: "Edit and replay", discard: "Discard" } as const;

type ActDialogProps = LetterActsProps & { readonly act: Act; readonly onClose: () => void };

function ActDialog({ act, letter, onDone, onClose }: ActDialogProps) {
  const [reason, setReason] = useState("");
  const [payload, setPayload] = useState(() => JSON.stringify(letter.payload, null, 2));
  return (
    <ActForm
      title={`${TITLES[act]} ${letter.id}`}
      verb={TITLES[act]}
      isDangerous={act === "discard"}
      act={() => perform({ act, id: letter.id, reason, payload })}
      onDone={onDone}
      onClose={onClose}
    >
      {act === "edit" ? (
        <Field label="Payload, as JSON" value={payload} onInput={setPayload} lines={12} isRequired />
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

type Wish = { readonly act: Act; readonly id: string; readonly reason: string; readonly payload: string };

async function perform({ act, id, reason, payload }: Wish): Promise<void> {
  const params = { path: { letterId: id } };
  const why = reason.trim() === "" ? {} : { reason: reason.trim() };
  if (act === "discard") {
    await client.POST("/v1/dead-letters/{letterId}/discard", { params, body: { reason: reason.trim() } });
    return;
  }
  const body = act === "edit" ? { ...why, payload: parsePayload(payload) } : why;
  await client.POST("/v1/dead-letters/{letterId}/replay", { params, body });
}
