/**
 * Your own writes, committed together with the completion of the chunk: once or not at all, however often it is tried.
 */
import { createEngine, defineTask, list, sql } from "@rota/engine";

const pay = defineTask({
  name: "demo.pay",
  retry: list([10]), // one retry, after 10 ms
  run: async (input: { to: string; cents: number }, { attempt, commit }) => {
    return commit(async (tx) => {
      await tx.query(sql`insert into payments (payee, cents) values (${input.to}, ${input.cents})`);
      if (attempt === 1) throw new Error("the power fails after the write");
      return { attempt };
    });
  },
});

const engine = await createEngine({ tasks: [pay] });
await engine.database.query(sql`create table if not exists payments (payee text, cents integer)`);
await engine.start();

// The task exists if and only if your own rows do: both are written in one transaction.
const task = await engine.database.transaction(async (tx) => {
  await tx.query(sql`delete from payments`);
  return engine.submit(pay, { to: "ann", cents: 500 }, { in: tx });
});
await task.result();
console.log(await engine.database.query(sql`select payee, cents from payments`)); // [ { payee: 'ann', cents: 500 } ]
await engine.stop();
