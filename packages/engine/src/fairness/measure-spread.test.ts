/** Tests of the figures of an audit. */
import { describe, expect, test } from "vitest";
import { newLane, type Lane } from "./lane.ts";
import { SpreadMeter } from "./measure-spread.ts";

describe("the spread of two siblings", () => {
  test("is 1 when they alternate, and 2 when each goes twice in a row", () => {
    expect(measure("abababba")).toMatchObject({ spread: 2, bound: 1 });
    expect(measure("abababab")).toMatchObject({ spread: 1, bound: 1 });
  });

  test("counts only what happens while both are awake", () => {
    const { meter, lanes, give } = watch();
    give("ab");
    const [, b] = lanes;
    if (b !== undefined) b.isAwake = false;
    give("aaaa");
    if (b !== undefined) Object.assign(b, { isAwake: true, since: 100n });
    give("ba");

    expect(meter.largest).toMatchObject([{ level: 1, spread: 1, bound: 1 }]);
  });

  test("is measured by weight, and so is what the promise allows", () => {
    const { meter, lanes, give } = watch();
    const [a] = lanes;
    if (a !== undefined) a.weight = 2n;

    give("aabaab");

    expect(meter.largest).toMatchObject([{ spread: 1, bound: 1.5 }]);
  });
});

function measure(turns: string) {
  const { meter, give } = watch();
  give(turns);
  return meter.largest[0];
}

/** Returns two awake tenants, `a` and `b`, and a function that gives them turns. */
function watch() {
  const meter = new SpreadMeter();
  const lanes: Lane[] = [4n, 8n].map((id) => ({ ...newLane({ id, set: 0n, level: 1 }), isAwake: true }));
  const siblings = new Map(lanes.map((lane) => [lane.id, lane]));
  let moment = 0n;
  const give = (turns: string): void => {
    for (const name of turns) {
      const lane = lanes[name === "a" ? 0 : 1];
      if (lane === undefined) continue;
      meter.beforeTurn(lane, siblings, 1n);
      lane.since = ++moment;
      meter.afterTurn(lane);
    }
  };
  return { meter, lanes, give };
}
