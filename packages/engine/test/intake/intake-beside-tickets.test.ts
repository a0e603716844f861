/** Tests of batches of events beside tasks whose tickets are sent through RabbitMQ. */
import { expect, test, vi } from "vitest";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import { defineTask } from "../../src/tasks/define-task.ts";
import { openIntakeBench } from "../support/intake-bench.ts";

const CHUNKS = 60;
const TENANTS = ["ann", "bob", "cid", "dan", "eve"];

test("events are handled fairly beside chunks from the broker, however many chunks wait", async () => {
  let chunksRun = 0;
  const chunksBefore: number[] = [];
  const queue = `flood-${String(process.pid)}`;
  const flood = defineTask({
    name: "demo.flood",
    queue,
    split: () => Array.from({ length: CHUNKS }, () => null),
    run: () => void chunksRun++,
  });
  const { engine, intake } = await openIntakeBench({
    isIdle: true,
    engine: { tasks: [flood], slots: 1, config: { rabbitmqUrl: serviceUrl("rabbitmq") } },
    handle: () => Promise.resolve(void chunksBefore.push(chunksRun)),
  });
  await engine.submit(flood, null, { tenant: "noisy" });
  for (const tenant of TENANTS)
    await engine.receive(intake, { tenant, eventId: "e1", payload: { amount: 1 } }, { waitMs: 0 });

  await engine.start();
  await vi.waitUntil(() => chunksBefore.length === TENANTS.length && chunksRun === CHUNKS);

  expect(chunksBefore.at(-1)).toBeLessThan(CHUNKS / 2);
  const { dispatch = {} } = await engine.status();
  expect(Object.keys(dispatch)).toEqual([queue]);
  expect(dispatch[queue]?.received).toBeGreaterThanOrEqual(CHUNKS);
});
