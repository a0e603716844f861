/** Opens a database of its own for tests of locks, idempotency keys and secrets. */
import { migrate } from "../../src/database/migrate.ts";
import { sql } from "../../src/database/sql.ts";
import { createDatabaseCoordinator } from "../../src/locks/database-lock-store.ts";
import { cancelTask } from "../../src/tasks/change-task.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { openTestDatabase } from "../support/test-database.ts";
import type { OpenedStore } from "./lock-store.conformance.ts";

export async function openDatabaseStore(on: "pglite" | "postgres"): Promise<OpenedStore> {
  const { database, dispose } = await openTestDatabase({ on });
  await migrate(database);
  const past = new Date(0);
  return {
    database,
    dispose,
    connect: (settings) => createDatabaseCoordinator({ database, ...settings }),
    expire: {
      lock: async (key) =>
        void (await database.query(sql`update rota.locks set expires_at = ${past} where key = ${key}`)),
      waiter: async (key, holder) =>
        void (await database.query(
          sql`update rota.lock_waiters set alive_until = ${past} where key = ${key} and holder = ${holder}`,
        )),
      once: async (scope, key) =>
        void (await database.query(
          sql`update rota.once_keys set expires_at = ${past} where scope = ${scope} and key = ${key}`,
        )),
      secret: async (key) =>
        void (await database.query(sql`update rota.secrets set expires_at = ${past} where key = ${key}`)),
    },
    async startTask() {
      const task = { queue: "q", tenant: "t", group: "g", type: "tally", chunks: [{ payload: 1 }] };
      const [submitted] = await submitTasks(database, [task]);
      return submitted?.taskId ?? 0n;
    },
    finishTask: async (taskId) => void (await cancelTask(database, taskId)),
    async storedSecret(key) {
      const rows = await database.query(
        sql<{ sealed: Uint8Array }>`select sealed from rota.secrets where key = ${key}`,
      );
      return rows[0]?.sealed ?? new Uint8Array();
    },
  };
}
