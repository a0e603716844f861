/** Tests that every driver stores and returns values in the same way. */
import fc from "fast-check";
import { describe, expect } from "vitest";
import { json, sql, type Sql, type SqlValue } from "../../src/database/sql.ts";
import type { Subject } from "./database.conformance.ts";

const RUNS = 100;
/** Text of PostgreSQL: any characters but the zero character and halves of surrogate pairs. */
const text = fc.string({ unit: "binary" }).filter((given) => !given.includes("\0"));
const bigintValue = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const date = fc.date({ min: new Date("-004000-01-01"), max: new Date(8.64e15 - 1), noInvalidDate: true });

export function valueTests({ test, database }: Subject): void {
  const one = async <Value>(statement: Sql<{ value: Value }>) => (await database().query(statement))[0]?.value;
  const comesBack = async <Value extends SqlValue>(
    values: fc.Arbitrary<Value>,
    statement: (value: Value) => Sql<{ value: unknown }>,
  ) => {
    const property = fc.asyncProperty(values, async (value) => {
      expect(await one(statement(value))).toEqual(value);
    });
    await fc.assert(property, { numRuns: RUNS });
  };

  describe("numbers and text", () => {
    test("a bigint comes back as a bigint", async () => {
      await comesBack(bigintValue, (value) => sql`select ${value}::bigint as value`);
    });
    test("an integer comes back as a number", async () => {
      await comesBack(fc.integer(), (value) => sql`select ${value}::integer as value`);
      expect(await one(sql`select 7::smallint as value`)).toBe(7);
    });
    test("a count comes back as a bigint", async () => {
      expect(await one(sql`select count(*) as value from (values (1), (2)) as row (id)`)).toBe(2n);
    });
    test("a double comes back as the same number, also NaN, infinity and minus zero", async () => {
      await comesBack(fc.double(), (value) => sql`select ${value}::double precision as value`);
      expect(await one(sql`select ${-0}::double precision as value`)).toBe(-0);
      expect(await one(sql`select 'NaN'::real as value`)).toBeNaN();
    });
    test("a numeric comes back as its digits", async () => {
      const digits = "12345678901234567890.123456789000";
      expect(await one(sql`select ${digits}::numeric as value`)).toBe(digits);
      expect(await one(sql`select sum(id) as value from (values (1::bigint), (2)) as row (id)`)).toBe("3");
    });
    test("text comes back as it was, whatever characters it has", async () => {
      await comesBack(text, (value) => sql`select ${value}::text as value`);
    });
    test("a boolean comes back as a boolean", async () => {
      await comesBack(fc.boolean(), (value) => sql`select ${value}::boolean as value`);
    });
    test("SQL null comes back as null", async () => {
      expect(await one(sql`select ${null}::bigint as value`)).toBeNull();
      expect(await one(sql`select null::jsonb as value`)).toBeNull();
    });
    test("bytes come back as a Uint8Array", async () => {
      await comesBack(fc.uint8Array({ maxLength: 500 }), (value) => sql`select ${value}::bytea as value`);
      const part = new Uint8Array([0, 1, 2, 3, 255]).subarray(1, 4);
      expect(await one(sql`select ${part}::bytea as value`)).toEqual(new Uint8Array([1, 2, 3]));
    });
    test("types without a parser come back as text", async () => {
      const uuid = "7b0c5f0e-29b0-4b8e-9f62-0d7f6a1c9e11";
      expect(await one(sql`select ${uuid}::uuid as value`)).toBe(uuid);
      expect(await one(sql`select interval '1 day 2 hours' as value`)).toBe("1 day 02:00:00");
    });
  });

  describe("times", () => {
    test("a timestamptz comes back as the same Date, from 4000 BC to the last possible Date", async () => {
      await comesBack(date, (value) => sql`select ${value}::timestamptz as value`);
      for (const year of ["0001", "0099", "9999", "+010000", "0000", "-000043"])
        await comesBack(
          fc.constant(new Date(`${year}-03-15T12:00:00Z`)),
          (value) => sql`select ${value}::timestamptz as value`,
        );
    });
    test("a timestamptz is the same moment whatever zone it was written in", async () => {
      const moment = await one(sql`select timestamptz '2024-07-01 12:00:00.123456 America/New_York' as value`);
      expect(moment).toEqual(new Date("2024-07-01T16:00:00.123Z"));
      expect(await one(sql`select timestamptz '1890-01-01 00:00:00 Europe/Paris' as value`)).toEqual(
        new Date("1889-12-31T23:50:39Z"),
      );
    });
    test("the session's time zone is UTC", async () => {
      expect(await one(sql`select ${new Date("2024-07-01T23:30:00Z")}::timestamptz::date as value`)).toBe("2024-07-01");
    });
    test("infinity comes back as the last possible Date", async () => {
      expect(await one(sql`select timestamptz 'infinity' as value`)).toEqual(new Date(8.64e15));
      expect(await one(sql`select timestamptz '-infinity' as value`)).toEqual(new Date(-8.64e15));
    });
    test("a date and a timestamp without zone come back as text", async () => {
      expect(await one(sql`select date '2024-02-29' as value`)).toBe("2024-02-29");
      expect(await one(sql`select timestamp '2024-02-29 01:02:03' as value`)).toBe("2024-02-29 01:02:03");
    });
    test("an invalid Date is refused", async () => {
      await expect(one(sql`select ${new Date(NaN)}::timestamptz as value`)).rejects.toThrow("invalid Date");
    });
  });

  describe("json", () => {
    const jsonText = fc.string({ unit: "grapheme" }).filter((given) => !given.includes("\0"));
    const jsonValue = fc.jsonValue({ stringUnit: "grapheme", noUnicodeString: false }).filter(isStorable);
    test("json comes back as the same value, nested and in any script", async () => {
      const statement = (value: unknown) => sql<{ value: unknown }>`select ${json(value)}::jsonb as value`;
      const property = fc.asyncProperty(jsonValue, async (value) => {
        expect(await one(statement({ nested: [value] }))).toEqual({ nested: [plain(value)] });
      });
      await fc.assert(property, { numRuns: RUNS });
      const ofText = fc.asyncProperty(jsonText, async (value) => {
        expect(await one(statement(value))).toBe(value);
      });
      await fc.assert(ofText, { numRuns: RUNS });
    });
    test("json null is a value and SQL null is none", async () => {
      expect(await one(sql`select ${json(null)}::jsonb is null as value`)).toBe(false);
      expect(await one(sql`select ${json(null)}::jsonb as value`)).toBeNull();
      expect(await one(sql`select ${json([null])}::json as value`)).toEqual([null]);
    });
    test("an array and a text are stored as json when marked", async () => {
      expect(await one(sql`select ${json(["a", 1])}::jsonb as value`)).toEqual(["a", 1]);
      expect(await one(sql`select jsonb_typeof(${json("12")}::jsonb) as value`)).toBe("string");
    });
    test("a number in json beyond 2^53 is rounded, as JavaScript does", async () => {
      expect(await one(sql`select '9007199254740993'::jsonb as value`)).toBe(9007199254740992);
    });
    test("a value without a form in json is refused", async () => {
      expect(() => json(undefined)).toThrow("cannot be stored as json");
    });
  });

  describe("arrays", () => {
    const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.array(fc.option(value), { maxLength: 20 });
    test("an array of text comes back with its quotes, commas, backslashes, nulls and words like NULL", async () => {
      const awkward = fc.constantFrom("", "NULL", "null", '"', "\\", "a,b", "{}", " ", "\n", "'", "{a}", '\\"');
      await comesBack(nullable(fc.oneof(awkward, text)), (value) => sql`select ${value}::text[] as value`);
    });
    test("an array of bigint, integer, double, boolean and timestamptz comes back as the same", async () => {
      await comesBack(nullable(bigintValue), (value) => sql`select ${value}::bigint[] as value`);
      await comesBack(nullable(fc.integer()), (value) => sql`select ${value}::integer[] as value`);
      await comesBack(nullable(fc.double()), (value) => sql`select ${value}::double precision[] as value`);
      await comesBack(nullable(fc.boolean()), (value) => sql`select ${value}::boolean[] as value`);
      await comesBack(nullable(date), (value) => sql`select ${value}::timestamptz[] as value`);
    });
    test("arrays of numeric, date, uuid, json and bytes come back element by element", async () => {
      expect(await one(sql`select ${["1.50", null]}::numeric[] as value`)).toEqual(["1.50", null]);
      expect(await one(sql`select array[date '2024-02-29'] as value`)).toEqual(["2024-02-29"]);
      expect(await one(sql`select array['{"a": "b,c"}'::jsonb, null] as value`)).toEqual([{ a: "b,c" }, null]);
      expect(await one(sql`select array['\\x01ff'::bytea] as value`)).toEqual([new Uint8Array([1, 255])]);
    });
    test("an empty array comes back empty and nested arrays nested", async () => {
      expect(await one(sql`select ${[]}::bigint[] as value`)).toEqual([]);
      expect(await one(sql`select array[[1, 2], [3, null]] as value`)).toEqual([
        [1, 2],
        [3, null],
      ]);
      expect(await one(sql`select '[0:1]={a,b}'::text[] as value`)).toEqual(["a", "b"]);
    });
    test("an array can be unnested into rows", async () => {
      const statement = sql<{ id: bigint }>`select id from unnest(${[3n, 1n, 2n]}::bigint[]) as given (id) order by id`;
      expect(await database().query(statement)).toEqual([{ id: 1n }, { id: 2n }, { id: 3n }]);
    });
  });
}

/** Returns whether jsonb accepts a value: it refuses the zero character and halves of surrogate pairs. */
function isStorable(value: unknown): boolean {
  return !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value));
}

/** Returns a value as parsed from JSON: without minus zero, and with __proto__ as an own property. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
