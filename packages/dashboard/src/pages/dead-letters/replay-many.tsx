/** Replays every open dead letter that the filters name, and says how many. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { ActForm } from "../../components/forms/act-form.tsx";
import { Field } from "../../components/forms/field.tsx";
import { numberText } from "../../components/values/count.tsx";

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
        <ActForm
          title="Replay all that match?"
          verb="Replay them"
          act={replay}
          onDone={() => {
            setOpen(false);
            onDone();
          }}
          onClose={() => setOpen(false)}
        >
          <p>Open dead letters of {names.join(", ")}, the oldest first, at most a thousand at a time.</p>
          <Field label="Reason" value={reason} onInput={setReason} hint="Kept in the audit log with your name." />
        </ActForm>
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
