/** Tests of the audit: it replays an untouched log to the end and finds every change of a log. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Queryable } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql, type Sql } from "../database/sql.ts";
import { runBusyHistory } from "../../test/support/busy-history.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { auditQueue, exportHead, type LogHead, parseHead } from "./audit-queue.ts";

const isLong = process.env["ROTA_LONG"] === "1";
const DISPATCHES = isLong ? 100_000 : 2_000;
const queue = "audited";

let audited: TestDatabase;
let dispatched: number;
let head: LogHead;
beforeAll(async () => {
  audited = await openTestDatabase({ on: "postgres" });
  await migrate(audited.database);
  dispatched = await runBusyHistory(audited.database, { queue, dispatches: DISPATCHES, seed: 7 });
  head = parseHead(JSON.stringify(await exportHead(audited.database, queue)));
}, 600_000);
afterAll(() => audited.dispose());

describe("an untouched log", () => {
  test(
    "is replayed to its end without difference, whatever changes the claims absorbed",
    { timeout: 600_000 },
    async () => {
      const seen: number[] = [];

      const cpu = process.cpuUsage();
      const began = performance.now();
      const report = await auditQueue(audited.database, { queue, head, onProgress: ({ entry }) => seen.push(entry) });
      const seconds = (performance.now() - began) / 1_000;
      const cpuSeconds = process.cpuUsage(cpu).user / 1e6;
      const figures = `${String(report.entries)} entries, ${String(report.dispatches)} dispatches in ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of them on the processor`;
      if (isLong) process.stdout.write(`audit: ${figures}\n`);

      expect(report.difference).toBeUndefined();
      expect(report.dispatches).toBe(dispatched);
      expect(report.head).toEqual(head);
      expect(seen.at(-1)).toBe(report.entries);
    },
  );

  test("keeps the promise between all siblings that were eligible for turns", { timeout: 600_000 }, async () => {
    const { unfairness } = await auditQueue(audited.database, { queue });

    expect(unfairness.map(({ level }) => level)).toEqual(["tenant", "group", "task"]);
    for (const { spread, bound } of unfairness) expect(spread).toBeLessThanOrEqual(bound);
    expect(unfairness[0]?.between[0]).toMatch(/^tenant-\d$/);
  });

  test("of a queue that never ran is empty", async () => {
    const report = await auditQueue(audited.database, { queue: "idle" });

    expect(report).toMatchObject({ entries: 0, dispatches: 0, difference: undefined });
  });
});

describe("a log that was changed", () => {
  test.each([
    ["one digit of an entry's time", changeTime, "HASH"],
    ["a chunk that was given", changeChunk, "HASH"],
    ["an input", changeInput, "HASH"],
    ["a missing entry", deleteEntry, "ENTRY_MISSING"],
    ["a missing beginning", deleteBeginning, "START_MISSING"],
    ["a chunk that knows nothing of its turn", clearChunkTurn, "CHUNK_ROW"],
  ] as const)("%s is found", { timeout: 600_000 }, async (_what, tamper, kind) => {
    const { difference } = await auditChanged(tamper(), { queue });

    expect(difference?.kind).toBe(kind);
  });

  test("a swapped order is found by the rule, although every hash was recomputed", { timeout: 600_000 }, async () => {
    const { difference } = await auditChanged(swapTurns(), { queue });

    expect(difference).toMatchObject({ kind: "LEAF", entry: 20n });
    expect(difference?.expected).toMatch(/^tenant-\d > group-\d > /);
    expect(difference?.turn).toBeTypeOf("bigint");
  });

  test("a chunk number given twice is found by the order within its lane", { timeout: 600_000 }, async () => {
    const { difference } = await auditChanged(repeatNumber(), { queue });

    expect(difference?.kind).toBe("CHUNK_ORDER");
  });
});

describe("against an exported head", () => {
  test("a tail that was cut off is found, and only against the head", { timeout: 600_000 }, async () => {
    const withHead = await auditChanged(cutTail(), { queue, head });
    const withoutHead = await auditChanged(cutTail(), { queue });

    expect(withHead.difference).toMatchObject({ kind: "HEAD_MISSING", entry: BigInt(head.entry) });
    expect(withoutHead.difference).toBeUndefined();
  });

  test("a log that was rewritten is found, and only against the head", { timeout: 600_000 }, async () => {
    const withHead = await auditChanged(rewriteTimes(), { queue, head });
    const withoutHead = await auditChanged(rewriteTimes(), { queue });

    expect(withHead.difference).toMatchObject({ kind: "HEAD_HASH", entry: BigInt(head.entry) });
    expect(withoutHead.difference).toBeUndefined();
  });

  test("a queue whose whole log is missing is found", async () => {
    const { difference } = await auditChanged([sql`delete from rota.dispatch_log`], { queue, head });

    expect(difference?.kind).toBe("HEAD_MISSING");
  });

  test("a head of 0.1.0, which names the pool as its queue, is read", () => {
    const { pool, ...old } = head;

    expect(parseHead(JSON.stringify(old))).toEqual({ pool, ...old });
  });

  test("a text that is no head and a head of another pool are refused", async () => {
    expect(() => parseHead("{}")).toThrow(expect.objectContaining({ code: "AUDIT_HEAD_INVALID" }));
    await expect(auditQueue(audited.database, { queue: "other", head })).rejects.toMatchObject({
      code: "AUDIT_HEAD_INVALID",
    });
  });
});

/** Changes the log, audits it, and undoes the change. */
async function auditChanged(tamper: readonly Sql[], request: Parameters<typeof auditQueue>[1]) {
  const undo = new Error("undo");
  let report: Awaited<ReturnType<typeof auditQueue>> | undefined;
  const change = async (tx: Queryable): Promise<never> => {
    for (const statement of tamper) await tx.query(statement);
    report = await auditQueue(tx, request);
    throw undo;
  };
  await audited.database.transaction(change).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  if (report === undefined) throw new Error("the audit made no report");
  return report;
}

function changeTime(): Sql[] {
  return [sql`update rota.dispatch_log set at = at + interval '1 microsecond' where entry = 5`];
}

function changeChunk(): Sql[] {
  return [
    sql`update rota.dispatch_log set numbers[1] = numbers[1] + 1
         where entry = (select max(entry) from rota.dispatch_log where cardinality(numbers) > 0)`,
  ];
}

function changeInput(): Sql[] {
  return [sql`update rota.dispatch_log set changes = jsonb_set(changes, '{0,weight}', '7') where entry = 1`];
}

function deleteEntry(): Sql[] {
  return [sql`delete from rota.dispatch_log where entry = 9`];
}

function deleteBeginning(): Sql[] {
  return [sql`delete from rota.dispatch_log where entry < 9`];
}

function clearChunkTurn(): Sql[] {
  return [
    sql`update rota.chunks set turn = null
         where (task_id, number) = (select task_ids[1], numbers[1] from rota.dispatch_log where cardinality(leaves) > 0 order by entry limit 1)`,
  ];
}

/** Assigns the first turn of entry 20 to the leaf of another turn of that entry. */
function swapTurns(): Sql[] {
  return [
    sql`with swap as (
          select entry, min(nth) as other from rota.dispatch_log cross join lateral unnest(leaves) with ordinality as turn (leaf, nth)
           where entry = 20 and leaf <> leaves[1] group by 1)
        update rota.dispatch_log as log
           set leaves[1] = log.leaves[other], leaves[other] = log.leaves[1], task_ids[1] = log.task_ids[other],
               task_ids[other] = log.task_ids[1], numbers[1] = log.numbers[other], numbers[other] = log.numbers[1]
          from swap where log.entry = swap.entry`,
    ...rechain(),
  ];
}

function repeatNumber(): Sql[] {
  return [
    sql`update rota.dispatch_log set numbers[nth] = numbers[nth - 1]
          from (select entry as given, min(nth) as nth from rota.dispatch_log cross join lateral generate_subscripts(leaves, 1) as nth
                 where nth > 1 and leaves[nth] = leaves[nth - 1] and numbers[nth] > 1 group by 1 order by 1 limit 1) as pair
         where entry = given`,
    ...rechain(),
  ];
}

function cutTail(): Sql[] {
  return [sql`delete from rota.dispatch_log where entry > (select max(entry) - 3 from rota.dispatch_log)`];
}

function rewriteTimes(): Sql[] {
  return [
    sql`update rota.dispatch_log set at = at + interval '1 microsecond' where entry = (select max(entry) from rota.dispatch_log)`,
    ...rechain(),
  ];
}

/** Recomputes all hashes, as an attacker could who can write to the table. */
function rechain(): Sql[] {
  return [
    sql`with recursive chain as (
          select log.entry, sha256(convert_to(rota.log_text(log), 'utf8')) as hash from rota.dispatch_log as log where entry = 1
          union all
          select log.entry, sha256(chain.hash || convert_to(rota.log_text(log), 'utf8'))
            from chain join rota.dispatch_log as log on log.entry = chain.entry + 1)
        update rota.dispatch_log set hash = chain.hash from chain where chain.entry = dispatch_log.entry`,
  ];
}
