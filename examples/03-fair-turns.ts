/** Fairness between tenants: a tenant with little work does not wait for a tenant that came first with much. */
import { createEngine, defineTask } from "@rota/engine";

const turns: string[] = [];
const print = defineTask({
  name: "demo.print",
  split: (input: { of: string; sheets: number }) => Array.from({ length: input.sheets }, () => input.of),
  run: (of) => void turns.push(of),
});

const engine = await createEngine({ tasks: [print], config: { workerSlots: 1 } });
const much = await engine.submit(print, { of: "ann", sheets: 6 }, { tenant: "ann" });
const little = await engine.submit(print, { of: "bob", sheets: 2 }, { tenant: "bob" });
await engine.start();
await Promise.all([much.result(), little.result()]);
console.log(turns.join(" ")); // ann bob ann bob ann ann ann ann
await engine.stop();
