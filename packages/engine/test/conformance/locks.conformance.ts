/** Tests taking, extending, releasing and listing locks, on every implementation. */
import { describe, expect } from "vitest";
import { DEFAULT_LOCK_TTL_MS } from "../../src/locks/lock-limits.ts";
import type { Coordinator, LockRequest, OwnLock } from "../../src/locks/locks.ts";
import type { Subject } from "./lock-store.conformance.ts";

export function lockTests(subject: Subject): void {
  describe("locks", () => takingTests(subject));
  describe("the end of a lock", () => endTests(subject));
  describe("a lock that guards a task", () => guardTests(subject));
  describe("watching locks", () => watchingTests(subject));
}

function takingTests({ test, coordinator, another, newKey }: Subject): void {
  test("a free lock is given with its times, and the next caller receives the lock of its holder", async () => {
    const key = newKey();
    const request = { ttlMs: 5_000, expectedMs: 2_000, context: { chunks: [1, 2], by: "ü" } };

    const lock = await take(coordinator(), key, request);
    const second = await ask(another(), key, { holder: "bob" });

    const { token, ...shown } = lock;
    expect(shown).toMatchObject({ key, holder: "ann", operation: TALLY, context: request.context });
    expect(times(shown)).toEqual({ ttlMs: 5_000, expectedMs: 2_000 });
    expect(Math.abs(shown.startedAt.getTime() - Date.now())).toBeLessThan(60_000);
    expect(second).toEqual({ acquired: false, heldBy: shown });
    expect(JSON.stringify(second)).not.toContain(token);
  });

  test("of 200 concurrent calls one gets the lock, and 199 receive the same holder and start", async () => {
    const key = newKey();
    const processes = [coordinator(), another()];

    const asked = Array.from({ length: 100 }, (_, nth) =>
      processes.map((process, which) => ask(process, key, { holder: `user-${String(2 * nth + which)}` })),
    );
    const answers = await Promise.all(asked.flat());

    const [winner, ...others] = answers.flatMap((answer) => (answer.acquired ? [answer.lock] : []));
    const refusals = answers.flatMap((answer) => (answer.acquired ? [] : [answer.heldBy]));
    expect(others).toEqual([]);
    expect(refusals).toHaveLength(199);
    expect(new Set(refusals.map(({ holder, startedAt }) => `${holder} ${startedAt.toISOString()}`))).toEqual(
      new Set([`${String(winner?.holder)} ${String(winner?.startedAt.toISOString())}`]),
    );
  });

  test("the time to live is two hours unless the operation or the call has its own", async () => {
    const ttlMs = async (request: Parameters<typeof ask>[2]) =>
      times(await take(coordinator(), newKey(), request)).ttlMs;

    expect(await ttlMs({})).toBe(DEFAULT_LOCK_TTL_MS);
    expect(await ttlMs({ operation: "SHORT" })).toBe(60_000);
    expect(await ttlMs({ operation: "SHORT", ttlMs: 100 })).toBe(100);
    expect(await ttlMs({ operation: "toString" })).toBe(DEFAULT_LOCK_TTL_MS);
  });

  test("fields that were not given are undefined", async () => {
    const lock = await take(coordinator(), newKey());
    expect(lock).toMatchObject({
      expectedEndAt: undefined,
      context: undefined,
      progress: undefined,
      taskId: undefined,
    });
  });

  test("a key may contain any characters but control characters", async () => {
    const key = `${newKey()} %_\\'"{}*?[a]  ü 漢字 🗳`;
    const lock = await take(coordinator(), key);
    expect((await coordinator().locks.inspect(key))?.holder).toBe("ann");
    expect(await coordinator().locks.release(lock)).toBe("released");
  });
}

function endTests({ test, coordinator, another, newKey, store }: Subject): void {
  test("a released lock is free, and cannot be released again", async () => {
    const key = newKey();
    const lock = await take(coordinator(), key);

    const answers = [await another().locks.release(lock), await coordinator().locks.release(lock)];

    expect(answers).toEqual(["released", "lost"]);
    expect((await ask(coordinator(), key, { holder: "bob" })).acquired).toBe(true);
  });

  test("a lock cannot be extended or released without its token", async () => {
    const key = newKey();
    const lock = await take(coordinator(), key, { ttlMs: 5_000 });
    const forged = { key, token: "6f1a5f1e-0000-4000-8000-000000000000" };

    expect(await coordinator().locks.release(forged)).toBe("lost");
    expect(await coordinator().locks.extend(forged, { ttlMs: 60_000 })).toEqual({ kind: "lost" });
    expect((await coordinator().locks.inspect(key))?.expiresAt).toEqual(lock.expiresAt);
  });

  test("an extension moves the end and shows the progress to others", async () => {
    const key = newKey();
    const lock = await take(coordinator(), key, { ttlMs: 1_000, context: "kept" });
    const progress = { done: 3, total: 10, note: "chunk 3" };

    const first = await coordinator().locks.extend(lock, { ttlMs: 600_000, expectedMs: 300_000, progress });
    const again = await coordinator().locks.extend(lock);

    const refused = await ask(coordinator(), key, { holder: "bob" });
    expect(first).toMatchObject({ kind: "extended", lock: { token: lock.token, startedAt: lock.startedAt, progress } });
    expect(refused).toMatchObject({ acquired: false, heldBy: { holder: "ann", context: "kept", progress } });
    const expiresAt = again.kind === "extended" ? again.lock.expiresAt : undefined;
    expect(Number(expiresAt) - lock.startedAt.getTime()).toBeGreaterThanOrEqual(600_000);
  });

  test("an expired lock can be taken over, and its old holder can no longer change it", async () => {
    const key = newKey();
    const old = await take(coordinator(), key);
    await store().expire.lock(key);

    const taken = await take(another(), key, { holder: "bob" });
    const late = [await coordinator().locks.extend(old), await coordinator().locks.release(old)];

    expect(late).toEqual([{ kind: "lost" }, "lost"]);
    expect(await coordinator().locks.inspect(key)).toMatchObject({ holder: "bob", startedAt: taken.startedAt });
  });

  test("an expired lock is lost to its holder even before another caller takes it", async () => {
    const key = newKey();
    const lock = await take(coordinator(), key);
    await store().expire.lock(key);

    expect(await coordinator().locks.inspect(key)).toBeUndefined();
    expect(await coordinator().locks.list({ prefix: key })).toEqual([]);
    expect(await coordinator().locks.extend(lock)).toEqual({ kind: "lost" });
    expect(await coordinator().locks.release(lock)).toBe("lost");
  });

  test("an administrator extends the lock of any holder, which stays that holder's", async () => {
    const key = newKey();
    const prolongation = { key, by: "root@example.com", reason: "it needs longer", ttlMs: 600_000 };
    const lock = await take(coordinator(), key, { ttlMs: 5_000 });

    const extended = await another().locks.prolong(prolongation);
    const refused = await ask(another(), key, { holder: "bob" });
    const released = await coordinator().locks.release(lock);

    expect(extended).toMatchObject({ holder: "ann", startedAt: lock.startedAt });
    expect(Number(extended?.expiresAt) - lock.startedAt.getTime()).toBeGreaterThanOrEqual(600_000);
    expect(refused).toEqual({ acquired: false, heldBy: extended });
    expect(released).toBe("released");
    expect(await coordinator().locks.prolong(prolongation)).toBeUndefined();
  });

  test("a lock that guards a task is not extended by an administrator: it has no end of its own", async () => {
    const key = newKey();
    await coordinator().locks.attach(await take(coordinator(), key), await store().startTask());

    const prolonging = coordinator().locks.prolong({ key, by: "root", reason: "longer", ttlMs: 600_000 });

    await expect(prolonging).rejects.toMatchObject({ code: "LOCK_INVALID" });
    expect((await coordinator().locks.inspect(key))?.expiresAt).toBeUndefined();
  });

  test("an administrator ends the lock of any holder and receives that lock", async () => {
    const key = newKey();
    const lock = await take(coordinator(), key);
    const override = { key, by: "root@example.com", reason: "the process has died" };

    const ended = await another().locks.override(override);
    const again = await another().locks.override(override);

    expect(ended).toMatchObject({ holder: "ann", startedAt: lock.startedAt });
    expect(again).toBeUndefined();
    expect(await coordinator().locks.extend(lock)).toEqual({ kind: "lost" });
  });
}

function guardTests({ test, coordinator, newKey, store }: Subject): void {
  test("it has no time limit and ends with the task", async () => {
    const key = newKey();
    const taskId = await store().startTask();
    const lock = await take(coordinator(), key, { ttlMs: 100 });

    const attached = await coordinator().locks.attach(lock, taskId);
    const during = await coordinator().locks.extend(lock, { progress: { done: 1, total: 2 } });
    const refused = await ask(coordinator(), key, { holder: "bob" });
    await store().finishTask(taskId);

    expect(attached).toBe("attached");
    expect(during).toMatchObject({ kind: "extended", lock: { taskId, expiresAt: undefined } });
    expect(refused).toMatchObject({ acquired: false, heldBy: { taskId, progress: { done: 1, total: 2 } } });
    expect(await coordinator().locks.inspect(key)).toBeUndefined();
    expect(await coordinator().locks.release(lock)).toBe("lost");
    expect((await ask(coordinator(), key, { holder: "bob" })).acquired).toBe(true);
  });

  test("it can be released before", async () => {
    const key = newKey();
    const lock = await take(coordinator(), key);
    await coordinator().locks.attach(lock, await store().startTask());

    expect(await coordinator().locks.release(lock)).toBe("released");
    expect(await coordinator().locks.inspect(key)).toBeUndefined();
  });

  test("a missing task is refused, and a lost lock guards no task", async () => {
    const key = newKey();
    const lock = await take(coordinator(), key);

    await expect(coordinator().locks.attach(lock, 999_999_999n)).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    await coordinator().locks.release(lock);
    expect(await coordinator().locks.attach(lock, await store().startTask())).toBe("lost");
    expect(await coordinator().locks.inspect(key)).toBeUndefined();
  });
}

function watchingTests({ test, coordinator, another, newKey, store, logged }: Subject): void {
  test("locks are listed by key, filtered, and page by page", async () => {
    const prefix = `${newKey()}:%_`;
    for (const name of ["c", "a", "b"]) await take(coordinator(), `${prefix}${name}`, { holder: `holder-${name}` });
    await take(coordinator(), `${prefix}d`, { operation: "OTHER" });
    const keys = async (filter: Parameters<ReturnType<Subject["coordinator"]>["locks"]["list"]>[0]) =>
      (await coordinator().locks.list({ prefix, ...filter })).map(({ key }) => key.slice(prefix.length));

    expect(await keys({})).toEqual(["a", "b", "c", "d"]);
    expect(await keys({ limit: 2 })).toEqual(["a", "b"]);
    expect(await keys({ limit: 2, afterKey: `${prefix}b` })).toEqual(["c", "d"]);
    expect(await keys({ holder: "holder-b" })).toEqual(["b"]);
    expect(await keys({ operation: "OTHER" })).toEqual(["d"]);
  });

  test("events of a lock are logged with holder and start, and never with its token or context", async () => {
    const key = newKey();
    const lock = await take(coordinator(), key, { context: "for-holders-only" });
    await ask(coordinator(), key, { holder: "bob" });
    await coordinator().locks.extend(lock);
    await coordinator().locks.release(lock);
    await coordinator().locks.release(lock);
    await take(coordinator(), key, { holder: "cy" });
    await store().expire.lock(key);
    await take(coordinator(), key, { holder: "dan" });
    await coordinator().locks.override({ key, by: "root", reason: "stuck" });

    const lines = logged(key);
    const events = lines.map((line) => /"msg":"a lock (was \w+|expired|ended)/.exec(line)?.[1]);
    expect(events).toEqual([
      ...["was acquired", "was refused", "was extended", "was released", "was no"],
      ...["was acquired", "expired", "was acquired", "was overridden"],
    ]);
    expect(lines[1]).toContain(`"holder":"ann"`);
    expect(lines[1]).toContain(`"startedAt":"${lock.startedAt.toISOString()}"`);
    expect(lines[1]).toContain(`"refusedTo":"bob"`);
    expect(lines.at(-1)).toContain(`"by":"root"`);
    expect(lines.join("")).not.toContain(lock.token);
    expect(lines.join("")).not.toContain("for-holders-only");
  });

  test("each process counts its events", async () => {
    const process = another();
    const key = newKey();
    const lock = await take(process, key);
    await ask(process, key);
    await process.locks.extend(lock);
    await process.locks.release(lock);
    await process.locks.release(lock);
    await take(process, key);
    await process.locks.override({ key, by: "root", reason: "stuck" });
    await take(process, key);
    await store().expire.lock(key);
    const guarding = await take(process, key);
    const taskId = await store().startTask();
    await process.locks.attach(guarding, taskId);
    await store().finishTask(taskId);
    await take(process, key);

    const { heldMs, ...counts } = process.locks.stats();
    expect(counts).toEqual({
      ...{ acquired: 5, refused: 1, extended: 1, released: 1, lost: 1 },
      ...{ expired: 1, endedWithTask: 1, overridden: 1, waiting: 0 },
    });
    expect(heldMs).toBeGreaterThanOrEqual(0);
  });
}

function times({
  startedAt,
  expiresAt,
  expectedEndAt,
}: Record<"startedAt", Date> & Record<"expiresAt" | "expectedEndAt", Date | undefined>) {
  const after = (end: Date | undefined) => (end === undefined ? undefined : end.getTime() - startedAt.getTime());
  return { ttlMs: after(expiresAt), expectedMs: after(expectedEndAt) };
}

export const TALLY = "TALLY_CREATION";

export function ask(coordinator: Coordinator, key: string, request: Partial<LockRequest> = {}) {
  return coordinator.locks.acquire({ key, holder: "ann", operation: TALLY, ...request });
}

/** Takes a lock that must be free. */
export async function take(
  coordinator: Coordinator,
  key: string,
  request: Partial<LockRequest> = {},
): Promise<OwnLock> {
  const answer = await ask(coordinator, key, request);
  if (!answer.acquired) throw new Error(`${key} is held by ${answer.heldBy.holder}`);
  return answer.lock;
}
