/** Tests of the explanation of why a chunk waits. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import type { NewTask } from "../tasks/new-task.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { appendSetting } from "../../test/support/support.sql.ts";
import { runBusyHistory } from "../../test/support/busy-history.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { completeChunks } from "../worker/settle-chunks.ts";
import { takeTurns, type TakenChunk } from "./take-turns.ts";
import { explainChunk } from "./explain-chunk.ts";
import { fairnessSpread } from "./measure-spread.ts";

let opened: TestDatabase;
let queues = 0;
let queue = "";
beforeAll(async () => {
  opened = await openTestDatabase({ on: "pglite" });
  await migrate(opened.database);
});
afterAll(() => opened.dispose());

describe("a chunk that waits", () => {
  test("shows whose chunks go first, before and after they were claimed", async () => {
    newQueue();
    const [, , mine] = await submit([{ tenant: "a" }, { tenant: "b" }, { tenant: "mine" }]);

    const third = await explain(mine, 3);
    await take(2);
    const first = await explain(mine, 1);
    const second = await explain(mine, 2);

    expect(third).toBe("6 chunks of 2 other tenants and 2 earlier chunks of its own task go first");
    expect(first).toBe("its turn is next");
    expect(second).toBe("2 chunks of 2 other tenants and 1 earlier chunk of its own task go first");
  });

  test("shows other groups and tasks of its own tenant", async () => {
    newQueue();
    const [, , mine] = await submit([
      { tenant: "a", group: "other" },
      { tenant: "a", group: "g" },
      { tenant: "a", group: "g" },
    ]);

    expect(await explain(mine, 1)).toBe("2 chunks of 1 other group and 1 chunk of 1 other task go first");
  });

  test("is predicted at the turn at which the claims then give it", async () => {
    newQueue();
    await runBusyHistory(opened.database, { queue, dispatches: 60, seed: 11 });
    const waiting = await opened.database.query(sql<{ task_id: bigint; number: number }>`
      select task_id, number from rota.chunks where queue = ${queue} and state = 'PENDING' order by random() limit 5`);

    const predicted = [];
    for (const { task_id: taskId, number } of waiting) {
      const { standing } = await explainChunk(opened.database, { taskId, number });
      if (standing.kind === "WAITING" && standing.obstacles.length === 0)
        predicted.push({ taskId, number, turn: standing.ahead.chunks + 1 });
    }
    const taken = await take(1_000);
    const first = Number(taken[0]?.turn ?? 0n);

    for (const { taskId, number, turn } of predicted) {
      const given = taken.find((chunk) => chunk.taskId === taskId && chunk.number === number);
      expect(Number(given?.turn) - first + 1).toBe(turn);
    }
    expect(predicted.length).toBeGreaterThan(0);
  });

  test("says first that no worker knows its type", async () => {
    newQueue();
    const [, mine] = await submit([{ tenant: "a" }, { tenant: "b" }]);
    const taskId = mine ?? 0n;
    const [task] = await opened.database.query(
      sql<{ type: string }>`select type from rota.tasks where task_id = ${taskId}`,
    );
    const present = (owner: string, types: readonly string[]) =>
      opened.database.query(sql`
        insert into rota.workers (owner, started_at, seen_at, queues, slots, host, pid, version, types)
        values (${owner}, clock_timestamp(), clock_timestamp(), '{}', 1, 'here', 1, '1', ${types}::text[])`);

    await present("one", ["demo.other:1"]);
    const unknown = await explain(taskId, 1);
    await present("two", [`${task?.type ?? ""}:1`]);
    const known = await explain(taskId, 1);
    await opened.database.query(sql`delete from rota.workers`);

    expect(unknown).toBe(
      `no worker knows task "${task?.type ?? ""}" in version 1: start one that defines it; ${known}`,
    );
    expect(known).not.toContain("no worker");
  });

  test("behind very many shows that, without counting them all", async () => {
    newQueue();
    const [first] = await submit([{ tenant: "a" }]);
    const taskId = first ?? 0n;
    await opened.database.query(sql`
      insert into rota.chunks (task_id, number, type_id, is_counted, queue, leaf_lane, position, state)
      select task_id, number, 0, false, queue, leaf_lane, number, 'PENDING' from rota.tasks, generate_series(4, 30000) as number where task_id = ${taskId}`);

    expect(await explain(taskId, 30_000)).toBe("more than 10000 chunks go first");
    expect(await explain(taskId, 9_001)).toBe("9000 earlier chunks of its own task go first");
  });
});

describe("a chunk that is held back", () => {
  test("by a cap shows which, and who goes first after that", async () => {
    newQueue();
    const [mine] = await submit([{ tenant: "a", maxInFlight: 2 }, { tenant: "b" }]);
    await take(3);

    const sentence = await explain(mine, 3);

    expect(sentence).toBe(`1 chunk of 1 other tenant goes first; capped by maxInFlight=2 of task ${String(mine)}`);
  });

  test("by a cap that the chunks before it will reach shows that in advance", async () => {
    newQueue();
    const [mine] = await submit([{ tenant: "a", maxInFlight: 2 }]);

    expect(await explain(mine, 2)).toBe("1 earlier chunk of its own task goes first");
    expect(await explain(mine, 3)).toContain("capped by maxInFlight=2 of task");
  });

  test("by a cap is free once a slot was given back, although no claim has seen that yet", async () => {
    newQueue();
    const [mine] = await submit([{ tenant: "a", maxInFlight: 2 }]);
    const [running] = await take(2);
    await completeChunks(opened.database, running === undefined ? [] : [running]);

    expect(await explain(mine, 3)).toBe("its turn is next");
  });

  test("by a pause shows its level", async () => {
    newQueue();
    const [mine] = await submit([{ tenant: "a" }]);
    await set({ isPaused: true });

    expect(await explain(mine, 1)).toBe("its turn is next; tenant a is paused");
  });

  test("by a rate shows until when", async () => {
    newQueue();
    const [mine] = await submit([{ tenant: "a" }]);
    await set({ rateUs: 60_000_000, rateBurst: 1 });
    await take(1);

    const { standing, sentence, at } = await explainChunk(opened.database, { taskId: mine ?? 0n, number: 2 });

    expect(sentence).toMatch(/^its turn is next; tenant a is at its rate limit for (60|59) s$/);
    expect(standing).toMatchObject({ kind: "WAITING", obstacles: [{ kind: "RATE_LIMITED", level: "tenant" }] });
    const [limit] = standing.kind === "WAITING" ? standing.obstacles : [];
    expect(limit?.kind === "RATE_LIMITED" && limit.until > at).toBe(true);
  });

  test("by its due time shows that time until it is due", async () => {
    newQueue();
    const [mine] = await submit([{ tenant: "a", chunks: [{ dueAt: new Date(Date.now() + 60_000) }, {}] }]);

    expect(await explain(mine, 1)).toMatch(/^due in (60|59) s$/);
    await opened.database.query(sql`update rota.chunks set due_at = clock_timestamp() where state = 'SCHEDULED'`);
    expect(await explain(mine, 1)).toBe("its turn is next");
  });
});

describe("a chunk that does not wait", () => {
  test("shows its lease owner, the end of the lease and its turn", async () => {
    newQueue();
    const [mine] = await submit([{ tenant: "a" }]);
    await take(1);

    expect(await explain(mine, 1)).toMatch(/^leased by tester, turn 1, attempt 1; its lease ends in (60|59) s$/);
  });

  test("shows how and when it ended", async () => {
    newQueue();
    const [mine] = await submit([{ tenant: "a" }]);
    await completeChunks(opened.database, await take(1));

    expect(await explain(mine, 1)).toMatch(/^COMPLETED at \d{4}-\S+Z, turn 1, attempt 1$/);
  });

  test("shows that its task was cancelled, although the chunk was not marked yet", async () => {
    newQueue();
    const [mine] = await submit([{ tenant: "a" }]);
    await opened.database.query(sql`update rota.tasks set state = 'CANCELLED' where task_id = ${mine ?? 0n}`);

    expect(await explain(mine, 1)).toBe("cancelled: it will not run");
  });

  test("is refused when it does not exist", async () => {
    newQueue();
    const [mine = 0n] = await submit([{ tenant: "a", taskKey: "tally_e1_5" }]);

    const refusals = [
      { taskId: 999_999_999n, number: 1 },
      { taskId: mine, number: 4 },
      { taskId: "tally_e1_6", number: 1 },
    ];
    for (const name of refusals)
      await expect(explainChunk(opened.database, name)).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    expect((await explainChunk(opened.database, { taskId: "tally_e1_5", number: 1 })).taskId).toBe(mine);
  });
});

describe("the spread of a queue", () => {
  test("is at most one turn between equals, and zero when nothing waits", async () => {
    newQueue();
    await submit([{ tenant: "a" }, { tenant: "b" }]);
    const idle = await fairnessSpread(opened.database, queue);
    await take(1);
    const apart = await fairnessSpread(opened.database, queue);
    await take(1);
    const even = await fairnessSpread(opened.database, queue);

    expect(idle).toEqual({ tenant: 0, group: 0, task: 0 });
    expect(apart).toEqual({ tenant: 1, group: 0, task: 0 });
    expect(even).toEqual({ tenant: 0, group: 0, task: 0 });
  });
});

function newQueue(): void {
  queues += 1;
  queue = `queue-${String(queues)}`;
}

async function submit(tasks: readonly Partial<NewTask>[]): Promise<bigint[]> {
  const given = tasks.map((task) => ({ queue, tenant: "a", group: "g", type: "test", chunks: [{}, {}, {}], ...task }));
  return (await submitTasks(opened.database, given)).map(({ taskId }) => taskId);
}

function take(limit: number): Promise<TakenChunk[]> {
  return takeTurns(opened.database, { queue, limit, owner: "tester", leaseMs: 60_000 });
}

function set(settings: Record<string, unknown>) {
  return opened.database.query(appendSetting({ queue, tenant: "a", settings }));
}

async function explain(taskId: bigint | undefined, number: number): Promise<string> {
  return (await explainChunk(opened.database, { taskId: taskId ?? 0n, number })).sentence;
}
