/** Starts the key ceremony again, with a guardian replaced if need be. */
import { useState } from "preact/hooks";
import { client } from "../../../../api/client.ts";
import { ActForm } from "../../../../components/forms/act-form.tsx";
import { Field } from "../../../../components/forms/field.tsx";
import type { Ceremony } from "../../shared/wire.ts";

type RestartCeremonyProps = {
  readonly electionId: string;
  readonly guardians: Ceremony["guardians"];
  readonly onDone: () => void;
};

export function RestartCeremony({ electionId, guardians, onDone }: RestartCeremonyProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [replaced, setReplaced] = useState("");
  const [name, setName] = useState("");
  const restart = () => {
    const replace = replaced === "" ? {} : { replace: { sequence: Number(replaced), name } };
    const params = { path: { electionId } };
    return client.POST("/v1/elections/{electionId}/ceremony/restart", { params, body: { reason, ...replace } });
  };
  const done = () => {
    setOpen(false);
    onDone();
  };
  return (
    <>
      <button type="button" data-kind="danger" onClick={() => setOpen(true)}>
        Start the ceremony again
      </button>
      {isOpen ? (
        <ActForm
          title="Start the ceremony again"
          verb="Start again"
          isDangerous
          act={restart}
          onDone={done}
          onClose={() => setOpen(false)}
        >
          <p>All keys and backups are forgotten. A guardian who is replaced needs a new link.</p>
          <Field label="Reason" value={reason} onInput={setReason} isRequired hint="Kept in the audit log." />
          <label class="field">
            <span>Replace a guardian</span>
            <select value={replaced} onChange={(event) => setReplaced(event.currentTarget.value)}>
              <option value="">nobody</option>
              {guardians.map((guardian) => (
                <option key={guardian.sequence} value={String(guardian.sequence)}>
                  {guardian.name}
                </option>
              ))}
            </select>
          </label>
          {replaced === "" ? null : <Field label="New guardian" value={name} onInput={setName} isRequired />}
        </ActForm>
      ) : null}
    </>
  );
}
