/** Tests of relays that are killed while only one side has an event: subscribers see every event, in order per aggregate, without a gap. */
import { afterAll, beforeAll, describe, it } from "vitest";
import { type BrokerBench, openBrokerBench } from "../support/test-broker.ts";
import { REPRESENTATIVE_DEATH_POINTS } from "./relay-process.ts";
import { expectNothingMissed } from "./relay-support.ts";

describe("a relay that is killed", () => {
  let bench: BrokerBench;
  beforeAll(async () => {
    bench = await openBrokerBench();
  });
  afterAll(() => bench.dispose());

  it.each(REPRESENTATIVE_DEATH_POINTS)("%s: the next one goes on, and nobody misses an event", (diesAt) =>
    expectNothingMissed(bench, diesAt),
  );
});
