/** Makes a key and shows it, this once. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { given } from "../../api/given.ts";
import { ActForm } from "../../components/forms/act-form.tsx";
import { Field } from "../../components/forms/field.tsx";
import { SecretDialog } from "../../components/forms/secret-dialog.tsx";

const ROLES = ["viewer", "operator", "admin"] as const;

export function NewKey({ onDone }: { readonly onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [name, setName] = useState("");
  const [tenant, setTenant] = useState("");
  const [role, setRole] = useState("viewer");
  const create = async () => {
    const made = await answerOf(client.POST("/v1/keys", { body: { name, roles: [role], ...given({ tenant }) } }));
    setSecret(made.key);
  };
  return (
    <>
      <button type="button" data-kind="primary" onClick={() => setOpen(true)}>
        New key
      </button>
      {isOpen ? (
        <ActForm
          title="New key"
          verb="Make it"
          act={create}
          onDone={() => {
            setOpen(false);
            onDone();
          }}
          onClose={() => setOpen(false)}
        >
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
        </ActForm>
      ) : null}
      {secret === undefined ? null : (
        <SecretDialog title="The key" secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}
