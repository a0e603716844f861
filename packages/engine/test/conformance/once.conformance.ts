/** Tests that the same key with the same input gets the same answer, on every implementation. */
import fc from "fast-check";
import { describe, expect } from "vitest";
import type { Coordinator, OnceClaim, OnceRequest } from "../../src/locks/locks.ts";
import type { Subject } from "./lock-store.conformance.ts";

const INPUT = { scope: "tenant-1", inputHash: "sha256:aa" };

export function onceTests({ test, coordinator, another, newKey, store }: Subject): void {
  const begin = (key: string, request: Partial<OnceRequest> = {}, on: Coordinator = coordinator()) =>
    on.once.begin({ ...INPUT, key, ...request });
  const first = async (key: string, request: Partial<OnceRequest> = {}): Promise<OnceClaim> => {
    const answer = await begin(key, request);
    if (answer.kind !== "first") throw new Error(`${key} is ${answer.kind}`);
    return answer.claim;
  };

  describe("once", () => {
    test("the first caller works; others receive that it runs, and later its answer", async () => {
      const key = newKey();
      const claim = await first(key, { leaseMs: 5_000 });

      const during = await begin(key, {}, another());
      const finished = await coordinator().once.finish(claim, { journal: 7 });
      const after = await begin(key, {}, another());

      expect(during.kind === "running" && during.until.getTime() - during.since.getTime()).toBe(5_000);
      expect(finished).toBe("finished");
      expect(after).toMatchObject({ kind: "done", answer: { journal: 7 } });
      expect(after.kind === "done" && after.finishedAt).toBeInstanceOf(Date);
    });

    test("of many concurrent callers one is the first", async () => {
      const key = newKey();
      const asked = Array.from({ length: 30 }, () => [begin(key), begin(key, {}, another())]);
      const kinds = (await Promise.all(asked.flat())).map(({ kind }) => kind);
      expect(kinds.sort()).toEqual(["first", ...Array.from({ length: 59 }, () => "running")]);
    });

    test("other input under the same key is refused, while the work runs and when it is done", async () => {
      const key = newKey();
      const claim = await first(key);
      const refusal = { code: "IDEMPOTENCY_CONFLICT", details: { scope: INPUT.scope, key } };

      await expect(begin(key, { inputHash: "sha256:bb" })).rejects.toMatchObject(refusal);
      await coordinator().once.finish(claim, null);
      await expect(begin(key, { inputHash: "sha256:bb" })).rejects.toMatchObject(refusal);

      expect(await begin(key)).toMatchObject({ kind: "done", answer: null });
    });

    test("the same key in two scopes is two keys", async () => {
      const key = newKey();
      await first(key);
      expect((await begin(key, { scope: "tenant-2", inputHash: "sha256:bb" })).kind).toBe("first");
    });

    test("a crash blocks a key for one lease, and a late caller changes nothing", async () => {
      const key = newKey();
      const crashed = await first(key);
      await store().expire.once(INPUT.scope, key);

      const next = await first(key, { inputHash: "sha256:bb" });
      const late = [
        await coordinator().once.extend(crashed),
        await coordinator().once.finish(crashed, "late"),
        await coordinator().once.abandon(crashed),
      ];

      expect(late).toEqual(["lost", "lost", "lost"]);
      expect(await coordinator().once.finish(next, "in time")).toBe("finished");
      expect(await begin(key, { inputHash: "sha256:bb" })).toMatchObject({ kind: "done", answer: "in time" });
    });

    test("an expired lease is lost even before another caller begins", async () => {
      const key = newKey();
      const claim = await first(key);
      await store().expire.once(INPUT.scope, key);
      expect(await coordinator().once.finish(claim, 1)).toBe("lost");
      expect((await begin(key)).kind).toBe("first");
    });

    test("an extension restarts the lease", async () => {
      const key = newKey();
      const claim = await first(key, { leaseMs: 1_000 });

      const answer = await coordinator().once.extend(claim, 600_000);

      const during = await begin(key);
      expect(answer).toBe("extended");
      expect(during.kind === "running" && during.until.getTime() - during.since.getTime()).toBeGreaterThanOrEqual(
        600_000,
      );
    });

    test("abandoned work may begin again, with other input too", async () => {
      const key = newKey();
      const claim = await first(key);
      expect(await coordinator().once.abandon(claim)).toBe("abandoned");
      expect(await coordinator().once.finish(claim, 1)).toBe("lost");
      expect((await begin(key, { inputHash: "sha256:bb" })).kind).toBe("first");
    });

    test("an answer is deleted after its time, and the work is then done again", async () => {
      const key = newKey();
      await coordinator().once.finish(await first(key, { keepMs: 1_000 }), "old");
      await store().expire.once(INPUT.scope, key);
      expect((await begin(key)).kind).toBe("first");
    });

    test("any json comes back as it was", async () => {
      const isStorable = (value: unknown) => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value));
      const property = fc.asyncProperty(fc.jsonValue().filter(isStorable), async (answer) => {
        const key = newKey();
        await coordinator().once.finish(await first(key), answer);
        const plain: unknown = JSON.parse(JSON.stringify(answer));
        const again = await begin(key);
        expect(again.kind === "done" && again.answer).toEqual(plain);
      });
      await fc.assert(property, { numRuns: 30 });
    });

    test("an answer that is stored in a transaction is kept when that commits", async () => {
      const { database } = store();
      const keys = { kept: newKey(), undone: newKey() };
      const claims = { kept: await first(keys.kept), undone: await first(keys.undone) };
      const { once } = coordinator();

      const finished = await database.transaction((tx) => once.finish(claims.kept, { journal: 7 }, { in: tx }));
      const undone = database.transaction(async (tx) => {
        await once.finish(claims.undone, { journal: 8 }, { in: tx });
        throw new Error("what was done is undone");
      });

      await expect(undone).rejects.toThrow("what was done is undone");
      expect(finished).toBe("finished");
      expect(await begin(keys.kept, {}, another())).toMatchObject({ kind: "done", answer: { journal: 7 } });
      expect((await begin(keys.undone, {}, another())).kind).toBe("running");
      expect(await once.abandon(claims.undone)).toBe("abandoned");
    });

    test("finishing in a transaction returns lost when another caller has begun", async () => {
      const key = newKey();
      const slow = await first(key);
      await store().expire.once(INPUT.scope, key);
      await first(key);

      const finished = await store().database.transaction((tx) => coordinator().once.finish(slow, "late", { in: tx }));

      expect(finished).toBe("lost");
      expect((await begin(key)).kind).toBe("running");
    });
  });
}
