/** Tests of which policy decides about a request. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AccessRequest,
  checkPolicy,
  decidingPolicy,
  isAddressRange,
  isInRanges,
  matchesPath,
  type Policy,
  policyCanonical,
  readPolicy,
} from "./policy.ts";

type Named = Policy & { readonly name: string };

const REQUEST: AccessRequest = {
  method: "POST",
  path: "/v1/passport-versions/7/revoke",
  resourceIds: ["7"],
  actor: "ann",
  address: "192.0.2.7",
  now: new Date("2026-06-01T12:00:00Z"),
};

const named = (name: string, fields: Partial<Policy>): Named => ({
  name,
  effect: "DENY",
  target: { path: "*" },
  priority: 100,
  conditions: {},
  ...fields,
});

/** Conditions of which some match the request. */
const CONDITIONS: readonly Policy["conditions"][] = [
  {},
  { actor_ids: ["ann", "bob"] },
  { actor_ids: ["bob"] },
  { resource_ids: ["7"] },
  { resource_ids: ["8"] },
  { not_before: "2026-01-01T00:00:00Z", not_after: "2026-12-31T00:00:00Z" },
  { not_after: "2026-05-31T00:00:00Z" },
  { source_ips: ["192.0.2.0/24"] },
  { source_ips: ["198.51.100.1"] },
];

const TARGETS: readonly Policy["target"][] = [
  { path: "*" },
  { path: "/v1/passports/*" },
  { path: "*", methods: ["GET"] },
];

const policies: fc.Arbitrary<Named[]> = fc
  .array(
    fc.record({
      effect: fc.constantFrom("ALLOW" as const, "DENY" as const),
      target: fc.constantFrom(...TARGETS),
      priority: fc.integer({ min: 0, max: 3 }),
      conditions: fc.constantFrom(...CONDITIONS),
    }),
    { maxLength: 12 },
  )
  .map((drawn) => drawn.map((policy, index) => ({ ...policy, name: `policy-${String(index)}` })));

const isDenied = (among: readonly Named[]) => decidingPolicy(among, REQUEST)?.effect === "DENY";

describe("of several policies", () => {
  test("the first that matches the request decides: the lowest number, and DENY before ALLOW", () => {
    fc.assert(
      fc.property(policies, (drawn) => {
        const about = drawn.filter((policy) => decidingPolicy([policy], REQUEST) !== undefined);

        expect(decidingPolicy(drawn, REQUEST)).toBe([...about].sort(byRank)[0]);
      }),
    );
  });

  test("the order of their creation does not matter", () => {
    fc.assert(
      fc.property(
        policies.chain((drawn) =>
          fc.tuple(fc.constant(drawn), fc.shuffledSubarray(drawn, { minLength: drawn.length })),
        ),
        ([drawn, shuffled]) => {
          expect(decidingPolicy(shuffled, REQUEST)).toBe(decidingPolicy(drawn, REQUEST));
        },
      ),
    );
  });

  test("another DENY never grants access, and another ALLOW never denies it", () => {
    fc.assert(
      fc.property(policies, fc.integer({ min: 0, max: 3 }), (drawn, priority) => {
        const withDeny = [...drawn, named("one more", { effect: "DENY", priority })];
        const withAllow = [...drawn, named("one more", { effect: "ALLOW", priority })];

        if (isDenied(drawn)) expect(isDenied(withDeny)).toBe(true);
        else expect(isDenied(withAllow)).toBe(false);
      }),
    );
  });

  test("those that match other requests only change nothing", () => {
    fc.assert(
      fc.property(policies, (drawn) => {
        const about = drawn.filter((policy) => decidingPolicy([policy], REQUEST) !== undefined);

        expect(decidingPolicy(about, REQUEST)).toBe(decidingPolicy(drawn, REQUEST));
      }),
    );
  });

  test("none decides if none matches the request", () => {
    expect(decidingPolicy([], REQUEST)).toBeUndefined();
    expect(decidingPolicy([named("other", { target: { path: "/v1/rules/*" } })], REQUEST)).toBeUndefined();
  });
});

/** Sorts by number, and DENY before ALLOW. */
function byRank(a: Named, b: Named): number {
  const rank = ({ priority, effect }: Named) => priority * 2 + (effect === "DENY" ? 0 : 1);
  return rank(a) - rank(b) || (a.name < b.name ? -1 : 1);
}

test.each([
  [{}, true],
  [{ actor_ids: ["bob", "ann"] }, true],
  [{ actor_ids: ["an"] }, false],
  [{ resource_ids: ["7"] }, true],
  [{ resource_ids: ["/v1/passport-versions/7"] }, false],
  [{ not_before: "2026-06-01T14:00:00+02:00" }, true],
  [{ not_before: "2026-06-01T12:00:00.001Z" }, false],
  [{ not_after: "2026-06-01T12:00:00Z" }, true],
  [{ not_after: "2026-06-01T11:59:59.999Z" }, false],
  [{ source_ips: ["198.51.100.1", "192.0.2.0/29"] }, true],
  [{ source_ips: ["192.0.2.8"] }, false],
  [{ actor_ids: ["ann"], source_ips: ["198.51.100.1"] }, false],
])("the conditions %j match the request: %s", (conditions, isAbout) => {
  expect(isDenied([named("policy", { conditions })])).toBe(isAbout);
});

test("a policy does not apply to methods that it does not name", () => {
  expect(isDenied([named("policy", { target: { path: "*", methods: ["GET", "DELETE"] } })])).toBe(false);
  expect(isDenied([named("policy", { target: { path: "*", methods: ["POST"] } })])).toBe(true);
});

describe("a pattern", () => {
  test("treats * like .* in a regular expression, and everything else as literal text", () => {
    const piece = fc.constantFrom("a", "ab", "/", ".", "*", "**", "a*b");
    const text = (pieces: fc.Arbitrary<string>) => fc.array(pieces, { maxLength: 7 }).map((list) => list.join(""));
    fc.assert(
      fc.property(text(piece), text(fc.constantFrom("a", "b", "ab", "/", ".")), (pattern, path) => {
        const same = new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", ".*")}$`);

        expect(matchesPath(pattern, path)).toBe(same.test(path));
      }),
      { numRuns: 1_000 },
    );
  });

  test("with many stars is matched quickly", () => {
    expect(matchesPath(`${"*a".repeat(100)}!`, "a".repeat(10_000))).toBe(false);
  });
});

describe("addresses", () => {
  test.each([
    ["10.1.2.3", ["10.0.0.0/8"], true],
    ["11.1.2.3", ["10.0.0.0/8"], false],
    ["::ffff:10.1.2.3", ["10.0.0.0/8"], true],
    ["2001:db8::5", ["2001:db8::/64"], true],
    ["fe80::1%eth0", ["fe80::/10"], true],
    ["10.1.2.3", ["0.0.0.0/0"], true],
    ["no address", ["0.0.0.0/0", "::/0"], false],
  ])("%s is in %j: %s", (address, ranges, isIn) => {
    expect(isInRanges(address, ranges)).toBe(isIn);
  });

  test.each([
    "",
    "10.0.0",
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0.0/-1",
    "::/129",
    "localhost",
    "fe80::1%eth0",
  ])("%j is not an address range", (text) => {
    expect(isAddressRange(text)).toBe(false);
    const policy = named("policy", { conditions: { source_ips: [text] } });
    expect(() => checkPolicy(policy)).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR" }));
  });
});

test("a time that ends before it begins is refused", () => {
  const conditions = { not_before: "2026-02-01T00:00:00Z", not_after: "2026-01-01T00:00:00Z" };

  expect(() => checkPolicy(named("policy", { conditions }))).toThrow("would never hold");
});

test("a policy is hashed in its canonical form, which is read back as the same policy", () => {
  fc.assert(
    fc.property(policies, (drawn) => {
      for (const { effect, target, priority, conditions } of drawn) {
        const policy = { effect, target, priority, conditions };
        const { canonical, hash } = policyCanonical(policy);

        expect(readPolicy(canonical)).toEqual(policy);
        expect(policyCanonical(readPolicy(canonical)).hash).toBe(hash);
      }
    }),
  );
  expect(policyCanonical({ effect: "DENY", target: { path: "/v1/*" }, priority: 100, conditions: {} }).canonical).toBe(
    '{"conditions":{},"effect":"DENY","priority":100,"target":{"path":"/v1/*"}}',
  );
});
