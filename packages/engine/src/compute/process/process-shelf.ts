/** Keeps the processes of a compute pool: starts one when needed, keeps it for the next computation, ends it when idle. */
import type { Logger } from "../../runtime/logger.ts";
import type { ComputeLimits } from "../compute-limits.ts";
import { startComputeProcess, type ComputeProcess } from "./compute-process.ts";

export type ProcessShelf = {
  /** Whether `take` has a process to give. */
  hasFree(): boolean;
  take(): ComputeProcess;
  giveBack(process: ComputeProcess, isReusable: boolean): void;
  count(): number;
  /** Ends all processes and returns when they are gone. */
  close(): Promise<void>;
};

export type ProcessShelfOptions = {
  readonly limits: ComputeLimits;
  readonly logger: Logger;
  /** Called when a process was given back, or when one that is gone makes room for another. */
  readonly onFree: () => void;
};

export function createProcessShelf({ limits, logger, onFree }: ProcessShelfOptions): ProcessShelf {
  const alive = new Set<ComputeProcess>();
  /** Each with the timer that ends it. The one that was used last is used next, so that the others come to their end. */
  const idle = new Map<ComputeProcess, NodeJS.Timeout>();

  const start = (): ComputeProcess => {
    const process = startComputeProcess(limits, logger);
    alive.add(process);
    void process.gone.then(() => {
      leaveIdle(process);
      alive.delete(process);
      onFree();
    });
    return process;
  };

  const endIdle = (process: ComputeProcess): void => {
    leaveIdle(process);
    process.end();
  };

  const leaveIdle = (process: ComputeProcess): void => {
    clearTimeout(idle.get(process));
    idle.delete(process);
  };

  return {
    hasFree: () => idle.size > 0 || alive.size < limits.processes,
    take() {
      const process = [...idle.keys()].at(-1) ?? start();
      leaveIdle(process);
      return process;
    },
    giveBack(process, isReusable) {
      if (!isReusable) return process.end(); // what is gone makes room for another
      idle.set(process, setTimeout(() => endIdle(process), limits.idleMs).unref());
      onFree();
    },
    count: () => alive.size,
    async close() {
      const ending = [...alive];
      for (const process of ending) process.end();
      await Promise.all(ending.map((process) => process.gone));
    },
  };
}
