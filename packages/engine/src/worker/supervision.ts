/** Exports the supervision of worker processes as "@rota/engine/supervision". */

export { beSupervised, createSupervisor, RESTART_BACKOFF, startWorkerProcess } from "./supervisor.ts";
export type { Backoff } from "../runtime/loop.ts";
export type { ProcessEnd, Supervised, Supervisor, SupervisorOptions, WorkerProcess } from "./supervisor.ts";
