/**
 * Retries, and what to do when they were not enough: the chunk stays a dead letter until an operator tries it again.
 */
import { createEngine, defineTask, isRotaError, list } from "@rota/engine";
import { redriveChunks } from "@rota/engine/admin";

let isServerUp = false;
const deliver = defineTask({
  name: "demo.deliver",
  retry: list([10, 20]), // two retries, after 10 and 20 ms
  run: (message: string, { attempt }) => {
    console.log(`attempt ${String(attempt)}`);
    if (!isServerUp) throw Object.assign(new Error("no answer"), { code: "ECONNREFUSED" });
    return `${message} was delivered`;
  },
});

const engine = await createEngine({ tasks: [deliver] });
await engine.start();
const task = await engine.submit(deliver, "a message");
await task.result().catch((error: unknown) => console.log(isRotaError(error, "TASK_FAILED") ? error.details : error));

isServerUp = true;
console.log(await redriveChunks(engine.database, { type: "demo.deliver", errorCode: "ECONNREFUSED" })); // 1
console.log(await task.result()); // a message was delivered
await engine.stop();
