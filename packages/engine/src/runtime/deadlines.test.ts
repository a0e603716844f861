/** Deadlines that share a timer. */
import { expect, test } from "vitest";
import { createDeadlines } from "./deadlines.ts";
import { createHeldClock } from "../../test/support/held-clock.ts";

function deadlines() {
  const clock = createHeldClock();
  const late: string[] = [];
  const held = createDeadlines(clock, 1_000);
  return { clock, late, add: (name: string) => held.add(() => late.push(name)), stop: () => held.stop() };
}

test("each deadline that is not met is reported once, at its own time", async () => {
  const { clock, late, add } = deadlines();
  add("first");
  await clock.advance(600);
  add("second");

  await clock.advance(400);
  expect(late).toEqual(["first"]);
  await clock.advance(600);
  expect(late).toEqual(["first", "second"]);
  await clock.advance(5_000);
  expect(late).toEqual(["first", "second"]);
});

test("a deadline that is met is not reported, and neither are those after a stop", async () => {
  const { clock, late, add, stop } = deadlines();
  const meet = add("met");
  add("missed");
  meet();
  await clock.advance(1_000);
  expect(late).toEqual(["missed"]);

  add("stopped");
  stop();
  await clock.advance(1_000);
  expect(late).toEqual(["missed"]);
});
