/** Tests of the chain of entries: the data it covers, and the changes its verifier finds. */
import { canonicalJson, sha256Hex } from "@rota/proofs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { credit, debit, SmallJournal } from "../../test/small-books.ts";
import { verifyBalances, verifyJournal } from "../verify/verify-journal.ts";
import { balancesOf } from "./balance.ts";
import { appendEntries, emptyLedger, entryHash, entryText, genesisHash } from "./chain.ts";
import { formatNumber, type JournalEntry } from "./entry.ts";
import { formatRate } from "./rate.ts";

const OWNER = { tenant: "tenant-1", ledger: "main" };

function journalOf(count: number): SmallJournal {
  const journal = new SmallJournal();
  for (let n = 1; n <= count; n++) {
    const dimensions = { zone: "b", area: String(n) };
    journal.post([debit("cash", BigInt(n), { dimensions }), credit("sales", BigInt(n))], {
      ...{ description: `sale ${String(n)} \u20ac "\\\u2028`, postedDate: n % 2 === 0 ? "2026-12-31" : "2027-01-01" },
    });
  }
  return journal;
}

/** Returns the text of a general RFC 8785 serializer, which the fast one must match. */
function generalText(entry: JournalEntry): string {
  const { lines, rate, ...rest } = entry;
  const texts = Object.entries(rest)
    .filter(([name]) => !["hash", "previousHash"].includes(name))
    .map(([name, value]) => [name, typeof value === "number" ? String(value) : value]);
  return canonicalJson({
    ...Object.fromEntries(texts),
    v: "1",
    rate: formatRate(rate),
    lines: lines.map(({ n, amount, baseAmount, dimensions, ...line }) => ({
      ...{ n: String(n), amount: String(amount), baseAmount: String(baseAmount), dims: dimensions },
      ...line,
    })),
  });
}

describe("the hash of an entry", () => {
  test("is that of the text of 0x01, the hash before, and the canonical JSON of all that is stored", () => {
    const [entry] = journalOf(1).entries;
    if (entry === undefined) throw new Error("one entry");

    const bytes = Buffer.concat([
      Buffer.of(1),
      Buffer.from(genesisHash("tenant-1", "main"), "hex"),
      Buffer.from(generalText(entry)),
    ]);

    expect(entry.previousHash).toBe(sha256Hex("fis-chain-v1\0tenant-1\0main"));
    expect(entry.hash).toBe(sha256Hex(bytes));
  });

  test("has the same text on the fast and on the general way, whatever the texts are", () => {
    const [entry] = journalOf(1).entries;
    if (entry === undefined) throw new Error("one entry");
    const text = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(fc.dictionary(text, text), text, fc.option(text), (dimensions, eventId, reference) => {
        const changed = { ...entry, eventId, reference, lines: entry.lines.map((line) => ({ ...line, dimensions })) };
        expect(entryText(changed)).toBe(generalText(changed));
      }),
    );
  });
});

test("a time that would not come back from the database as it was hashed is refused", () => {
  const { head, entries } = journalOf(1);
  const [entry] = entries;
  if (entry === undefined) throw new Error("one entry");
  const append = (createdAt: string) => () => appendEntries(head, [{ ...entry, createdAt }]);

  for (const createdAt of ["2026-11-15T12:00:00.123456Z", "2026-11-15T12:00:00Z", "2026-11-15T13:00:00.000+01:00"])
    expect(append(createdAt)).toThrow(createdAt);
});

describe("the verifier", () => {
  test("finds a whole journal in order, against its head as well", () => {
    const { entries, head } = journalOf(5);

    expect(verifyJournal(entries, OWNER)).toBeUndefined();
    expect(verifyJournal(entries, { ...OWNER, heads: [{ number: 5, hash: head.hash }] })).toBeUndefined();
  });

  test("finds every change of every field of an entry and of a line", () => {
    const { entries } = journalOf(3);
    const middle = entries[1];
    const [line] = middle?.lines ?? [];
    if (middle === undefined || line === undefined) throw new Error("three entries with lines");
    const ofEntry = Object.entries(middle).map(([name, value]) => ({ ...middle, [name]: changed(value) }));
    const ofLine = Object.entries(line).map(([name, value]) => ({
      ...middle,
      lines: [{ ...line, [name]: changed(value) }, ...middle.lines.slice(1)],
    }));

    const found = [...ofEntry.filter((entry) => Array.isArray(entry.lines)), ...ofLine].map((entry) =>
      verifyJournal([...entries.slice(0, 1), entry, ...entries.slice(2)], OWNER),
    );

    expect(found.length).toBeGreaterThan(30);
    expect(found.filter((difference) => difference === undefined)).toEqual([]);
  });

  test("finds a removed, moved or repeated entry, and a cut end by a head that was kept", () => {
    const { entries, head } = journalOf(4);
    const [a, b, c, d] = entries;
    if (!a || !b || !c || !d) throw new Error("four entries");
    const kept = { ...OWNER, heads: [{ number: 4, hash: head.hash }] };

    expect(verifyJournal([a, c, d], OWNER)).toMatchObject({ kind: "MISSING", number: 2 });
    expect(verifyJournal([a, b, b, c], OWNER)).toMatchObject({ kind: "OUT_OF_ORDER", number: 2 });
    expect(verifyJournal([a, b], OWNER)).toBeUndefined();
    expect(verifyJournal([a, b], kept)).toMatchObject({ kind: "CUT_OFF", number: 4 });
  });

  test("takes no entries of another tenant or ledger for those of this one", () => {
    const { entries } = journalOf(2);

    expect(verifyJournal(entries, { ...OWNER, tenant: "tenant-2" })).toMatchObject({ kind: "UNLINKED", number: 1 });
    expect(verifyJournal(entries, { ...OWNER, ledger: "other" })).toMatchObject({ kind: "UNLINKED", number: 1 });
  });

  test("finds what was hashed rightly and is wrong in itself: sides that differ, numbers with a gap, a foreign entry", () => {
    const { entries } = journalOf(1);
    const [entry] = entries;
    const [line] = entry?.lines ?? [];
    if (entry === undefined || line === undefined) throw new Error("one entry");
    const forged = (changes: Partial<JournalEntry>) => {
      const other = { ...entry, ...changes };
      return verifyJournal([{ ...other, hash: entryHash(other.previousHash, other) }], OWNER);
    };

    expect(forged({ lines: [{ ...line, baseAmount: 9n }, ...entry.lines.slice(1)] })).toMatchObject({
      kind: "UNBALANCED",
    });
    expect(forged({ number: 2 })).toMatchObject({ kind: "MISNUMBERED", expected: 1, found: 2 });
    expect(forged({ tenant: "tenant-2" })).toMatchObject({ kind: "FOREIGN" });
  });

  test("finds balances that are not those of the lines, and an unbalanced equation", () => {
    const { entries, books } = journalOf(3);
    const right = balancesOf(entries, books.chart);
    const cash = right.get("cash");
    if (cash === undefined) throw new Error("cash");
    const stored = new Map(right).set("cash", { ...cash, debit: cash.debit + 1n });

    expect(verifyBalances(right, right)).toEqual({ differences: [], equationDelta: 0n });
    expect(verifyBalances(stored, right).differences.map(({ account }) => account)).toEqual(["cash"]);
    expect(verifyBalances(new Map(), right).differences).toHaveLength(2);
  });
});

describe("numbers", () => {
  test("are without a gap in each fiscal year, however many entries are appended at once", () => {
    const { entries } = journalOf(5);

    expect(entries.map(({ fiscalYear, number }) => formatNumber(fiscalYear, number))).toEqual([
      ...["JE-2027-00001", "JE-2026-00001", "JE-2027-00002", "JE-2026-00002", "JE-2027-00003"],
    ]);
    const checked = entries.map((entry) => ({ ...entry, createdAt: entry.createdAt }));
    expect(appendEntries(emptyLedger("tenant-1", "main"), checked).entries).toEqual(entries);
  });

  test("and places are used up only by what the caller keeps: an append that is dropped leaves no gap", () => {
    const { head, entries } = journalOf(2);
    const [entry] = entries;
    if (entry === undefined) throw new Error("an entry");

    appendEntries(head, [entry]);
    const [second] = appendEntries(head, [entry]).entries;

    expect([second?.chainSeq, second?.number]).toEqual([3, 2]);
  });
});

/** Returns another value of the same type. */
function changed(value: unknown): unknown {
  if (typeof value === "bigint") return value + 1n;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value === "string")
    return /^[0-9a-f]{64}$/.test(value) ? "0".repeat(64) : value === "D" ? "C" : `${value}x`;
  if (Array.isArray(value)) return value.slice(1);
  return value === null ? "something" : { ...value, added: "x" };
}
