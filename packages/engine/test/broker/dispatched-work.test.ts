/** Work that goes through RabbitMQ: fair, bounded, and each effect once. */
import { expect, it } from "vitest";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import { IS_LONG } from "../support/story-support.ts";
import { expectEachOnce, openDispatchStory } from "./dispatch-support.ts";

const CHUNKS = IS_LONG ? 100 : 15;

it("of ten tasks none ever has more than one unstarted message, and every effect happens once", async () => {
  const story = await openDispatchStory(serviceUrl("rabbitmq"));
  await story.submit(Array.from({ length: 10 }, () => ({ chunks: CHUNKS })));
  await story.startEngine();
  await story.untilAllEnded();

  await expectEachOnce(story, 10 * CHUNKS);
  expect(await story.mostQueued()).toMatchObject({ of_one_task: 1 });
});
