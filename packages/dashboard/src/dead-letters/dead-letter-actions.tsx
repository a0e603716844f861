/** Replays, edits and discards one dead letter, and replays all that match a filter. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import type { DeadLetterDetails } from "../api/api-types.ts";
import { client } from "../api/client.ts";
import { parsePayload } from "../api/page-problem.ts";
import { ActionForm } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { numberText } from "../components/values.tsx";

type DeadLetterActionsProps = { readonly deadLetter: DeadLetterDetails; readonly onDone: () => void };
type Action = "replay" | "edit" | "discard";

export function DeadLetterActions({ deadLetter, onDone }: DeadLetterActionsProps) {
  const [action, setAction] = useState<Action>();
  const close = () => setAction(undefined);
  const done = () => {
    close();
    onDone();
  };
  if (deadLetter.state !== "open") return null;
  return (
    <>
      <button type="button" data-kind="primary" onClick={() => setAction("replay")}>
        Replay
      </button>
      {deadLetter.kind === "parked" ? null : (
        <button type="button" onClick={() => setAction("edit")}>
          Edit and replay
        </button>
      )}
      <button type="button" data-kind="danger" onClick={() => setAction("discard")}>
        Discard
      </button>
      {action === undefined ? null : (
        <ActionDialog action={action} deadLetter={deadLetter} onDone={done} onClose={close} />
      )}
    </>
  );
}

const TITLES = { replay: "Replay", edit: "Edit and replay", discard: "Discard" } as const;

type ActionDialogProps = DeadLetterActionsProps & { readonly action: Action; readonly onClose: () => void };

function ActionDialog({ action, deadLetter, onDone, onClose }: ActionDialogProps) {
  const [reason, setReason] = useState("");
  const [payload, setPayload] = useState(() => JSON.stringify(deadLetter.payload, null, 2));
  return (
    <ActionForm
      title={`${TITLES[action]} ${deadLetter.id}`}
      verb={TITLES[action]}
      isDangerous={action === "discard"}
      action={() => perform({ action, id: deadLetter.id, reason, payload })}
      onDone={onDone}
      onClose={onClose}
    >
      {action === "edit" ? (
        <Field label="Payload, as JSON" value={payload} onInput={setPayload} lines={12} isRequired />
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

type ActionRequest = {
  readonly action: Action;
  readonly id: string;
  readonly reason: string;
  readonly payload: string;
};

async function perform({ action, id, reason, payload }: ActionRequest): Promise<void> {
  const params = { path: { letterId: id } };
  const why = reason.trim() === "" ? {} : { reason: reason.trim() };
  if (action === "discard") {
    await client.POST("/v1/dead-letters/{letterId}/discard", { params, body: { reason: reason.trim() } });
    return;
  }
  const body = action === "edit" ? { ...why, payload: parsePayload(payload) } : why;
  await client.POST("/v1/dead-letters/{letterId}/replay", { params, body });
}

type Filter = { kind?: "chunk" | "event" | "parked"; code?: string; type?: string; queue?: string; tenant?: string };
type ReplayManyProps = { readonly filter: Filter; readonly onDone: () => void };
type Report = { readonly done: number; readonly failed: number; readonly left: number };

export function ReplayMany({ filter, onDone }: ReplayManyProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [report, setReport] = useState<Report>();
  const names = Object.entries(filter).map(([name, value]) => `${name} ${value}`);
  const replay = async () => {
    const body = { ...filter, ...(reason.trim() === "" ? {} : { reason: reason.trim() }) };
    setReport(await answerOf(client.POST("/v1/dead-letters/replay", { body })));
  };
  return (
    <>
      {report === undefined ? null : <ReportText report={report} />}
      <button
        type="button"
        disabled={names.length === 0}
        title={names.length === 0 ? "Choose a filter first: it says which" : undefined}
        onClick={() => setOpen(true)}
      >
        Replay all that match
      </button>
      {isOpen ? (
        <ActionForm
          title="Replay all that match?"
          verb="Replay them"
          action={replay}
          onDone={() => {
            setOpen(false);
            onDone();
          }}
          onClose={() => setOpen(false)}
        >
          <p>Open dead letters of {names.join(", ")}, the oldest first, at most a thousand at a time.</p>
          <Field label="Reason" value={reason} onInput={setReason} hint="Kept in the audit log with your name." />
        </ActionForm>
      ) : null}
    </>
  );
}

function ReportText({ report: { done, failed, left } }: { readonly report: Report }) {
  return (
    <p role="status" class="small soft">
      {numberText(done)} replayed, {numberText(failed)} could not be, {numberText(left)} left
    </p>
  );
}
