/** Tests of waiting for rows that other processes change. */
import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { createPollWatch } from "./poll-watch.ts";

const PAUSE = { factor: 1, minMs: 1, maxMs: 5 };
const NEVER_POLLED = { factor: 1, minMs: 600_000, maxMs: 600_000 };

test("waiters share polls, and each gets what was found for its own name when that is final", async () => {
  let isDone = false;
  const polls: (readonly string[])[] = [];
  const watch = createPollWatch<string, string>({
    clock: systemClock,
    pause: PAUSE,
    poll(names) {
      polls.push(names);
      const answers = names.map((name) => ({ found: `${name} ${isDone ? "done" : "waits"}`, isFinal: isDone }));
      isDone = true;
      return Promise.resolve(answers);
    },
  });

  expect(await Promise.all([watch.wait("a"), watch.wait("b")])).toEqual(["a done", "b done"]);
  expect(polls.map((names) => [...names].sort())).toEqual([["a"], ["a", "b"]]);
});

test("a wait whose time is over gets what was found last", async () => {
  const watch = createPollWatch<string, string>({ clock: systemClock, pause: NEVER_POLLED, poll: allWaiting });

  expect(await watch.wait("a", { waitMs: 10 })).toBe("waiting");
});

test("what this process knows ends a wait at once, or has it polled at once", async () => {
  let polls = 0;
  const watch = createPollWatch<string, string>({
    clock: systemClock,
    pause: NEVER_POLLED,
    poll: (names) => Promise.resolve(names.map(() => ({ found: "polled", isFinal: ++polls > 1 }))),
  });
  const known = watch.wait("known", { firstMs: 600_000 });
  const polled = watch.wait("polled");

  watch.settle((name) => (name === "known" ? { found: "settled" } : undefined));
  expect(await known).toBe("settled");
  while (polls === 0) await systemClock.wait(0);
  watch.settle(() => "poll");
  expect(await polled).toBe("polled");
});

test("a wait ends with the reason of its signal, and the others continue", async () => {
  const watch = createPollWatch<string, string>({ clock: systemClock, pause: NEVER_POLLED, poll: allWaiting });
  const giveUp = new AbortController();
  const reason = new Error("the caller disconnected");
  const given = watch.wait("a", { signal: giveUp.signal });
  const other = watch.wait("b");

  giveUp.abort(reason);
  await expect(given).rejects.toBe(reason);
  await expect(watch.wait("c", { signal: giveUp.signal })).rejects.toBe(reason);
  watch.settle(() => ({ found: "settled" }));
  expect(await other).toBe("settled");
});

test("all who were asked for get the error of a poll that failed", async () => {
  const error = new Error("the database is unavailable");
  const watch = createPollWatch<string, string>({
    clock: systemClock,
    pause: PAUSE,
    poll: () => Promise.reject(error),
  });

  expect(await Promise.allSettled([watch.wait("a"), watch.wait("b")])).toEqual([
    { status: "rejected", reason: error },
    { status: "rejected", reason: error },
  ]);
});

function allWaiting(names: readonly string[]) {
  return Promise.resolve(names.map(() => ({ found: "waiting", isFinal: false })));
}
