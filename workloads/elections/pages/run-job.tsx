/** Runs a job in its own web worker and shows its progress or error. */
import { Failure } from "@rota/dashboard";
import { useState } from "preact/hooks";
import type { JobName, Jobs, OnProgress, Progress, WorkerMessage } from "./jobs.ts";

/** Error of a job, with its message. */
export class JobRefused extends Error {
  override readonly name = "JobRefused";
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** Runs a job in a new worker and terminates the worker afterwards, so that no secret remains in memory. */
export function runJob<Name extends JobName>(
  name: Name,
  work: Jobs[Name]["work"],
  onProgress: OnProgress = () => undefined,
): Promise<Jobs[Name]["answer"]> {
  const worker = new Worker(new URL("./election-worker.js", import.meta.url), { type: "module" });
  const ended = new Promise<Jobs[Name]["answer"]>((resolve, reject) => {
    worker.addEventListener("error", () =>
      reject(new JobRefused("this browser could not start the computation: reload the page and try again", undefined)),
    );
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerMessage<Name>>) => {
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

/** Shows the progress of a job. */
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

/** Shows the error of a job or of the server. */
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
