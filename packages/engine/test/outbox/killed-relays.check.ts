/** Tests of relays that are killed at the other points of their work, and repeatedly: subscribers see every event in order. */
import { afterAll, beforeAll, describe, it, vi } from "vitest";
import { IS_LONG, WAIT } from "../support/story-support.ts";
import { type BrokerBench, openBrokerBench } from "../support/test-broker.ts";
import { DEATH_POINTS } from "./relay-process.ts";
import { expectNothingMissed, openRelayStory } from "./relay-support.ts";

const RANDOM_KILLS = IS_LONG ? 100 : 4;

describe("a relay that is killed", () => {
  let bench: BrokerBench;
  beforeAll(async () => {
    bench = await openBrokerBench();
  });
  afterAll(() => bench.dispose());

  it.each(DEATH_POINTS)("%s: the next one goes on, and nobody misses an event", (diesAt) =>
    expectNothingMissed(bench, diesAt),
  );

  it("repeatedly while events come: no subscriber misses one, and the transactional sink takes each once", async () => {
    const story = await openRelayStory(bench);
    const numbers: number[] = [];
    for (let kill = 0; kill < RANDOM_KILLS; kill++) {
      const relays = [story.startRelay(), story.startRelay()];
      const { length } = story.seen;
      numbers.push(...(await story.append(20)));
      await vi.waitUntil(() => story.seen.length > length + Math.random() * 200, WAIT);
      for (const relay of relays) relay.kill("SIGKILL");
    }
    story.startRelay();

    await story.untilAllSeen(numbers.length);
    story.expectInOrder(numbers);
    await story.expectTakenOnce(numbers);
  });
});
