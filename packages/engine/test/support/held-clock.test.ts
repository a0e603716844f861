import fc from "fast-check";
import { expect, test } from "vitest";
import { systemClock } from "../../src/runtime/clock.ts";
import { createHeldClock } from "./held-clock.ts";

test("the time does not change until it is advanced", async () => {
  const clock = createHeldClock(new Date("2031-02-03T04:05:06Z"));
  const before = clock.now();

  await clock.advance(1_500);

  expect(before.toISOString()).toBe("2031-02-03T04:05:06.000Z");
  expect(clock.now().toISOString()).toBe("2031-02-03T04:05:07.500Z");
  expect(clock.monotonicMs()).toBe(1_500);
});

test("waits end in the order in which they fall due, each at its own time", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 50 }), { maxLength: 20 }), async (waits) => {
      const clock = createHeldClock();
      const ended: { index: number; atMs: number }[] = [];
      waits.forEach((ms, index) => void clock.wait(ms).then(() => ended.push({ index, atMs: clock.monotonicMs() })));

      await clock.advance(40);

      const due = waits.map((ms, index) => ({ index, atMs: ms })).filter(({ atMs }) => atMs <= 40);
      expect(ended).toEqual(due.sort((a, b) => a.atMs - b.atMs));
      expect(clock.waiting()).toBe(waits.length - due.length);
    }),
  );
});

test("code after a wait may wait again within the same step", async () => {
  const clock = createHeldClock();
  const ticks: number[] = [];
  const tick = async () => {
    for (let n = 0; n < 3; n++) {
      await clock.wait(10);
      ticks.push(clock.monotonicMs());
    }
  };

  const ticking = tick();
  await clock.advance(100);
  await ticking;

  expect(ticks).toEqual([10, 20, 30]);
});

test.each([
  ["held", createHeldClock()],
  ["system", systemClock],
])("a wait of the %s clock ends when its signal aborts, before or meanwhile", async (_, clock) => {
  const controller = new AbortController();

  const waiting = clock.wait(3_600_000, controller.signal);
  controller.abort();
  await waiting;
  await clock.wait(3_600_000, controller.signal);

  expect(controller.signal.aborted).toBe(true);
});

test("the clock of the system waits at least as long as requested", async () => {
  const startMs = systemClock.monotonicMs();

  await systemClock.wait(20);
  await systemClock.wait(0);

  expect(systemClock.monotonicMs() - startMs).toBeGreaterThan(18);
});
