/** Says what went wrong in the server's words, with its code, and lets the reader try again. */
import { isRotaProblem } from "@rota/client";

type FailureProps = { readonly error: unknown; readonly onRetry?: (() => void) | undefined };

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
