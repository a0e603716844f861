/** Which leases are renewed, dropped and ended, in any order of calls. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createLeaseRegistry, OVER_MAX } from "./lease-registry.ts";

const step = fc.oneof(
  fc.record({
    kind: fc.constant("hold" as const),
    token: fc.bigInt(1n, 5n),
    endsAtMs: fc.integer({ min: 0, max: 20 }),
  }),
  fc.record({ kind: fc.constant("drop" as const), token: fc.bigInt(1n, 5n) }),
  fc.record({ kind: fc.constant("renew" as const), lost: fc.uniqueArray(fc.bigInt(1n, 5n)) }),
  fc.record({ kind: fc.constant("fail" as const) }),
);

test("a lease is renewed exactly while it is held and its time is not over, and a drop is reported until a renewal has worked", () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const held = createLeaseRegistry();
      const endsAt = new Map<bigint, number>();
      const unreported = new Set<bigint>();
      for (const [nowMs, taken] of steps.entries()) {
        const request = held.toRenew(nowMs);
        expect(request.tokens).toEqual([...endsAt].filter(([, end]) => end > nowMs).map(([token]) => token));
        expect(request.over).toEqual([...unreported]);
        if (taken.kind === "hold") {
          held.hold(taken.token, taken.endsAtMs);
          endsAt.set(taken.token, taken.endsAtMs);
        } else if (taken.kind === "drop") {
          held.drop(taken.token);
          endsAt.delete(taken.token);
          unreported.add(taken.token);
        } else if (taken.kind === "renew") {
          const lost = taken.lost.filter((token) => request.tokens.includes(token));
          expect(held.renewed(request, lost)).toEqual(lost);
          for (const token of lost) endsAt.delete(token);
          unreported.clear();
        }
      }
    }),
  );
});

test("what was dropped while its renewal was under way is not reported as lost, and is reported with the next one", () => {
  const held = createLeaseRegistry();
  held.hold(1n, Infinity);
  const request = held.toRenew(0);

  held.drop(1n);
  const lost = held.renewed(request, [1n]);

  expect(lost).toEqual([]);
  expect(held.toRenew(0)).toEqual({ tokens: [], over: [1n] });
});

test("a lease whose time is over is given back once", () => {
  const held = createLeaseRegistry();
  held.hold(1n, 10);
  held.hold(2n, 11);

  expect(held.takeEnded(9)).toEqual([]);
  expect(held.takeEnded(10)).toEqual([1n]);
  expect(held.takeEnded(10)).toEqual([]);
  expect(held.toRenew(10).tokens).toEqual([2n]);
});

test("a database that is unavailable for long does not fill the memory with drops", () => {
  const held = createLeaseRegistry();

  for (let token = 0n; token < OVER_MAX + 5; token++) held.drop(token);

  expect(held.overCount()).toBe(OVER_MAX);
  expect(held.toRenew(0).over[0]).toBe(5n);
});
