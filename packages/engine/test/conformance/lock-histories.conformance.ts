/** Tests that an implementation answers like a simple model of a lock and of an idempotency key, in any order of calls. */
import fc from "fast-check";
import { describe, expect } from "vitest";
import type { OnceClaim, OwnLock } from "../../src/locks/locks.ts";
import type { Subject } from "./lock-store.conformance.ts";
import { ask } from "./locks.conformance.ts";

const RUNS = { numRuns: 25 };
const ACTORS = ["ann", "bob", "cy"] as const;
const actor = fc.constantFrom(...ACTORS);
const lockStep = fc.record({ actor, action: fc.constantFrom("acquire", "extend", "release", "override", "expire") });
const onceStep = fc.record({
  actor,
  action: fc.constantFrom("begin a", "begin b", "extend", "finish", "abandon", "expire"),
});

export function historyTests({ test, coordinator, store, newKey }: Subject): void {
  describe("histories", () => {
    test("a lock has one holder at a time, which alone can change it", async () => {
      const property = fc.asyncProperty(fc.array(lockStep, { maxLength: 20 }), async (steps) => {
        const { locks } = coordinator();
        const key = newKey();
        const holds = new Map<string, OwnLock>(); // the latest hold of each actor, which may be lost
        let holder: string | undefined;
        for (const { actor, action } of steps) {
          const hold = holds.get(actor) ?? { key, token: "never-held" };
          const isHolder = holder === actor;
          if (action === "acquire") {
            const answer = await ask(coordinator(), key, { holder: actor });
            expect(answer.acquired).toBe(holder === undefined);
            if (answer.acquired) holds.set((holder = actor), answer.lock);
          } else if (action === "extend") {
            expect((await locks.extend(hold)).kind).toBe(isHolder ? "extended" : "lost");
          } else if (action === "release") {
            expect(await locks.release(hold)).toBe(isHolder ? "released" : "lost");
            if (isHolder) holder = undefined;
          } else if (action === "override") {
            expect((await locks.override({ key, by: actor, reason: "test" }))?.holder).toBe(holder);
            holder = undefined;
          } else {
            await store().expire.lock(key);
            holder = undefined;
          }
          expect((await locks.inspect(key))?.holder).toBe(holder);
        }
      });
      await fc.assert(property, RUNS);
    });

    test("the work of an idempotency key runs once at a time, and its answer stays", async () => {
      const property = fc.asyncProperty(fc.array(onceStep, { maxLength: 20 }), async (steps) => {
        const { once } = coordinator();
        const key = newKey();
        const scope = "histories";
        const claims = new Map<string, OnceClaim>();
        let state: { readonly input: string; readonly runner?: string; readonly answer?: string } | undefined;
        for (const { actor, action } of steps) {
          const claim = claims.get(actor) ?? { scope, key, token: "never-held" };
          const isRunner = state?.runner === actor;
          if (action === "begin a" || action === "begin b") {
            const beginning = once.begin({ scope, key, inputHash: action });
            if (state !== undefined && state.input !== action) {
              await expect(beginning).rejects.toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
              continue;
            }
            const answer = await beginning;
            expect(answer).toMatchObject(expected(state));
            if (answer.kind === "first") {
              state = { input: action, runner: actor };
              claims.set(actor, answer.claim);
            }
          } else if (action === "extend") {
            expect(await once.extend(claim)).toBe(isRunner ? "extended" : "lost");
          } else if (action === "finish") {
            expect(await once.finish(claim, { by: actor })).toBe(isRunner ? "finished" : "lost");
            if (isRunner) state = { input: state?.input ?? "", answer: actor };
          } else if (action === "abandon") {
            expect(await once.abandon(claim)).toBe(isRunner ? "abandoned" : "lost");
            if (isRunner) state = undefined;
          } else {
            await store().expire.once(scope, key);
            state = undefined;
          }
        }
      });
      await fc.assert(property, RUNS);
    });
  });
}

function expected(state: { answer?: string } | undefined): Record<string, unknown> {
  if (state === undefined) return { kind: "first" };
  return state.answer === undefined ? { kind: "running" } : { kind: "done", answer: { by: state.answer } };
}
