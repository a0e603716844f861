import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createHeldClock } from "../../test/support/held-clock.ts";
import { createLogger, silentLogger } from "./logger.ts";
import { createLoop, type LoopOptions, type Next } from "./loop.ts";

/** A loop on a held clock that notes when its runs begin. */
function loopOn(options: Partial<LoopOptions> = {}) {
  const clock = createHeldClock();
  const runsAtMs: number[] = [];
  const loop = createLoop({
    name: "the poll for work",
    intervalMs: 1_000,
    jitter: 0,
    logger: silentLogger,
    clock,
    ...options,
    runOnce: async (signal) => {
      runsAtMs.push(clock.monotonicMs());
      return (await options.runOnce?.(signal)) ?? "idle";
    },
  });
  return { loop, clock, runsAtMs };
}

/** A run that lasts until the test ends it. */
function heldRun() {
  const ends: ((next: Next) => void)[] = [];
  const runOnce = () => new Promise<Next>((resolve) => ends.push(resolve));
  return { runOnce, end: (next: Next = "idle") => ends.shift()?.(next), underWay: () => ends.length };
}

describe("when it runs", () => {
  test("at the start and then once per interval while there is nothing to do", async () => {
    const { loop, clock, runsAtMs } = loopOn();

    loop.start();
    loop.start();
    await clock.advance(3_000);
    await loop.stop();

    expect(runsAtMs).toEqual([0, 1_000, 2_000, 3_000]);
  });

  test("at once while there is more to do", async () => {
    let left = 5;
    const { loop, clock, runsAtMs } = loopOn({ runOnce: async () => (left-- > 0 ? "again" : "idle") });

    loop.start();
    await clock.advance(1_000);
    await loop.stop();

    expect(runsAtMs).toEqual([0, 0, 0, 0, 0, 0, 1_000]);
  });

  test("when the next thing falls due, but never later than the interval", async () => {
    const pauses = [300, 5_000, -10, 700];
    const { loop, clock, runsAtMs } = loopOn({ runOnce: async () => ({ dueInMs: pauses.shift() ?? 1_000 }) });

    loop.start();
    await clock.advance(2_000);
    await loop.stop();

    expect(runsAtMs).toEqual([0, 300, 1_300, 1_300, 2_000]);
  });

  test("earlier by chance, never later, so that many processes do not run in step", async () => {
    const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
      minLength: 5,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(chances, async (draws) => {
        const pauses: number[] = [];
        const random = () => draws.pop() ?? 0;
        const { loop, clock } = loopOn({ jitter: 0.2, random, onIdle: (pauseMs) => pauses.push(pauseMs) });

        loop.start();
        await clock.advance(4_000);
        await loop.stop();

        expect(pauses.length).toBeGreaterThanOrEqual(4);
        expect(pauses.every((pauseMs) => pauseMs <= 1_000 && pauseMs >= 800)).toBe(true);
      }),
    );
  });
});

describe("wake-ups", () => {
  test("end the pause at once", async () => {
    const { loop, clock, runsAtMs } = loopOn();
    loop.start();
    await clock.advance(400);

    loop.wake();
    await clock.advance(0);
    await loop.stop();

    expect(runsAtMs).toEqual([0, 400]);
  });

  test("during a run cause exactly one further run, however many there are", async () => {
    const run = heldRun();
    const { loop, clock, runsAtMs } = loopOn(run);
    loop.start();
    await clock.advance(0);

    for (let n = 0; n < 5; n++) loop.wake();
    run.end();
    await clock.advance(0);
    run.end();
    await clock.advance(0);

    expect(runsAtMs).toEqual([0, 0]);
    expect(run.underWay()).toBe(0);
    await loop.stop();
  });

  test("are never lost: whatever was added before a wake-up is soon taken, without waiting for the interval", async () => {
    const steps = fc.array(fc.constantFrom("add", "end", "turn", "advance"), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        let waiting = 0;
        const run = heldRun();
        const takeAll = async (): Promise<Next> => {
          waiting = 0; // a run sees what was there when it began
          return run.runOnce();
        };
        const { loop, clock } = loopOn({ runOnce: takeAll, intervalMs: 1_000_000 });
        loop.start();

        for (const step of plan) {
          if (step === "add") {
            waiting++;
            loop.wake();
          } else if (step === "end") run.end();
          else await clock.advance(step === "turn" ? 0 : 10);
        }
        for (let n = 0; n < 4; n++) {
          run.end();
          await clock.advance(0);
        }

        expect(waiting).toBe(0);
        expect(run.underWay()).toBe(0);
        await loop.stop();
      }),
    );
  });

  test("cause no more runs than there were wake-ups, plus the first", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 3 }), { maxLength: 20 }), async (bursts) => {
        const { loop, clock, runsAtMs } = loopOn({ intervalMs: 1_000_000 });
        loop.start();
        await clock.advance(1);

        for (const wakeUps of bursts) {
          for (let n = 0; n < wakeUps; n++) loop.wake();
          await clock.advance(1);
        }
        await loop.stop();

        expect(runsAtMs).toHaveLength(1 + bursts.filter((wakeUps) => wakeUps > 0).length);
      }),
    );
  });
});

describe("errors", () => {
  const failing = (times: number) => {
    let left = times;
    return async (): Promise<Next> => {
      if (left-- > 0) throw new Error("the database is unavailable");
      return "idle";
    };
  };
  const backoff = { firstMs: 100, factor: 2, maxMs: 500 };

  test("slow it down step by step up to a limit, and success brings it back", async () => {
    const { loop, clock, runsAtMs } = loopOn({ runOnce: failing(5), backoff });

    loop.start();
    await clock.advance(2_700);
    await loop.stop();

    expect(runsAtMs).toEqual([0, 100, 300, 700, 1_200, 1_700, 2_700]);
  });

  test("are logged once per row of failures, and their number when it ends", async () => {
    const lines: string[] = [];
    const logger = createLogger({ level: "info", json: true, destination: { write: (line) => lines.push(line) } });
    const { loop, clock } = loopOn({ runOnce: failing(4), backoff, logger });

    loop.start();
    await clock.advance(5_000);
    await loop.stop();

    const logged = lines.map((line): unknown => JSON.parse(line));
    expect(logged).toMatchObject([
      { level: "error", loop: "the poll for work", error: { message: "the database is unavailable" } },
      { level: "info", loop: "the poll for work", failures: 4, msg: "the poll for work works again" },
    ]);
  });

  test("let a wake-up shorten the pause, but never below its first step", async () => {
    const { loop, clock, runsAtMs } = loopOn({ runOnce: failing(100), backoff: { ...backoff, maxMs: 100_000 } });
    loop.start();
    await clock.advance(3_200); // failed at 0, 100, 300, 700, 1500, 3100

    for (let atMs = 3_200; atMs < 3_500; atMs += 10) {
      loop.wake();
      await clock.advance(10);
    }
    await loop.stop();

    expect(runsAtMs).toEqual([0, 100, 300, 700, 1_500, 3_100, 3_200, 3_300, 3_400, 3_500]);
  });

  test("of a single run go to its caller", async () => {
    const { loop } = loopOn({ runOnce: failing(1) });

    await expect(loop.runOnce()).rejects.toThrow("the database is unavailable");
    expect(await loop.runOnce()).toBe("idle");
  });
});

describe("stopping", () => {
  test("aborts the run under way and returns when it has ended", async () => {
    let hasEnded = false;
    const { loop, clock } = loopOn({
      runOnce: (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            hasEnded = true;
            reject(new Error("aborted"));
          });
        }),
    });
    loop.start();
    await clock.advance(0);

    await loop.stop();

    expect(hasEnded).toBe(true);
    expect(clock.waiting()).toBe(0);
  });

  test("ends every pause, runs nothing afterwards, and may be asked for twice", async () => {
    const { loop, clock, runsAtMs } = loopOn();
    loop.start();
    await clock.advance(10);

    await Promise.all([loop.stop(), loop.stop()]);
    loop.wake();
    await clock.advance(10_000);

    expect(runsAtMs).toEqual([0]);
    expect(clock.waiting()).toBe(0);
    expect(() => loop.start()).toThrow("the poll for work was stopped");
  });

  test("works in the pause after an error and before any start", async () => {
    const { loop, clock } = loopOn({ runOnce: () => Promise.reject(new Error("no")) });
    loop.start();
    await clock.advance(10);

    await loop.stop();
    await loopOn().loop.stop();

    expect(clock.waiting()).toBe(0);
  });
});

test("runs never overlap, also when a single run is asked for meanwhile", async () => {
  let underWay = 0;
  let most = 0;
  const { loop, clock, runsAtMs } = loopOn({
    runOnce: async () => {
      most = Math.max(most, ++underWay);
      await clock.wait(5);
      underWay--;
      return "again";
    },
  });

  loop.start();
  const single = loop.runOnce();
  await clock.advance(50);
  await single;
  const stopped = loop.stop();
  await clock.advance(50);
  await stopped;

  expect(most).toBe(1);
  expect(runsAtMs.length).toBeGreaterThan(5);
});
