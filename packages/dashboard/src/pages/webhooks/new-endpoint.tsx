/** Makes an endpoint and shows its secret, this once. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { Field } from "../../components/forms/field.tsx";
import { MakeWithSecret } from "../../components/forms/make-with-secret.tsx";

export function NewEndpoint({ onDone }: { readonly onDone: () => void }) {
  const [url, setUrl] = useState("");
  const [tenant, setTenant] = useState("");
  const [eventTypes, setEventTypes] = useState("*");
  const make = async () => {
    const body = { url, eventTypes: eventTypes.split(/[\s,]+/).filter((type) => type !== ""), ...given({ tenant }) };
    const made = await answerOf(client.POST("/v1/webhooks/endpoints", { body }));
    return made.secret;
  };
  return (
    <MakeWithSecret title="New endpoint" secretTitle="The secret of the endpoint" make={make} onDone={onDone}>
      <Field label="Address" value={url} onInput={setUrl} isRequired hint="Private networks are refused." />
      <Field
        label="Event types"
        value={eventTypes}
        onInput={setEventTypes}
        isRequired
        hint="task.*, or * for all; several with commas."
      />
      <Field label="Tenant" value={tenant} onInput={setTenant} hint="Left empty: your own, else default." />
    </MakeWithSecret>
  );
}
