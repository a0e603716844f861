/** Runs the tasks of elections until it is killed. Settings are in the environment. */
import { createEngine, createLogger } from "@rota/engine";
import elections from "../../src/workload.ts";

const engine = await createEngine({
  workloads: [elections],
  slots: 4,
  logger: createLogger({ level: "info", json: true }),
});
await engine.start();
process.stdout.write("ready\n");
