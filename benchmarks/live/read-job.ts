/** Reads a job as a peer's queue returns it. */
import type { LiveJob } from "./live-system.ts";

export function readJob(given: unknown): LiveJob {
  const isJob = typeof given === "object" && given !== null && "tenant" in given && "sentMs" in given;
  if (!isJob) throw new Error("the payload did not arrive");
  return { tenant: String(given.tenant), sentMs: Number(given.sentMs) };
}
