/** Tests of the promises of fairness as stories, checked by what consumers receive. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../../src/database/migrate.ts";
import { completeChunks } from "../../src/worker/settle-chunks.ts";
import { openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { countOf, shareOfReturningLane, StoryQueue } from "./fairness-support.ts";
import { submitWorks } from "./simulation.sql.ts";

const FLOOD_CHUNKS = process.env["ROTA_LONG"] === "1" ? 1_000_000 : 200_000;
const FLOOD_TIMEOUT_MS = 600_000;

describe.each(["pglite", "postgres"] as const)("on %s", (on) => {
  let opened: TestDatabase;
  let stories = 0;

  beforeAll(async () => {
    opened = await openTestDatabase({ on, statementTimeoutMs: FLOOD_TIMEOUT_MS });
    await migrate(opened.database);
  });
  afterAll(() => opened.dispose());

  const newQueue = (): StoryQueue => new StoryQueue(opened.database, `story-${String(++stories)}`);
  const abc = (shared: { tenant?: string }) => [
    { name: "A", count: 10, ...shared },
    { name: "B", count: 5, ...shared },
    { name: "C", count: 20, ...shared },
  ];

  test.each([
    { who: "tenants", shared: {} },
    { who: "tasks of one tenant", shared: { tenant: "one" } },
  ])("$who that come together take turns in the order in which they came", async ({ shared }) => {
    const story = newQueue();
    await story.submit(...abc(shared));

    const received = await story.names(35);

    const rounds = Array.from({ length: 20 }, (_, round) =>
      ["A", "B", "C"].map((name) => `${name}${String(round + 1)}`),
    );
    const left = new Set(
      ["A", "B", "C"].flatMap((name, index) =>
        Array.from({ length: [10, 5, 20][index] ?? 0 }, (_, n) => `${name}${String(n + 1)}`),
      ),
    );
    expect(received).toEqual(rounds.flat().filter((name) => left.has(name)));
  });

  test("the order is the same for one large claim and for single claims", async () => {
    const [whole, single] = [newQueue(), newQueue()];
    await whole.submit(...abc({}));
    await single.submit(...abc({}));

    const one: string[] = [];
    for (let turn = 0; turn < 35; turn++) one.push(...(await single.names(1)));

    expect(one).toEqual(await whole.names(35));
  });

  test("a late lane starts in the current round, without debt and without credit", async () => {
    const story = newQueue();
    await story.submit({ name: "early", count: 30 });
    await story.names(10);
    await story.submit({ name: "late", count: 30 });

    const received = await story.names(20);

    expect(countOf("late", received)).toBe(10);
    expect(countOf("late", received.slice(0, 2))).toBe(1);
  });

  test("an idle lane earns no credit", async () => {
    const story = newQueue();
    await story.submit({ name: "idle", count: 1 }, { name: "busy", count: 60 });
    await story.names(30);
    await story.submit({ name: "idle", count: 30 });

    const received = await story.names(20);

    expect(countOf("idle", received)).toBe(10);
  });

  test("a lane that empties and returns after each turn gets its share and no more", async () => {
    expect(await shareOfReturningLane(newQueue(), 60)).toBeCloseTo(0.5, 1);
  });

  test("a tenant gets the same share over one task, 20 tasks or 20 groups", async () => {
    const story = newQueue();
    const twenty = Array.from({ length: 20 }, (_, index) => String(index));
    await story.submit(
      { name: "whole", count: 120 },
      ...twenty.map(() => ({ name: "tasks", count: 6 })),
      ...twenty.map((group) => ({ name: "groups", count: 6, group })),
    );

    const received = [...(await story.names(100)), ...(await story.names(200))];

    for (const name of ["whole", "tasks", "groups"])
      expect(Math.abs(countOf(name, received) - 100)).toBeLessThanOrEqual(1);
  });

  test("weights of 3 to 1 give turns of 3 to 1", async () => {
    const story = newQueue();
    await story.setTenant("heavy", { weight: 3 });
    await story.submit({ name: "heavy", count: 320 }, { name: "light", count: 320 });

    const received = await story.names(400);

    expect(Math.abs(countOf("heavy", received) - 300)).toBeLessThanOrEqual(4);
  });

  test("priority comes first inside a tenant and changes nothing for others", async () => {
    const story = newQueue();
    await story.submit(
      { name: "normal", tenant: "one", count: 5 },
      { name: "urgent", tenant: "one", count: 5, priority: 0 },
      { name: "other", tenant: "two", count: 10, priority: 3 },
    );

    const received = await story.names(20);

    expect(countOf("other", received.slice(0, 10))).toBe(5);
    expect(received.filter((name) => !name.startsWith("other")).map((name) => name.slice(0, 6))).toEqual([
      ...Array<string>(5).fill("urgent"),
      ...Array<string>(5).fill("normal"),
    ]);
  });

  test("expensive and cheap chunks share by cost", async () => {
    const story = newQueue();
    await story.submit({ name: "expensive", count: 20, cost: 5 }, { name: "cheap", count: 100 });

    const received = await story.names(45);

    const [expensive, cheap] = [countOf("expensive", received) * 5, countOf("cheap", received)];
    expect(Math.abs(expensive - cheap)).toBeLessThanOrEqual(5 + 1);
  });

  test("a capped lane is skipped, and continues when one of its chunks is done", async () => {
    const story = newQueue();
    await story.submit({ name: "capped", count: 10, maxInFlight: 2 }, { name: "free", count: 10 });
    const taken = await story.take(8);
    expect(
      countOf(
        "capped",
        taken.map(({ payload }) => String(payload)),
      ),
    ).toBe(2);

    await completeChunks(
      story.database,
      taken.filter(({ payload }) => payload === "capped1"),
    );

    expect(countOf("capped", await story.names(4))).toBe(1);
  });

  test("a paused tenant gets nothing, and after it is resumed its share and no more", async () => {
    const story = newQueue();
    await story.submit({ name: "paused", count: 30 }, { name: "going", count: 60 });
    await story.names(4);
    await story.setTenant("paused", { isPaused: true });
    expect(countOf("paused", await story.names(10))).toBe(0);

    await story.setTenant("paused", { isPaused: false });

    expect(countOf("paused", await story.names(20))).toBe(10);
  });

  test("each of 12 lanes with work gets a turn within any 12 turns", async () => {
    const story = newQueue();
    const lanes = Array.from({ length: 12 }, (_, index) => String.fromCharCode(97 + index));
    await story.submit(...lanes.map((name) => ({ name, count: 5 })));

    const received = await story.names(60);

    for (let from = 0; from + 12 <= received.length; from++) {
      const window = received.slice(from, from + 12).map((name) => name.slice(0, 1));
      expect(new Set(window).size).toBe(12);
    }
  });

  test.runIf(on === "postgres")(
    "a tenant with a flood of chunks delays another's first chunk by one",
    async () => {
      const story = newQueue();
      const flood = {
        queue: story.queue,
        tenant: "flood",
        group: "main",
        type: "story",
        isJob: false,
        priority: 2,
        chunks: FLOOD_CHUNKS,
      };
      const plain = {
        route: story.queue,
        cost: 1,
        weight: 1,
        maxInFlight: null,
        dueUs: null,
        position: "0",
        limits: null,
      };
      await story.database.query(submitWorks([{ ...flood, ...plain }]));
      await story.take(100);
      await story.submit({ name: "small", count: 1 });

      const received = await story.take(10);

      expect(received.slice(0, 2).map(({ payload }) => payload)).toContain("small1");
    },
    FLOOD_TIMEOUT_MS,
  );
});
