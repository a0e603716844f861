/** Tests that waiters get a lock in the order in which they came, on every implementation. */
import { describe, expect, vi } from "vitest";
import type { AcquireAnswer, Coordinator, LockRequest } from "../../src/locks/locks.ts";
import { createHeldClock } from "../support/held-clock.ts";
import type { Subject } from "./lock-store.conformance.ts";
import { ask, take } from "./locks.conformance.ts";

const LONG_MS = 600_000;
const WAIT = { timeout: 20_000 };

export function lineTests({ test, coordinator, another, newKey, store }: Subject): void {
  const line = async (key: string) => (await coordinator().locks.line(key)).map(({ holder }) => holder);

  /** Starts to wait for a lock; resolves when the caller is in the queue of waiters. */
  const queueUp = async (on: Coordinator, key: string, holder: string, request: Partial<LockRequest> = {}) => {
    const answer = ask(on, key, { holder, waitMs: LONG_MS, ...request });
    await vi.waitUntil(async () => (await line(key)).includes(holder), WAIT);
    return { answer };
  };
  const pass = async (on: Coordinator, answer: Promise<AcquireAnswer>) => {
    const got = await answer;
    if (!got.acquired) throw new Error(`held by ${got.heldBy.holder}`);
    await on.locks.release(got.lock);
    return got.lock.holder;
  };

  describe("waiting for a lock", () => {
    test("waiters get a lock in their order, by a notification", async () => {
      const key = newKey();
      const first = await take(coordinator(), key);
      // Their clock is stopped, so that they poll only after a notification.
      const process = another({ clock: createHeldClock() });
      const bob = await queueUp(process, key, "bob");
      const cy = await queueUp(process, key, "cy");
      const dan = await queueUp(process, key, "dan");

      const waiters = await line(key);
      await coordinator().locks.release(first);
      const order = [await pass(process, bob.answer), await pass(process, cy.answer), await pass(process, dan.answer)];

      expect(waiters).toEqual(["bob", "cy", "dan"]);
      expect(order).toEqual(["bob", "cy", "dan"]);
      expect([await line(key), await coordinator().locks.inspect(key)]).toEqual([[], undefined]);
    });

    test("a caller that does not wait never overtakes waiters", async () => {
      const key = newKey();
      const first = await take(coordinator(), key);
      const bob = await queueUp(another(), key, "bob", { ttlMs: LONG_MS, expectedMs: 1_000, context: { of: "bob" } });

      await coordinator().locks.release(first);
      const newcomer = await ask(coordinator(), key, { holder: "eve" });

      expect(newcomer).toMatchObject({ acquired: false, heldBy: { holder: "bob", context: { of: "bob" } } });
      const answer = await bob.answer;
      expect(answer).toMatchObject({ acquired: true, lock: { holder: "bob", context: { of: "bob" } } });
      const { startedAt, expiresAt } = answer.acquired ? answer.lock : answer.heldBy;
      expect(Number(expiresAt) - startedAt.getTime()).toBeGreaterThanOrEqual(LONG_MS);
    });

    test("a lock that expires or is overridden goes to the next waiter", async () => {
      const key = newKey();
      await take(coordinator(), key);
      const bob = await queueUp(another(), key, "bob");
      const cy = await queueUp(another(), key, "cy");

      await store().expire.lock(key);
      const second = await bob.answer;
      await coordinator().locks.override({ key, by: "root", reason: "stuck" });

      expect(second).toMatchObject({ acquired: true, lock: { holder: "bob" } });
      expect(await cy.answer).toMatchObject({ acquired: true, lock: { holder: "cy" } });
    });

    test("a waiter that waits too long is refused and leaves the queue", async () => {
      const key = newKey();
      const lock = await take(coordinator(), key);

      const answer = await ask(coordinator(), key, { holder: "bob", waitMs: 50 });

      expect(answer).toMatchObject({ acquired: false, heldBy: { holder: "ann" } });
      expect(await line(key)).toEqual([]);
      await coordinator().locks.release(lock);
      expect(await coordinator().locks.inspect(key)).toBeUndefined();
    });

    test("a signal ends the waiting, and the other waiters keep their places", async () => {
      const key = newKey();
      const lock = await take(coordinator(), key);
      const leaving = new AbortController();
      const bob = await queueUp(coordinator(), key, "bob", { signal: leaving.signal });
      const cy = await queueUp(coordinator(), key, "cy");

      leaving.abort();
      const answer = await bob.answer;
      await coordinator().locks.release(lock);

      expect(answer).toMatchObject({ acquired: false, heldBy: { holder: "ann" } });
      expect(await pass(coordinator(), cy.answer)).toBe("cy");
    });

    test("a dead waiter is skipped", async () => {
      const key = newKey();
      const lock = await take(coordinator(), key);
      const stopped = another({ clock: createHeldClock() }); // never polls again, like a dead process
      const dead = await queueUp(stopped, key, "dead");
      const cy = await queueUp(another(), key, "cy");

      await store().expire.waiter(key, "dead");
      await coordinator().locks.release(lock);

      expect(await pass(coordinator(), cy.answer)).toBe("cy");
      await stopped.close();
      expect((await dead.answer).acquired).toBe(true); // it polls once more when it is closed, and the lock is free
    });

    test("closing ends the waiting, and later calls are refused", async () => {
      const key = newKey();
      await take(coordinator(), key);
      const process = another();
      const bob = await queueUp(process, key, "bob");
      const waiting = process.locks.stats().waiting;

      await process.close();

      expect(waiting).toBe(1);
      expect(await bob.answer).toMatchObject({ acquired: false, heldBy: { holder: "ann" } });
      expect(await line(key)).toEqual([]);
      await expect(process.locks.inspect(key)).rejects.toMatchObject({ code: "COORDINATOR_CLOSED" });
      await process.close();
    });
  });
}
