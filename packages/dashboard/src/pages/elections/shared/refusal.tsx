/** What went wrong: in the words of the server, or of the computation in this browser. */
import { Failure } from "../../../components/layout/failure.tsx";
import { JobRefused } from "../core/run-job.ts";

export function Refusal({ error }: { readonly error: unknown }) {
  if (error === undefined) return null;
  if (!(error instanceof JobRefused)) return <Failure error={error} />;
  return (
    <div class="notice" data-tone="bad" role="alert">
      <h3>Refused</h3>
      <p class="anywhere">{error.message}</p>
      {error.code === undefined ? null : <p class="small faint">{error.code}</p>}
    </div>
  );
}
