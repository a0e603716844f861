/** Takes a lock from its holder, with a reason that is kept. */
import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import type { Lock } from "../../api/wire.ts";
import { ActForm } from "../../components/forms/act-form.tsx";
import { Field } from "../../components/forms/field.tsx";

type OverrideLockProps = { readonly lock: Lock; readonly onDone: () => void };

export function OverrideLock({ lock: { key, holder }, onDone }: OverrideLockProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  return (
    <>
      <button type="button" data-kind="danger" onClick={() => setOpen(true)}>
        Override
      </button>
      {isOpen ? (
        <ActForm
          title={`Take ${key} from ${holder}?`}
          verb="Override the lock"
          isDangerous
          act={() => client.DELETE("/v1/locks/{key}", { params: { path: { key }, query: { reason } } })}
          onDone={() => {
            setOpen(false);
            onDone();
          }}
          onClose={() => setOpen(false)}
        >
          <p>The holder loses it at its next sign of life. The next in line gets it.</p>
          <Field
            label="Reason"
            value={reason}
            onInput={setReason}
            isRequired
            hint="Kept in the history and the audit log."
          />
        </ActForm>
      ) : null}
    </>
  );
}
