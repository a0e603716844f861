/** Opens the submitters of the held jobs, one for each kind of worker. */
import { planTask, submitTasks } from "@rota/engine";
import { Logger, makeWorkerUtils } from "graphile-worker";
import PgBoss from "pg-boss";
import type { BenchServer } from "../harness/bench-server.ts";
import { BOSS_BEST, heldTask, JOB_NAME, type WorkerKind } from "./work-until-killed.ts";

export type Submitter = { submit(): Promise<unknown>; close(): Promise<unknown> };

/** Creates the tables and the queue too. */
export const openSubmitter: Readonly<Record<WorkerKind, (server: BenchServer, schema: string) => Promise<Submitter>>> =
  {
    async rota(server, schema) {
      const database = await server.open(schema);
      const task = await planTask(heldTask, undefined, { tenant: "ann", group: "g" });
      return { submit: () => submitTasks(database, [task]), close: () => database.close() };
    },
    "pg-boss": (server, schema) => openBoss(server, schema, {}),
    "pg-boss, best": (server, schema) => openBoss(server, schema, { expireInSeconds: BOSS_BEST.expireInSeconds }),
    async "graphile-worker"(server) {
      const logger = new Logger(() => () => undefined);
      const utils = await makeWorkerUtils({ connectionString: server.url, logger });
      await utils.migrate();
      return {
        submit: () => utils.addJob(JOB_NAME, {}),
        close: async () => {
          await utils.release();
        },
      };
    },
  };

async function openBoss(
  server: BenchServer,
  schema: string,
  options: { readonly expireInSeconds?: number },
): Promise<Submitter> {
  const boss = new PgBoss({ connectionString: server.url, schema, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.createQueue(JOB_NAME);
  return { submit: () => boss.send(JOB_NAME, {}, options), close: () => boss.stop() };
}
