/** Work that continues while the connections to RabbitMQ break: nothing lost, nothing twice, fair all the same. */
import { it } from "vitest";
import { IS_LONG } from "../support/story-support.ts";
import { countTickets, expectEachOnce, openBrokerProxy, openDispatchStory, untilReceived } from "./dispatch-support.ts";

/** Enough that most are left when the connections break. */
const CHUNKS = IS_LONG ? 100 : 30;
const CONFIG = { brokerConcurrencyMin: 8, brokerConcurrencyMax: 8, workerSlots: 20 };
const tasks = Array.from({ length: 10 }, () => ({ chunks: CHUNKS, workMs: 5 }));
const ALL = tasks.length * CHUNKS;

it("a broker whose connections break under load loses no work and doubles no effect", async () => {
  const { proxy, url } = await openBrokerProxy();
  const story = await openDispatchStory(url);
  const engines = [await story.startEngine(CONFIG), await story.startEngine(CONFIG)];
  const countHits = async () => {
    const { redelivered, resent, ignored, unsent } = await countTickets(engines, story);
    return redelivered + resent + ignored + unsent;
  };

  let all = 0;
  do {
    const { received } = await countTickets(engines, story);
    await story.submit(tasks);
    all += ALL;
    await untilReceived(engines, story, received + ALL / 4);
    proxy.cut();
    await expectEachOnce(story, all);
  } while ((await countHits()) === 0); // no ticket was on its way when it was cut
});
