/** A button that takes an entry back by its mirror image. */
import { answerOf } from "@rota/client";
import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { given } from "../../../api/given.ts";
import { ActForm } from "../../../components/forms/act-form.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { useBooks } from "../shared/books.tsx";
import type { Entry } from "../shared/wire.ts";

export function ReverseEntry({ entry }: { readonly entry: Entry }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [effectiveDate, setDate] = useState("");
  const { query, link } = useBooks();
  const { route } = useLocation();
  const { journalEntryId, number } = entry;
  const reverse = async () => {
    const body = { eventId: `reverse-${journalEntryId}`, reason, ...given({ effectiveDate }), ...query };
    const params = { path: { journalEntryId } };
    const { reversalJournalEntryId } = await answerOf(
      client.POST("/v1/journal-entries/{journalEntryId}/reverse", { params, body }),
    );
    route(link(`/ledger/entries/${reversalJournalEntryId}`));
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Reverse
      </button>
      {isOpen ? (
        <ActForm
          title={`Reverse ${number}?`}
          verb="Post the reversal"
          act={reverse}
          onDone={() => setOpen(false)}
          onClose={() => setOpen(false)}
        >
          <p>The same lines are posted on the other side. {number} itself stays.</p>
          <Field label="Reason" value={reason} onInput={setReason} isRequired />
          <Field
            label="Effective on"
            value={effectiveDate}
            onInput={setDate}
            hint="Left out: the day of the entry, or the first day after it that takes postings."
          />
        </ActForm>
      ) : null}
    </>
  );
}
