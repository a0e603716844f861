/** Turns that are given to the broker: who gets them, and which tickets start anything. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { auditQueue } from "../fairness/audit-queue.ts";
import { newLeaseToken } from "../fairness/take-turns.ts";
import { cancelTask } from "../tasks/change-task.ts";
import { openTestDatabase } from "../../test/support/test-database.ts";
import { selectAnnounced } from "../../test/support/support.sql.ts";
import { workedQueue } from "../../test/support/worked-queue.ts";
import { startTickets, startWithoutTickets } from "../worker/claim-chunks.ts";
import { countQueued, queueTurns, resendTickets, type TicketRow } from "./dispatch.sql.ts";
import { readTicket, writeTicket, type Ticket } from "./ticket.ts";

describe.each(["pglite", "postgres"] as const)("turns for the broker on %s", (on) => {
  let database: Database;
  let dispose: () => Promise<void>;

  beforeAll(async () => {
    ({ database, dispose } = await openTestDatabase({ on }));
    await migrate(database);
  });
  afterAll(() => dispose());

  function brokeredQueue() {
    const worked = workedQueue(database);
    const { queue } = worked;
    const holder = () => ({
      queue,
      owner: "worker-1",
      isWatched: false,
      leaseMs: 60_000,
      leaseToken: newLeaseToken(),
    });
    return {
      ...worked,
      send: (window: number, queuedMax = 1) => database.query(queueTurns({ queue, window, queuedMax })),
      resend: (afterMs: number) => database.query(resendTickets({ queue, afterMs, limit: 100 })),
      start: (...rows: readonly TicketRow[]) => startTickets(database, holder(), rows.map(asTicket)),
      startWithoutTickets: (limit: number) => startWithoutTickets(database, holder(), limit),
      queued: async () => (await database.query(countQueued({ queue, afterMs: 1_000 })))[0]?.queued,
    };
  }

  it("of several tasks that wait none has more than one unstarted chunk, in fair order", async () => {
    const { submit, send, start } = brokeredQueue();
    const [first, second, third] = [await submit(5), await submit(5), await submit(5)];
    const sent = await send(100);
    expect(sent.map(({ task_id: id, number }) => [id, number])).toEqual([
      [first, 1],
      [second, 1],
      [third, 1],
    ]);
    expect(await send(100)).toEqual([]);
    await start(...sent.slice(0, 1));
    expect((await send(100)).map(({ task_id: id, number }) => [id, number])).toEqual([[first, 2]]);
  });

  it("a task that announces its start does so when its first ticket is started, and not when it is sent", async () => {
    const { submit, send, start } = brokeredQueue();
    const taskId = await submit(2, { announce: ["started"] });
    const sent = await send(100, 2);
    const count = async () =>
      (await database.query(selectAnnounced())).filter((event) => event.task_id === taskId).length;
    const before = await count();
    for (const ticket of sent) await start(ticket);

    expect([sent.length, before, await count()]).toEqual([2, 0, 1]);
  });

  it("a task that waits alone fills the window", async () => {
    const { submit, send, queued } = brokeredQueue();
    await submit(50);
    expect(await send(16)).toHaveLength(16);
    expect(await send(16)).toEqual([]);
    expect(await queued()).toBe(16);
  });

  it("no more chunks are unstarted than the window holds, however many tasks wait", async () => {
    const { submit, send, start } = brokeredQueue();
    for (let task = 0; task < 12; task++) await submit(2);
    const sent = await send(5);
    expect(sent).toHaveLength(5);
    await start(...sent.slice(0, 2));
    expect(await send(5)).toHaveLength(2);
  });

  it("jobs of one type may all be unstarted, since each is a task of its own", async () => {
    const { submit, send } = brokeredQueue();
    for (const type of ["count", "count", "count", "print"]) await submit(1, { isJob: true, type });
    expect(await send(10)).toHaveLength(4);
  });

  it("weights 3 : 1 give shares of 3 : 1 although each task is at its cap after each turn", async () => {
    const { queue, submit, send, start, complete } = brokeredQueue();
    const heavy = await submit(90, { weight: 3 });
    await submit(90, { weight: 1 });
    const started: bigint[] = [];
    for (let waiting: TicketRow[] = []; started.length < 100;) {
      waiting.push(...(await send(4)));
      const [next, ...others] = waiting;
      waiting = others;
      const chunks = next === undefined ? [] : await start(next);
      started.push(...chunks.map(({ taskId }) => taskId));
      await complete(...chunks);
    }
    const share = started.filter((taskId) => taskId === heavy).length;
    expect(share).toBeGreaterThanOrEqual(74);
    expect(share).toBeLessThanOrEqual(76);
    expect(await auditQueue(database, { queue })).toMatchObject({ difference: undefined });
  });

  it("a ticket starts its chunk once, and a ticket of another turn starts nothing", async () => {
    const { submit, send, start, take, end } = brokeredQueue();
    await submit(1);
    const [ticket] = await send(1);
    if (ticket === undefined) throw new Error("no ticket");
    expect(await start({ ...ticket, turn: ticket.turn + 1n })).toEqual([]);
    const [chunk] = await start(ticket, ticket);
    if (chunk === undefined) throw new Error("not started");
    expect(chunk).toMatchObject({ number: 1, attempt: 1, payload: 1, turn: ticket.turn });
    expect(await start(ticket)).toEqual([]);
    await end(chunk, "RETURN");
    expect(await start(ticket)).toEqual([]);
    expect(await take()).toHaveLength(1);
  });

  it("being queued costs no attempt, and the lease of a started chunk is that of any other", async () => {
    const { submit, send, start, complete, chunk, taskState, leaseCount } = brokeredQueue();
    const taskId = await submit(1);
    const sent = await send(1);
    expect(await chunk(taskId)).toMatchObject({ state: "QUEUED", attempt: 0, is_leased: false });
    const chunks = await start(...sent);
    expect(await chunk(taskId)).toMatchObject({ state: "PROCESSING", attempt: 1, is_leased: true });
    expect(await leaseCount()).toBe(1);
    await complete(...chunks);
    expect(await taskState(taskId)).toBe("COMPLETED");
  });

  it("a worker without broker starts queued chunks in the order in which they were sent", async () => {
    const { submit, send, startWithoutTickets } = brokeredQueue();
    await submit(3);
    const sent = await send(3);
    const chunks = await startWithoutTickets(2);
    expect(chunks.map(({ turn }) => turn)).toEqual(sent.slice(0, 2).map(({ turn }) => turn));
    expect(await startWithoutTickets(10)).toHaveLength(1);
    expect(await startWithoutTickets(10)).toEqual([]);
  });

  it("a ticket is sent again under its old turn, and the lane is charged once", async () => {
    const { queue, submit, send, resend, start } = brokeredQueue();
    await submit(2);
    await submit(2);
    const sent = await send(1);
    expect(await resend(60_000)).toEqual([]);
    expect(await resend(-1)).toEqual(sent);
    expect(await start(...sent, ...sent)).toHaveLength(1);
    expect(await auditQueue(database, { queue })).toMatchObject({ difference: undefined });
  });

  it("a queued chunk of a cancelled task is not started", async () => {
    const { submit, send, start } = brokeredQueue();
    const taskId = await submit(2);
    const sent = await send(2);
    await cancelTask(database, taskId);
    expect(await start(...sent)).toEqual([]);
  });
});

function asTicket(row: TicketRow): Ticket {
  return readTicket(writeTicket(row));
}
