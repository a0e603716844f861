/** Contains a form and a button that run one action and show what was refused. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useAct } from "../api/use-action.ts";
import { Failure } from "./resource-view.tsx";

type FormProps = {
  readonly act: () => Promise<unknown>;
  /** What the button says. */
  readonly verb: string;
  readonly kind?: "primary";
  /** False: there is nothing yet that could be done. */
  readonly isReady?: boolean;
  /** How a refusal is shown. Default: in the words of the server. */
  readonly refusal?: (error: unknown) => ComponentChildren;
  /** Stands below what was refused. */
  readonly help?: (error: unknown) => ComponentChildren;
  readonly children?: ComponentChildren;
};

/** Form that runs one action, focuses a refusal and keeps what was entered. */
export function Form({ act, verb, kind, isReady = true, refusal, help, children }: FormProps) {
  const { run, isRunning, error } = useAct(act);
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

type ActButtonProps = {
  readonly act: () => Promise<unknown>;
  readonly onDone?: () => void;
  readonly kind?: "primary" | "danger" | "link";
  readonly children: ComponentChildren;
};

/** Button that runs one action and shows below it what was refused. */
export function ActButton({ act, onDone, kind, children }: ActButtonProps) {
  const { run, isRunning, error } = useAct(act, onDone);
  return (
    <>
      <button type="button" data-kind={kind} onClick={run} disabled={isRunning}>
        {children}
      </button>
      {error === undefined ? null : <Failure error={error} />}
    </>
  );
}
