/** Shows a loaded value, or why it is missing: loading, a failure, a missing role. */
import { isRotaProblem } from "@rota/client";
import type { ComponentChildren } from "preact";
import { useSession } from "../api/session.tsx";
import type { Resource } from "../api/use-resource.ts";

type ShownProps<Value> = {
  readonly of: Resource<Value>;
  readonly children: (value: Value) => ComponentChildren;
};

/** Shows a loaded value, a placeholder before that, and an error beside the last value. */
export function Shown<Value>({ of, children }: ShownProps<Value>) {
  const failure = of.error === undefined ? null : <Failure error={of.error} onRetry={of.reload} />;
  if (of.value === undefined) return failure ?? <Loading />;
  return (
    <>
      {failure}
      {children(of.value)}
    </>
  );
}

type FailureProps = { readonly error: unknown; readonly onRetry?: (() => void) | undefined };

/** Shows an error in the server's words, with its code. */
export function Failure({ error, onRetry }: FailureProps) {
  const problem = isRotaProblem(error) ? error.problem : undefined;
  return (
    <div class="notice" data-tone="bad" role="alert">
      <h3>{problem === undefined ? "The server does not answer" : problem.title}</h3>
      <p>
        {problem?.detail ?? "It may be stopped, or the network is away. This page goes on by itself when it is back."}
      </p>
      {problem?.problems.map(({ path, message }) => (
        <p key={path} class="small">
          <code>{path}</code> {message}
        </p>
      ))}
      {problem === undefined ? null : (
        <p class="small faint">
          {problem.code}, request <span class="mono">{problem.instance}</span>
        </p>
      )}
      {onRetry === undefined ? null : (
        <p>
          <button type="button" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}

/** Placeholder while something loads. */
export function Loading() {
  return (
    <div class="loading" role="status">
      <p class="visually-hidden">Loading</p>
      <span />
      <span />
      <span />
    </div>
  );
}

type LackingRoleProps = {
  /** Action as the beginning of a sentence, such as "Making keys". */
  readonly action: string;
  readonly role: string;
};

/** Explains which role an action needs. */
export function LackingRole({ action, role }: LackingRoleProps) {
  const roles = useSession().viewer?.roles ?? [];
  return (
    <p class="notice" data-tone="waiting">
      {action} needs the role <code>{role}</code>; yours: {roles.length === 0 ? "none" : roles.join(", ")}. Ask an admin
      to sign you in with it.
    </p>
  );
}
