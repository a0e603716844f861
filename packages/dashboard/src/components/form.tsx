/** Contains a form and a button that run one action and show its error. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useAction } from "../api/use-action.ts";
import { Failure } from "./resource-view.tsx";

type FormProps = {
  readonly action: () => Promise<unknown>;
  /** Label of the button. */
  readonly verb: string;
  readonly kind?: "primary";
  /** Enables the button. Default true. */
  readonly isReady?: boolean;
  /** Renders an error. Default: the words of the server. */
  readonly refusal?: (error: unknown) => ComponentChildren;
  /** Renders help below an error. */
  readonly help?: (error: unknown) => ComponentChildren;
  readonly children?: ComponentChildren;
};

/** Form that runs one action, focuses its error and keeps the input. */
export function Form({ action, verb, kind, isReady = true, refusal, help, children }: FormProps) {
  const { run, isRunning, error } = useAction(action);
  const refused = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== undefined) refused.current?.focus();
  }, [error]);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      {children}
      {error === undefined ? null : (
        <div ref={refused} class="stack" tabIndex={-1}>
          {refusal === undefined ? <Failure error={error} /> : refusal(error)}
          {help?.(error)}
        </div>
      )}
      <div class="row">
        <button type="submit" data-kind={kind} disabled={isRunning || !isReady}>
          {isRunning ? "One moment …" : verb}
        </button>
      </div>
    </form>
  );
}

type ActionButtonProps = {
  readonly action: () => Promise<unknown>;
  readonly onDone?: () => void;
  readonly kind?: "primary" | "danger" | "link";
  readonly children: ComponentChildren;
};

/** Button that runs one action and shows its error below. */
export function ActionButton({ action, onDone, kind, children }: ActionButtonProps) {
  const { run, isRunning, error } = useAction(action, onDone);
  return (
    <>
      <button type="button" data-kind={kind} onClick={run} disabled={isRunning}>
        {children}
      </button>
      {error === undefined ? null : <Failure error={error} />}
    </>
  );
}
