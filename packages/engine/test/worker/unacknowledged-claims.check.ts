/** Stories: connections break at claims by way of the broker, and again and again, and no work waits for the lease to end. */
import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import { POSTGRES_IS_READY } from "../../../../tools/services/tcp-proxy.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { defineTask } from "../../src/tasks/define-task.ts";
import { selectAttempts } from "../support/story-rows.sql.ts";
import { chunksOf, IS_LONG } from "../support/story-support.ts";
import { type ClaimWay, expectGivenBack, type Opened, openClaimStory, PLACE } from "./unacknowledged-support.ts";

const ENGINES = 3;
const SLOTS = 3;
const CHUNKS = IS_LONG ? 5_000 : 300;
const WORK_MS = 5;
/** Fewer would say little. */
const LOSSES_MIN = 10;

const EACH_WAY: readonly (ClaimWay & { readonly name: string })[] = [
  { name: "of what the broker has, without its tickets", to: "take_queued", config: {} },
  { name: "by tickets", to: "start_queued", config: { rabbitmqUrl: serviceUrl("rabbitmq") } },
];

test.each(EACH_WAY)("a claim $name whose answer is lost gives its chunks back, and they run once", expectGivenBack);

test("connections that break at claims, settlements and returns: every chunk runs once, and none waits for a lease to end", async () => {
  const { database, open } = await openClaimStory();
  const runs: string[] = [];
  const ran = new EventEmitter();
  const task = defineTask({
    name: "unacknowledged.many",
    split: (input: { chunks: number }) => Array.from({ length: input.chunks }, () => ({})),
    run: async (_, { taskId, number }) => {
      runs.push(`${String(taskId)}/${String(number)}`);
      await systemClock.wait(WORK_MS);
      ran.emit("one");
    },
  });
  const opened = await Promise.all(Array.from({ length: ENGINES }, () => open([task], { workerSlots: SLOTS })));
  let losses = 0;
  const breakOften = async ({ proxy }: Opened): Promise<void> => {
    for (let round = 0; ; round++) {
      if (round % 2 === 0) void proxy.loseAnswer({ to: "(lease_token)", end: POSTGRES_IS_READY });
      await proxy.loseAnswer({ to: round % 3 === 0 ? "settle_chunks" : "take_turns", end: POSTGRES_IS_READY });
      losses++;
      await once(ran, "one");
    }
  };

  for (const { engine } of opened) await engine.start();
  for (const one of opened) void breakOften(one);
  const chunks: string[] = [];
  while (losses <= LOSSES_MIN) {
    const submitted = await opened[0]?.engine.submit(task, { chunks: CHUNKS }, PLACE);
    chunks.push(...chunksOf(submitted?.taskId ?? 0n, CHUNKS));
    await submitted?.result();
  }

  expect(runs.toSorted()).toEqual(chunks.toSorted());
  const outcomes = new Set((await database.query(selectAttempts())).map(({ outcome }) => outcome));
  expect([...outcomes]).toEqual(["RETURN"]);
});
