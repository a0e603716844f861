/** Implements `rota locks`: lists locks, shows holders, waiters, history and statistics, waits for, extends and overrides a lock. */
import { appendAudit, type Database, type Lock, type Locks, type Queryable, RotaError } from "@rota/engine";
import { getLock, listLocks, lockHistory, lockStatistics, type LockView, type PastLock } from "@rota/engine/admin";
import { openCoordinator } from "@rota/engine/redis";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { withMigratedDatabase } from "../compose.ts";
import { numberFlag, readActor, requiredFlag, textFlags } from "../flags.ts";
import { ago, answer, count, duration } from "../output/answer.ts";
import { type Cell, factLines, listLines } from "../output/table.ts";
import { idWord, withSubCommands } from "../sub-commands.ts";

export const locksCommand: CommandSpec = withSubCommands({
  name: "locks",
  sentence: "say who holds which lock, who waits for it, what was; wait for one, extend or end one",
  subCommands: [
    {
      name: "list",
      sentence: "locks that are held, by key",
      flags: ["tenant", "prefix", "holder", "operation", "limit", "after"],
      run: listHeldLocks,
    },
    { name: "show", sentence: "one, and who stands in line", words: ["key"], flags: [], run: showLock },
    { name: "history", sentence: "who had it", words: ["key"], flags: ["limit", "after"], run: showHistory },
    { name: "statistics", sentence: "by operation", flags: ["tenant"], run: showStatistics },
    {
      name: "wait",
      sentence: "stand in line until it is free",
      words: ["key"],
      flags: ["waitMs", "actor"],
      run: waitForLock,
    },
    {
      name: "extend",
      sentence: "let it live longer, for any holder",
      words: ["key"],
      flags: ["ttlMs", "actor", "reason"],
      run: prolongLock,
    },
    {
      name: "override",
      sentence: "end it, for any holder",
      words: ["key"],
      flags: ["actor", "reason"],
      run: overrideLock,
    },
  ],
  words: [{ name: "key", sentence: "of the lock, as it is listed" }],
  flags: [
    { flag: "--tenant <name>", sentence: "only this tenant" },
    { flag: "--prefix <text>", sentence: "only keys that start so" },
    { flag: "--holder <name>", sentence: "only those that this one holds" },
    { flag: "--operation <name>", sentence: "only those of this operation" },
    { flag: "--wait-ms <count>", sentence: "how many milliseconds at most (default: 3600000, an hour)" },
    { flag: "--ttl-ms <count>", sentence: "how many milliseconds from now on" },
    { flag: "--actor <name>", sentence: "who does it (default: who is logged in)" },
    { flag: "--reason <text>", sentence: "why, for the audit log" },
    { flag: "--limit <count>", sentence: "how many (default: 50, at most 200)" },
    { flag: "--after <place>", sentence: "go on where the page before ended, as it said" },
  ],
  examples: [
    "rota locks --prefix lock:tally:",
    "rota locks show lock:report:2026",
    'rota locks extend lock:report:2026 --ttl-ms 3600000 --reason "it needs longer"',
    'rota locks override lock:report:2026 --reason "its holder is gone"',
    "rota locks wait lock:report:2026 --wait-ms 60000",
  ],
});

async function listHeldLocks(context: CommandContext): Promise<void> {
  const filter = textFlags(context, ["tenant", "prefix", "holder", "operation", "after"]);
  const listing = { ...filter, limit: numberFlag(context, "limit") };
  const page = await withMigratedDatabase(context, (database) => listLocks(database, listing));
  const head = ["lock", "holder", "operation", "since", "ends", "waiting"];
  answer(context, page, ({ items, next }) =>
    listLines({ rows: items.map(toRow), next, nothing: "no lock is held" }, head),
  );
}

function toRow(lock: LockView): Cell[] {
  return [lock.key, lock.holder, lock.operation, ago(lock.startedAt), endOf(lock), count(lock.line.length)];
}

function endOf({ expiresAt, taskId }: LockView): string {
  if (taskId !== undefined) return `with task ${String(taskId)}`;
  return expiresAt === undefined ? "" : `in ${duration(Math.max(0, expiresAt.getTime() - Date.now()))}`;
}

async function showLock(context: CommandContext): Promise<void> {
  const lock = await withMigratedDatabase(context, (database) => findLock(database, idWord(context)));
  answer(context, lock, describeLock);
}

function describeLock(lock: LockView): string[] {
  const { key, holder, operation, startedAt, tenant, context, progress, line } = lock;
  return factLines([
    ["lock", key],
    ["holder", `${holder} since ${startedAt.toISOString()}`],
    ["operation", operation],
    ["ends", endOf(lock)],
    ["tenant", tenant],
    [
      "progress",
      progress === undefined ? undefined : `${count(progress.done)} of ${count(progress.total)} ${progress.note ?? ""}`,
    ],
    ["context", context === undefined ? undefined : JSON.stringify(context)],
    ...line.map(
      ({ holder: name, since }, index) =>
        [`waits ${String(index + 1)}`, `${name} since ${since.toISOString()}`] as const,
    ),
  ]);
}

async function showHistory(context: CommandContext): Promise<void> {
  const listing = { key: idWord(context), ...textFlags(context, ["after"]), limit: numberFlag(context, "limit") };
  const page = await withMigratedDatabase(context, (database) => lockHistory(database, listing));
  const head = ["ended", "outcome", "holder", "operation", "held", "by", "reason"];
  answer(context, page, ({ items, next }) =>
    listLines({ rows: items.map(toPastRow), next, nothing: "nobody had it, as far as is kept" }, head),
  );
}

function toPastRow({ endedAt, outcome, holder, operation, heldMs, endedBy = "", reason = "" }: PastLock): Cell[] {
  return [endedAt.toISOString(), outcome, holder, operation, duration(heldMs), endedBy, reason];
}

async function showStatistics(context: CommandContext): Promise<void> {
  const filter = textFlags(context, ["tenant"]);
  const statistics = await withMigratedDatabase(context, (database) => lockStatistics(database, filter));
  const head = ["operation", "taken", "held", "waiting", "refused", "released", "expired", "overridden", "held for"];
  answer(context, statistics, ({ operations }) =>
    listLines(
      {
        rows: operations.map((each) => [
          each.operation,
          ...[each.acquired, each.held, each.waiting, each.refused, each.released, each.expired, each.overridden].map(
            count,
          ),
          each.heldMsMean === undefined ? "" : `${duration(each.heldMsMean)} on average`,
        ]),
        nothing: "no lock was taken",
      },
      head,
    ),
  );
}

/** Tenant whose audit log records changes to locks without a tenant. */
const SYSTEM_TENANT = "system";

async function overrideLock(context: CommandContext): Promise<void> {
  const reason = requiredFlag(context, "reason", "why, for the audit log,");
  const { actor } = readActor(context);
  const key = idWord(context);
  const change = { action: "lock.overridden", actor, details: { reason } };
  const ended = await changeLock(context, change, (locks) => locks.override({ key, by: actor, reason }));
  answer(context, ended, ({ holder }) => [`lock ${key} of ${holder} was ended`]);
}

async function prolongLock(context: CommandContext): Promise<void> {
  const reason = requiredFlag(context, "reason", "why, for the audit log,");
  const ttlMs = numberFlag(context, "ttlMs");
  if (ttlMs === undefined) throw new RotaError("COMMAND_INVALID", "say how long it lives from now on with --ttl-ms");
  const { actor } = readActor(context);
  const key = idWord(context);
  const change = { action: "lock.extended", actor, details: { reason, ttlMs } };
  const extended = await changeLock(context, change, (locks) => locks.prolong({ key, by: actor, reason, ttlMs }));
  answer(context, extended, ({ holder }) => [`lock ${key} of ${holder} ends in ${duration(ttlMs)}`]);
}

type LockChange = { readonly action: string; readonly actor: string; readonly details: object };

/** Changes the held lock that the command names, and records who did it. @throws LOCK_NOT_FOUND when it is free. */
function changeLock(
  context: CommandContext,
  { action, actor, details }: LockChange,
  change: (locks: Locks) => Promise<Lock | undefined>,
): Promise<Lock> {
  const key = idWord(context);
  return withLocks(context, async (locks, database) => {
    const { tenant = SYSTEM_TENANT } = await findLock(database, key);
    const lock = await change(locks);
    if (lock === undefined) throw lockFree(key);
    const { holder, operation } = lock;
    const subject = { type: "lock", id: key };
    await appendAudit(database, { tenant, actor, action, subject, details: { holder, operation, ...details } });
    return lock;
  });
}

function withLocks<Result>(
  context: CommandContext,
  work: (locks: Locks, database: Database) => Promise<Result>,
): Promise<Result> {
  return withMigratedDatabase(context, async (database) => {
    const { logger, reading } = context;
    const coordinator = await openCoordinator({ config: reading.config, database, logger });
    try {
      return await work(coordinator.locks, database);
    } finally {
      await coordinator.close();
    }
  });
}

const WAIT_MS = 3_600_000;

/** Waits in line like any other caller, and releases the lock as soon as it has it. */
async function waitForLock(context: CommandContext): Promise<void> {
  const key = idWord(context);
  const { actor } = readActor(context);
  const waitMs = numberFlag(context, "waitMs") ?? WAIT_MS;
  await withLocks(context, async (locks) => {
    const got = await locks.acquire({ key, holder: actor, operation: "WAIT", waitMs });
    if (!got.acquired) throw lockHeld(got.heldBy, waitMs);
    await locks.release(got.lock);
  });
  answer(context, { key, isFree: true }, () => [`lock ${key} is free`]);
}

function lockHeld({ key, holder, startedAt }: Lock, waitMs: number): RotaError {
  const since = startedAt.toISOString();
  const message = `${holder} holds the lock "${key}" since ${since}, after waiting for ${duration(waitMs)}: wait again`;
  return new RotaError("LOCK_HELD", message, { key, holder, since });
}

/** Finds a held lock. @throws LOCK_NOT_FOUND when it is free. */
async function findLock(on: Queryable, key: string): Promise<LockView> {
  const lock = await getLock(on, { key });
  if (lock === undefined) throw lockFree(key);
  return lock;
}

function lockFree(key: string): RotaError {
  return new RotaError("LOCK_NOT_FOUND", `the lock "${key}" is free: rota locks lists those that are held`, {
    key,
  });
}
