/** Runs a job in a worker of its own, which ends with it: nothing secret is left behind. */
import type { JobName, Jobs, OnProgress, Said } from "./jobs.ts";

/** What a job refused, in its own words. */
export class JobRefused extends Error {
  override readonly name = "JobRefused";
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

export function runJob<Name extends JobName>(
  name: Name,
  work: Jobs[Name]["work"],
  onProgress: OnProgress = () => undefined,
): Promise<Jobs[Name]["answer"]> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
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
