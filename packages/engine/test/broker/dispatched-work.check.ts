/** Work that goes through RabbitMQ: bounded, never idle, and shared by weight. */
import { describe, expect, it } from "vitest";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import { IS_LONG } from "../support/story-support.ts";
import { openDispatchStory } from "./dispatch-support.ts";

const MANY_TASKS = IS_LONG ? 1_000 : 60;

describe("work through RabbitMQ", () => {
  it("of many tasks never more messages are unstarted than there are consumers", async () => {
    const story = await openDispatchStory(serviceUrl("rabbitmq"));
    await story.submit(Array.from({ length: MANY_TASKS }, () => ({ chunks: 2 })));
    await story.startEngine();
    await story.untilAllEnded();

    expect(await story.mostQueued()).toEqual({ in_all: 4, of_one_task: 1 });
  });

  it("a task that is alone keeps every consumer of four workers busy", async () => {
    const story = await openDispatchStory(serviceUrl("rabbitmq"));
    for (let engine = 0; engine < 4; engine++) await story.startEngine();
    await story.submit([{ chunks: 64, together: 16 }]);
    await story.untilAllEnded();

    expect(story.mostAtOnce()).toBe(16);
    expect((await story.effects()).size).toBe(64);
  });

  it("weights 3 : 1 give shares within 5 % although every task is at its cap after each turn", async () => {
    const story = await openDispatchStory(serviceUrl("rabbitmq"));
    const [heavy] = await story.submit([
      { chunks: 120, weight: 3 },
      { chunks: 60, weight: 1 },
    ]);
    await story.startEngine();
    await story.untilAllEnded();

    const both = story.started.slice(0, 120); // while both have work
    const share = both.filter((taskId) => taskId === heavy).length / both.length;
    expect(Math.abs(share - 0.75)).toBeLessThan(0.05);
  });
});
