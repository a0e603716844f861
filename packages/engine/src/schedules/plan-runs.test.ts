/** Tests of the plan for runs that are due, on time or late. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCron } from "./cron-times.ts";
import type { OnMissed } from "./schedule.ts";
import { planRuns } from "./plan-runs.ts";

const HOURLY = "0 * * * *";

type Given = { cron?: string; from: string; now: string; onMissed: OnMissed; catchUpMax?: number; limit?: number };

function plan({ cron = HOURLY, from, now, onMissed, catchUpMax = 100, limit = 1_000 }: Given) {
  const times = readCron({ cron, timeZone: "UTC" });
  return planRuns({ times, nextRunAt: new Date(from), onMissed, catchUpMax }, new Date(now), limit);
}

const WEEK = { from: "2026-05-01T10:00:00Z", now: "2026-05-08T10:30:00Z" };

test("after a week one run replaces all that were missed: the latest", () => {
  expect(plan({ ...WEEK, onMissed: "once" })).toEqual({
    runs: [new Date("2026-05-08T10:00:00Z")],
    missed: { fromRun: new Date("2026-05-01T10:00:00Z"), beforeRun: new Date("2026-05-08T10:00:00Z") },
    nextRunAt: new Date("2026-05-08T11:00:00Z"),
  });
});

test("after a week all missed runs are submitted, the latest if there are too many", () => {
  const { runs, missed } = plan({ ...WEEK, onMissed: "all", catchUpMax: 24 });

  expect(runs).toHaveLength(24);
  expect([runs[0], runs.at(-1)]).toEqual([new Date("2026-05-07T11:00:00Z"), new Date("2026-05-08T10:00:00Z")]);
  expect(missed).toEqual({ fromRun: new Date(WEEK.from), beforeRun: new Date("2026-05-07T11:00:00Z") });
  expect(plan({ ...WEEK, onMissed: "all", catchUpMax: 1_000 }).runs).toHaveLength(7 * 24 + 1);
});

test("after a week no missed run is submitted with `none`", () => {
  expect(plan({ ...WEEK, onMissed: "none" })).toEqual({
    runs: [],
    missed: { fromRun: new Date(WEEK.from), beforeRun: new Date("2026-05-08T11:00:00Z") },
    nextRunAt: new Date("2026-05-08T11:00:00Z"),
  });
});

test.each(["once", "all", "none"] as const)("runs of the last minute are on time, all of them: %s", (onMissed) => {
  const given = { cron: "* * * * * *", from: "2026-05-01T10:00:00Z", now: "2026-05-01T10:00:59.500Z", onMissed };

  expect(plan(given)).toMatchObject({ missed: undefined, nextRunAt: new Date("2026-05-01T10:01:00Z") });
  expect(plan(given).runs).toHaveLength(60);
});

test("a run that is on time replaces those that were missed before it", () => {
  const { runs } = plan({ ...WEEK, now: "2026-05-08T10:00:30Z", onMissed: "once" });

  expect(runs).toEqual([new Date("2026-05-08T10:00:00Z")]);
});

test("a week of runs every second is planned about as quickly as one of runs every hour", () => {
  const { runs } = plan({ ...WEEK, cron: "* * 9 * * *", onMissed: "once" });

  expect(runs).toEqual([new Date("2026-05-08T09:59:59Z")]);
});

test("runs beyond the limit stay due and are not recorded as missed", () => {
  const { runs, nextRunAt } = plan({ ...WEEK, onMissed: "all", catchUpMax: 1_000, limit: 50 });

  expect(runs).toHaveLength(50);
  expect(nextRunAt).toEqual(new Date("2026-05-03T12:00:00Z"));
});

test("each time is either submitted or missed, exactly once, however long no process was running", () => {
  const crons = ["17 */2 * * *", "0 */5 * * *", "30 2 * * *", "0 0 1,31 * *", "15 10,20 * * MON"];
  const absence = fc.integer({ min: 1, max: 12 * 86_400 });
  const given = fc.record({
    cron: fc.constantFrom(...crons),
    timeZone: fc.constantFrom("UTC", "Europe/Berlin", "America/New_York"),
    onMissed: fc.constantFrom("once", "all", "none"),
    catchUpMax: fc.integer({ min: 1, max: 50 }),
    limit: fc.integer({ min: 1, max: 40 }),
    absences: fc.array(absence, { minLength: 1, maxLength: 4 }),
  });
  fc.assert(
    fc.property(given, ({ cron, timeZone, onMissed, catchUpMax, limit, absences }) => {
      const times = readCron({ cron, timeZone });
      let now = new Date("2026-02-10T00:00:00Z");
      let nextRunAt = times.next(now);
      for (const seconds of absences) {
        const first = nextRunAt;
        now = new Date(now.getTime() + seconds * 1_000);
        const planned = planRuns({ times, nextRunAt, onMissed, catchUpMax }, now, limit);
        nextRunAt = planned.nextRunAt;

        const passed: Date[] = [];
        for (let run = first; run < nextRunAt; run = times.next(run)) passed.push(run);
        const missed = passed.filter((run) => planned.missed !== undefined && run < planned.missed.beforeRun);
        expect([...missed, ...planned.runs]).toEqual(passed);
        expect(nextRunAt > now || planned.runs.length === limit).toBe(true);
        if (onMissed === "once" && first <= now) expect(planned.runs.length).toBeGreaterThan(0);
        if (onMissed === "all" && missed.length > 0)
          expect(planned.runs.length).toBeGreaterThanOrEqual(Math.min(catchUpMax, limit));
      }
    }),
    { numRuns: 60 },
  );
});
