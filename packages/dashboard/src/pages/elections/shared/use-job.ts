/** Runs jobs from a page, one at a time, and says how far the present one is. */
import { useState } from "preact/hooks";
import type { JobName, Jobs, Progress } from "../core/jobs.ts";
import { runJob } from "../core/run-job.ts";

export type UsedJob = {
  readonly progress: Progress | undefined;
  readonly run: <Name extends JobName>(name: Name, work: Jobs[Name]["work"]) => Promise<Jobs[Name]["answer"]>;
};

export function useJob(): UsedJob {
  const [progress, setProgress] = useState<Progress>();
  const run: UsedJob["run"] = (name, work) => {
    setProgress({ text: "Starting" });
    return runJob(name, work, setProgress).finally(() => setProgress(undefined));
  };
  return { progress, run };
}
