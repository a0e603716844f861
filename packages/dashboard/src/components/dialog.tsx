/** Contains dialogs: a form that runs one action, and a secret that is shown once. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useAction } from "../api/use-action.ts";
import { Failure } from "./resource-view.tsx";

type DialogProps = { readonly title: string; readonly onClose: () => void; readonly children: ComponentChildren };

/** Modal dialog. The browser keeps the focus inside it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = element.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={element} aria-labelledby={id} onClose={onClose}>
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

type ActionFormProps = {
  readonly title: string;
  readonly action: () => Promise<unknown>;
  /** Label of the button. */
  readonly verb: string;
  readonly isDangerous?: boolean;
  /** Called after the action succeeded. */
  readonly onDone: () => void;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
};

/** Form in a dialog that runs one action. */
export function ActionForm({ title, action, verb, isDangerous = false, onDone, onClose, children }: ActionFormProps) {
  const { run, isRunning, error } = useAction(action, onDone);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        {children}
        {error === undefined ? null : <Failure error={error} />}
        <div class="dialog-actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" data-kind={isDangerous ? "danger" : "primary"} disabled={isRunning}>
            {isRunning ? "One moment …" : verb}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Button that creates something and shows its secret once. */
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
        <ActionForm
          title={title}
          verb="Make it"
          action={async () => setSecret(await make())}
          onDone={done}
          onClose={() => setOpen(false)}
        >
          {children}
        </ActionForm>
      ) : null}
      {secret === undefined ? null : (
        <SecretDialog title={secretTitle} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

type MakeWithSecretProps = {
  /** Label of the button and title of the form, such as "New key". */
  readonly title: string;
  readonly secretTitle: string;
  /** Creates the thing and resolves to its secret. */
  readonly make: () => Promise<string>;
  readonly onDone: () => void;
  /** Fields of the form. */
  readonly children: ComponentChildren;
};

type SecretDialogProps = { readonly title: string; readonly secret: string; readonly onClose: () => void };

/** Shows a secret that is never shown again. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>Copy it now: it is shown this once and kept only as a hash or sealed.</p>
      <p class="secret" tabIndex={0}>
        {secret}
      </p>
      <div class="dialog-actions">
        <button type="button" onClick={() => void navigator.clipboard.writeText(secret)}>
          Copy
        </button>
        <button type="button" data-kind="primary" onClick={onClose}>
          I have it
        </button>
      </div>
    </Dialog>
  );
}
