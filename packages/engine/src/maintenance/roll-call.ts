/** Notes a worker process on the roll now and then, so that people see it though it has nothing to do. */
import { hostname } from "node:os";
import type { Database } from "../database/database.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop } from "../runtime/loop.ts";
import { noteStop, noteWorker, type WorkerNote } from "./roll-call.sql.ts";

export type RollCallOptions = {
  readonly database: Database;
  readonly owner: string;
  readonly queues: readonly string[];
  readonly slots: number;
  readonly version: string;
  readonly logger: Logger;
  readonly clock?: Clock;
};

/** Three of these unheard, and a process counts as absent: see LATE_MS of inspect. */
const INTERVAL_MS = 10_000;
/** A database that does not answer must not keep a process from ending. */
const GOODBYE_MS = 1_000;

/** Its last word is that the process ends; if that is not heard, it counts as absent after a while. */
export function createRollCall(options: RollCallOptions): Loop {
  const { database, owner, queues, slots, version, logger } = options;
  const note: WorkerNote = { owner, queues, slots, version, host: hostname(), pid: process.pid };
  let isNew = true;
  const loop = createLoop({
    name: "the roll call",
    intervalMs: INTERVAL_MS,
    ...options,
    async runOnce(signal) {
      await database.query(noteWorker({ ...note, isNew }), { signal });
      isNew = false;
      return "idle";
    },
  });
  const sayGoodbye = async (): Promise<void> => {
    if (isNew) return;
    await database
      .query(noteStop(owner), { signal: AbortSignal.timeout(GOODBYE_MS) })
      .catch((error: unknown) => logger.debug({ error }, "the roll was not told that the process ends"));
  };
  return {
    ...loop,
    async stop() {
      await loop.stop();
      await sayGoodbye();
    },
  };
}
