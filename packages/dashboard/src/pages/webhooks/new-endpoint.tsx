/** Makes an endpoint and shows its secret, this once. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { ActForm } from "../../components/forms/act-form.tsx";
import { Field } from "../../components/forms/field.tsx";
import { SecretDialog } from "../../components/forms/secret-dialog.tsx";

export function NewEndpoint({ onDone }: { readonly onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [url, setUrl] = useState("");
  const [tenant, setTenant] = useState("");
  const [eventTypes, setEventTypes] = useState("*");
  const create = async () => {
    const body = { url, eventTypes: eventTypes.split(/[\s,]+/).filter((type) => type !== ""), ...given({ tenant }) };
    const made = await answerOf(client.POST("/v1/webhooks/endpoints", { body }));
    setSecret(made.secret);
  };
  return (
    <>
      <button type="button" data-kind="primary" onClick={() => setOpen(true)}>
        New endpoint
      </button>
      {isOpen ? (
        <ActForm
          title="New endpoint"
          verb="Make it"
          act={create}
          onDone={() => {
            setOpen(false);
            onDone();
          }}
          onClose={() => setOpen(false)}
        >
          <Field label="Address" value={url} onInput={setUrl} isRequired hint="Private networks are refused." />
          <Field
            label="Event types"
            value={eventTypes}
            onInput={setEventTypes}
            isRequired
            hint="task.*, or * for all; several with commas."
          />
          <Field label="Tenant" value={tenant} onInput={setTenant} hint="Left empty: your own, else default." />
        </ActForm>
      ) : null}
      {secret === undefined ? null : (
        <SecretDialog title="The secret of the endpoint" secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}
