/** A button that does one thing at once, and shows below it what was refused. */
import type { ComponentChildren } from "preact";
import { useAct } from "../../api/use-act.ts";
import { Failure } from "../layout/failure.tsx";

type ActButtonProps = {
  readonly act: () => Promise<unknown>;
  readonly onDone?: () => void;
  readonly kind?: "primary" | "danger" | "link";
  readonly children: ComponentChildren;
};

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
