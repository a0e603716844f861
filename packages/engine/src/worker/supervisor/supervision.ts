/** What runs workers in processes of their own and starts them again: "@rota/engine/supervision". */
export { beSupervised } from "./be-supervised.ts";
export type { Supervised } from "./be-supervised.ts";
export { createSupervisor, RESTART_BACKOFF } from "./supervisor.ts";
export type { Supervisor, SupervisorOptions } from "./supervisor.ts";
export { startWorkerProcess } from "./worker-process.ts";
export type { ProcessEnd, WorkerProcess } from "./worker-process.ts";
