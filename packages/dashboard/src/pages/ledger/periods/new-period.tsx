/** A button that opens a period. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { ActForm } from "../../../components/forms/act-form.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { useBooks } from "../shared/books.tsx";

export function NewPeriod({ onDone }: { readonly onDone: () => void }) {
  const { query } = useBooks();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [startDate, setStart] = useState("");
  const [endDate, setEnd] = useState("");
  const create = () =>
    answerOf(client.POST("/v1/accounting-periods", { body: { name, startDate, endDate, ...query } }));
  const done = () => {
    setOpen(false);
    onDone();
  };
  return (
    <>
      <button type="button" data-kind="primary" onClick={() => setOpen(true)}>
        New period
      </button>
      {isOpen ? (
        <ActForm title="New period" verb="Open it" act={create} onDone={done} onClose={() => setOpen(false)}>
          <Field label="Name" value={name} onInput={setName} isRequired hint="Such as 2026-03." />
          <Field label="First day" value={startDate} onInput={setStart} isRequired hint="As 2026-03-01." />
          <Field label="Last day" value={endDate} onInput={setEnd} isRequired hint="As 2026-03-31. It belongs to it." />
        </ActForm>
      ) : null}
    </>
  );
}
