import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chainHash, createChainCheck, verifyChain } from "./hash-chain.ts";
import type { ChainHead, ChainLink } from "./hash-chain.ts";

const contents = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), { minLength: 2, maxLength: 12 });

test("a hash covers the entry and the hash before it", () => {
  const hash = chainHash(null, { number: 1, act: "opened" });

  expect(hash).toBe("f7ff59a9fdce1a5fedc0dc7a1253d90d7500699e0b5e751853804aab99baebc5");
  expect(chainHash(hash, { number: 1, act: "opened" })).not.toBe(hash);
  expect(() => chainHash(null, { number: 1, previous_hash: "x" })).toThrow("must not have a member previous_hash");
});

describe("for every chain", () => {
  test("a whole one has no difference, with or without its head", () => {
    check((links) => {
      expect(verifyChain(links)).toBeUndefined();
      expect(verifyChain(links, { heads: [headOf(links)] })).toBeUndefined();
    });
  });

  test("a changed entry is found at its number", () => {
    check((links, at) => {
      const changed = replace(links, at, (link) => ({ ...link, entry: { ...link.entry, added: 1 } }));

      expect(verifyChain(changed)).toMatchObject({ kind: "CHANGED", number: at + 1 });
    });
  });

  test("a changed hash is found at its number", () => {
    check((links, at) => {
      const changed = replace(links, at, (link) => ({ ...link, hash: "0".repeat(64) }));

      expect(verifyChain(changed)).toMatchObject({ kind: "CHANGED", number: at + 1, expected: "0".repeat(64) });
    });
  });

  test("a changed entry with a new hash is found at the entry after it, or by the head", () => {
    check((links, at) => {
      const changed = replace(links, at, ({ entry, previousHash }) => {
        const forged = { ...entry, added: 1 };
        return { entry: forged, previousHash, hash: chainHash(previousHash, forged) };
      });

      const isLast = at === links.length - 1;
      expect(verifyChain(changed, { heads: [headOf(links)] })).toMatchObject(
        isLast ? { kind: "REWRITTEN", number: at + 1 } : { kind: "UNLINKED", number: at + 2 },
      );
    });
  });

  test("a chain that was written anew is found by the head", () => {
    check((links, at) => {
      const forged = links.map(({ entry }, index) => (index === at ? { ...entry, added: 1 } : entry));

      expect(verifyChain(chained(forged))).toBeUndefined();
      expect(verifyChain(chained(forged), { heads: [headOf(links)] })).toMatchObject({ kind: "REWRITTEN" });
    });
  });

  test("a removed entry is missing, and a removed end is cut off", () => {
    check((links, at) => {
      const shorter = links.filter((_, index) => index !== at);
      const isLast = at === links.length - 1;

      expect(verifyChain(shorter, { heads: [headOf(links)] })).toEqual(
        isLast ? { kind: "CUT_OFF", number: at + 1, last: at } : { kind: "MISSING", number: at + 1 },
      );
      expect(verifyChain(links.slice(0, at), { heads: [headOf(links)] })).toMatchObject({ kind: "CUT_OFF", last: at });
    });
  });

  test("two entries that changed places are out of order", () => {
    check((links, at) => {
      const other = (at + 1) % links.length;
      const swapped = links.map((link, index) => links[index === at ? other : index === other ? at : index] ?? link);

      const first = Math.min(at, other) + 1;
      expect(verifyChain(swapped)).toEqual({
        kind: "OUT_OF_ORDER",
        number: Math.max(at, other) + 1,
        expected: first,
      });
    });
  });

  test("an entry that comes twice is out of order", () => {
    check((links, at) => {
      const twice = links.flatMap((link, index) => (index === at ? [link, link] : [link]));

      expect(verifyChain(twice)).toEqual({ kind: "OUT_OF_ORDER", number: at + 1, expected: at + 2 });
    });
  });

  test("a check may resume after an entry that was checked before", () => {
    check((links, at) => {
      const before = createChainCheck();
      for (const link of links.slice(0, at)) before.add(link);

      expect(verifyChain(links.slice(at), { after: before.last, heads: [headOf(links)] })).toBeUndefined();
    });
  });
});

test("an empty chain is whole unless a head is known of it", () => {
  expect(verifyChain([])).toBeUndefined();
  expect(verifyChain([], { heads: [{ number: 2, hash: "x" }] })).toEqual({ kind: "CUT_OFF", number: 2, last: 0 });
});

test("a chain may have its own way of hashing and its own start", () => {
  const hashOf = (previous: string | null, { number }: { number: number }) => `${previous ?? ""}/${String(number)}`;
  const start = { after: { number: 0, hash: "start" }, hashOf };
  const first = { entry: { number: 1 }, previousHash: "start", hash: "start/1" };

  expect(verifyChain([first], start)).toBeUndefined();
  expect(verifyChain([{ ...first, hash: "start/2" }], start)).toMatchObject({ kind: "CHANGED", number: 1 });
  expect(verifyChain([{ ...first, previousHash: "other", hash: "other/1" }], start)).toMatchObject({
    kind: "UNLINKED",
  });
});

/** Runs `property` with random chains and a random place in each. */
function check(property: (links: readonly ChainLink[], at: number) => void): void {
  fc.assert(
    fc.property(contents, fc.nat(), (entries, place) => {
      const links = chained(entries);
      property(links, place % links.length);
    }),
  );
}

function chained(contents: readonly Readonly<Record<string, unknown>>[]): ChainLink[] {
  const links: ChainLink[] = [];
  for (const [index, content] of contents.entries()) {
    const entry = { ...content, number: index + 1 };
    const previousHash = links.at(-1)?.hash ?? null;
    links.push({ entry, previousHash, hash: chainHash(previousHash, entry) });
  }
  return links;
}

function replace(links: readonly ChainLink[], at: number, change: (link: ChainLink) => ChainLink): ChainLink[] {
  return links.map((link, index) => (index === at ? change(link) : link));
}

function headOf(links: readonly ChainLink[]): ChainHead {
  const last = links.at(-1);
  return { number: last?.entry.number ?? 0, hash: last?.hash ?? "" };
}
