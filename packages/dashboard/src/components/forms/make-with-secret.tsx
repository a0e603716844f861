/** A button that asks for what a new thing needs, makes it, and shows its secret, this once. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ActForm } from "./act-form.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

export function MakeWithSecret({ title, secretTitle, make, onDone, children }: MakeWithSecretProps) {
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const done = () => {
    setOpen(false);
    onDone();
  };
  return (
    <>
      <button type="button" data-kind="primary" onClick={() => setOpen(true)}>
        {title}
      </button>
      {isOpen ? (
        <ActForm
          title={title}
          verb="Make it"
          act={async () => setSecret(await make())}
          onDone={done}
          onClose={() => setOpen(false)}
        >
          {children}
        </ActForm>
      ) : null}
      {secret === undefined ? null : (
        <SecretDialog title={secretTitle} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

type MakeWithSecretProps = {
  /** What the button and the form are called: "New key". */
  readonly title: string;
  readonly secretTitle: string;
  /** Resolves to the secret. */
  readonly make: () => Promise<string>;
  readonly onDone: () => void;
  /** The fields. */
  readonly children: ComponentChildren;
};
