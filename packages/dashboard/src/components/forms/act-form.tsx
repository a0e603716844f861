/** A form in a dialog that does one thing, and says what was refused. */
import type { ComponentChildren } from "preact";
import { useAct } from "../../api/use-act.ts";
import { Failure } from "../layout/failure.tsx";
import { Dialog } from "./dialog.tsx";

type ActFormProps = {
  readonly title: string;
  readonly act: () => Promise<unknown>;
  /** What the button says. */
  readonly verb: string;
  readonly isDangerous?: boolean;
  /** After it was done. */
  readonly onDone: () => void;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
};

export function ActForm({ title, act, verb, isDangerous = false, onDone, onClose, children }: ActFormProps) {
  const { run, isRunning, error } = useAct(act, onDone);
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
        <div class="dialog-acts">
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
