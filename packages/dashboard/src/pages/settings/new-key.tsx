/** Makes a key and shows it, this once. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { Field } from "../../components/forms/field.tsx";
import { MakeWithSecret } from "../../components/forms/make-with-secret.tsx";

const ROLES = ["viewer", "operator", "admin"] as const;

export function NewKey({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState("");
  const [tenant, setTenant] = useState("");
  const [role, setRole] = useState("viewer");
  const make = async () => {
    const made = await answerOf(client.POST("/v1/keys", { body: { name, roles: [role], ...given({ tenant }) } }));
    return made.key;
  };
  return (
    <MakeWithSecret title="New key" secretTitle="The key" make={make} onDone={onDone}>
      <Field
        label="Who uses it"
        value={name}
        onInput={setName}
        isRequired
        hint="A name or e-mail: it stands in the audit log."
      />
      <label class="field">
        <span>Role</span>
        <select value={role} onChange={(event) => setRole(event.currentTarget.value)}>
          {ROLES.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <Field label="Tenant" value={tenant} onInput={setTenant} hint="Left empty: all tenants." />
    </MakeWithSecret>
  );
}
