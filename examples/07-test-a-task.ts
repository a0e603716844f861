/** A test of a task: in memory, without a server, with a clock that only the test moves. */
import assert from "node:assert/strict";
import { defineTask, fixed, planTask } from "@rota/engine";
import { createTestEngine } from "@rota/engine/testing";

const remind = defineTask({ name: "demo.remind", run: (input: { email: string }) => `reminded ${input.email}` });
const invite = defineTask({
  name: "demo.invite",
  retry: fixed({ delayMs: 60_000, retries: 1 }),
  run: (_: { email: string }, { attempt }) => {
    if (attempt === 1) throw new Error("the mail server is busy");
  },
  then: async ({ submit }) => {
    await submit([await planTask(remind, { email: "ann@example.org" }, { tenant: "ann", group: "mail" })]);
  },
});

const engine = await createTestEngine({ tasks: [invite, remind] });
const task = await engine.submit(invite, { email: "ann@example.org" });
await assert.rejects(task.result(), /advance the time/);
await engine.expectNotSubmitted(remind);

await engine.advance(60_000);
await task.result();
await engine.expectSubmitted(remind, { email: "ann@example.org" }, { times: 1 });
await engine.close();
console.log("as expected");
