/** Runs a job in a web worker of its own and shows its progress or refusal. */
import { useState } from "preact/hooks";
import { Failure } from "../components/resource-view.tsx";
import type { JobName, Jobs, OnProgress, Progress, Said } from "./jobs.ts";

/** What a job refused, in its own words. */
export class JobRefused extends Error {
  override readonly name = "JobRefused";
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** Runs a job in a worker that ends with it, so that no secret is left behind. */
export function runJob<Name extends JobName>(
  name: Name,
  work: Jobs[Name]["work"],
  onProgress: OnProgress = () => undefined,
): Promise<Jobs[Name]["answer"]> {
  const worker = new Worker(new URL("./election-worker.ts", import.meta.url), { type: "module" });
  const ended = new Promise<Jobs[Name]["answer"]>((resolve, reject) => {
    worker.addEventListener("error", () =>
      reject(new JobRefused("this browser could not start the computation: reload the page and try again", undefined)),
    );
    worker.addEventListener("message", ({ data }: MessageEvent<Said<Name>>) => {
      if (data.kind === "progress") onProgress(data.progress);
      else if (data.kind === "answer") resolve(data.answer);
      else reject(new JobRefused(data.message, data.code));
    });
    worker.postMessage({ name, work });
  });
  return ended.finally(() => worker.terminate());
}

type UsedJob = {
  readonly progress: Progress | undefined;
  readonly run: <Name extends JobName>(name: Name, work: Jobs[Name]["work"]) => Promise<Jobs[Name]["answer"]>;
};

/** Runs jobs and keeps the progress of the current one. */
export function useJob(): UsedJob {
  const [progress, setProgress] = useState<Progress>();
  const run: UsedJob["run"] = (name, work) => {
    setProgress({ text: "Starting" });
    return runJob(name, work, setProgress).finally(() => setProgress(undefined));
  };
  return { progress, run };
}

/** Shows how far a job is. */
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

/** Shows why a job or the server refused. */
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
