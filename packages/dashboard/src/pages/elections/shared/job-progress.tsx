/** How far a computation in this browser is. */
import type { Progress } from "../core/jobs.ts";

export function JobProgress({ progress }: { readonly progress: Progress | undefined }) {
  if (progress === undefined) return null;
  const { text, done, total } = progress;
  return (
    <div class="job-progress" role="status">
      <progress aria-label={text} {...(done === undefined || total === undefined ? {} : { value: done, max: total })} />
      <span>
        {text}
        {done === undefined || total === undefined ? " …" : `, ${String(done)} of ${String(total)}`}
      </span>
    </div>
  );
}
