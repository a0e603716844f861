/** Tests that a restored backup equals the original on any driver, and that an incomplete file changes nothing. */
import { createHash } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { engineMigrations, type MigrationSet } from "./migration-set.ts";
import { selectInstance } from "./database.sql.ts";
import { json, sql, sqlScript } from "./sql.ts";
import { backupTo } from "./backup.ts";
import { copyDatabase, restoreFrom } from "./restore.ts";

/** Tables that are difficult to restore: an identity, a generated column, a row that refers to a later one, a trigger. */
const TRIAL = sqlScript(`
  create table rota.samples (
    id      bigint generated always as identity primary key,
    label   text,
    "Odd name" jsonb,
    amounts numeric[],
    bytes   bytea,
    at      timestamptz,
    next_id bigint references rota.samples,
    doubled bigint generated always as (id * 2) stored
  );
  create table rota.counted (n bigint not null);
  insert into rota.counted values (0);
  delete from rota.counted;
  create function rota.count_samples() returns trigger language plpgsql as $$
  begin
    insert into rota.counted values (new.id);
    return new;
  end $$;
  create trigger count_samples after insert on rota.samples for each row execute function rota.count_samples();
  create view rota.sampled_tasks as select task_id from rota.tasks;`);

/** Set that uses tables of the engine, although its name sorts before the engine's. */
const trialSet: MigrationSet = {
  name: "a-trial",
  migrations: [
    {
      number: 1,
      name: "0001_trial.sql",
      text: TRIAL.text,
      checksum: createHash("sha256").update(TRIAL.text).digest("hex"),
    },
  ],
};
const sets = async () => [await engineMigrations(), trialSet];

type Sample = {
  label: string | null;
  odd: unknown;
  amounts: string[] | null;
  bytes: Uint8Array | null;
  at: Date | null;
};

async function openMigrated(on: "pglite" | "postgres") {
  const opened = await openTestDatabase({ on });
  for (const migrations of await sets()) await migrate(opened.database, { migrations });
  return opened;
}

async function insertSamples(database: Database, samples: readonly Sample[]): Promise<void> {
  for (const { label, odd, amounts, bytes, at } of samples)
    await database.query(sql`
      insert into rota.samples (label, "Odd name", amounts, bytes, at)
      values (${label}, ${json(odd)}::jsonb, ${amounts}::numeric[], ${bytes}, ${at})`);
  await database.query(sql`update rota.samples set next_id = (select max(id) from rota.samples)`);
}

async function everything(database: Database) {
  const samples = await database.query(sql`select * from rota.samples order by id`);
  const counted = await database.query(sql`select n from rota.counted order by n`);
  const instance = await database.query(sql`select instance_id, created_at from rota.instance`);
  const [next] = await database.query(
    sql<{ id: bigint }>`select nextval(pg_get_serial_sequence('rota.samples', 'id')) as id`,
  );
  return { samples, counted, instance, next };
}

async function backupOf(database: Database): Promise<Buffer> {
  const target = new PassThrough();
  const [bytes] = await Promise.all([buffer(target), backupTo(database, target)]);
  return bytes;
}

const restore = async (database: Database, bytes: Buffer) =>
  restoreFrom(database, Readable.from([bytes]), { migrations: await sets() });

const text = fc.string({ unit: "binary", maxLength: 40 }).filter((given) => !given.includes("\0"));
const sample: fc.Arbitrary<Sample> = fc.record({
  label: fc.option(fc.oneof(text, fc.constantFrom("", "(,)", '"', "\\", "\u2028", "a\r\nb", "NULL"))),
  odd: fc.oneof(fc.constant(null), fc.array(fc.integer()), fc.record({ a: fc.boolean() })),
  amounts: fc.option(fc.array(fc.constantFrom("1.50", "-0.001", "12345678901234567890"))),
  bytes: fc.option(fc.uint8Array()),
  at: fc.option(fc.date({ min: new Date(0), max: new Date("9999-01-01"), noInvalidDate: true })),
});

describe.each(["pglite", "postgres"] as const)("from %s", (fromDriver) => {
  let from: TestDatabase;
  beforeAll(async () => {
    from = await openMigrated(fromDriver);
    await insertSamples(from.database, fc.sample(sample, 300));
  });
  afterAll(() => from.dispose());

  test.each(["pglite", "postgres"] as const)(
    "to %s all rows, identities, generated columns and sequences are restored",
    async (toDriver) => {
      const to = await openEmptyDatabase({ on: toDriver });

      const result = await restore(to.database, await backupOf(from.database));

      expect(result.rows).toMatchObject({ counted: 300, instance: 1, samples: 300 });
      expect(await everything(to.database)).toEqual(await everything(from.database));
      await to.dispose();
    },
  );

  test.each(["pglite", "postgres"] as const)(
    "to %s a copy without a file is the same, and its triggers and foreign keys work",
    async (toDriver) => {
      const to = await openEmptyDatabase({ on: toDriver });

      await copyDatabase(from.database, to.database, { migrations: await sets() });

      expect(await everything(to.database)).toEqual(await everything(from.database));
      await insertSamples(to.database, fc.sample(sample, 1));
      expect(await to.database.query(sql`select count(*) as rows from rota.counted`)).toEqual([{ rows: 301n }]);
      const orphan = to.database.query(sql`insert into rota.samples (next_id) values (999999)`);
      await expect(orphan).rejects.toMatchObject({ sqlState: "23503" });
      await to.dispose();
    },
  );
});

test("rows of any content survive", async () => {
  const from = await openMigrated("postgres");
  const property = fc.asyncProperty(fc.array(sample, { maxLength: 10 }), async (samples) => {
    await insertSamples(from.database, samples);
    const to = await openEmptyDatabase({ on: "postgres" });
    await restore(to.database, await backupOf(from.database));
    expect(await everything(to.database)).toEqual(await everything(from.database));
    await to.dispose();
  });
  await fc.assert(property, { numRuns: 4 });
  await from.dispose();
});

describe("an incomplete or changed backup", () => {
  const edits: [string, (bytes: Buffer) => Buffer][] = [
    ["cut off in the middle", (bytes) => bytes.subarray(0, bytes.length / 2)],
    ["without its last line", (bytes) => editText(bytes, (lines) => lines.slice(0, -1))],
    ["with a row missing", (bytes) => editText(bytes, (lines) => lines.filter((line) => !line.includes("victim")))],
    [
      "with a changed row",
      (bytes) => editText(bytes, (lines) => lines.map((line) => line.replace("victim", "culprit"))),
    ],
    ["with something after its end", (bytes) => editText(bytes, (lines) => [...lines, '"(1)"'])],
    ["that is no backup at all", () => gzipSync("hello\n")],
    ["that is not compressed", () => Buffer.from("hello\n")],
    ["that is empty", () => gzipSync("")],
  ];
  let to: TestDatabase;
  let whole: Buffer;
  beforeAll(async () => {
    const from = await openMigrated("postgres");
    await insertSamples(from.database, [{ label: "victim", odd: null, amounts: null, bytes: null, at: null }]);
    whole = await backupOf(from.database);
    await from.dispose();
    to = await openMigrated("postgres");
  });
  afterAll(() => to.dispose());

  test.each(edits)("%s is refused and changes nothing", async (_, edit) => {
    const before = await to.database.query(selectInstance());

    const refused = restore(to.database, edit(whole));

    await expect(refused).rejects.toMatchObject({ code: "BACKUP_INVALID" });
    expect(await to.database.query(sql`select id from rota.samples`)).toEqual([]);
    expect(await to.database.query(selectInstance())).toEqual(before);
  });

  function editText(bytes: Buffer, edit: (lines: string[]) => string[]): Buffer {
    const lines = gunzipSync(bytes).toString().split("\n").slice(0, -1);
    return gzipSync(`${edit(lines).join("\n")}\n`);
  }
});

test("a target with rows is refused, and the error names the table", async () => {
  const { database, dispose } = await openMigrated("postgres");
  await database.query(sql`insert into rota.samples (label) values ('kept')`);

  const refused = restore(database, await backupOf(database));

  await expect(refused).rejects.toMatchObject({ code: "RESTORE_TARGET_NOT_EMPTY", details: { table: "counted" } });
  expect(await database.query(sql`select label from rota.samples`)).toEqual([{ label: "kept" }]);
  await dispose();
});

test("a backup of tables that this version does not know is refused", async () => {
  const from = await openMigrated("postgres");
  const to = await openEmptyDatabase({ on: "postgres" });

  const refused = restoreFrom(to.database, Readable.from([await backupOf(from.database)]));

  await expect(refused).rejects.toMatchObject({ code: "BACKUP_INCOMPATIBLE" });
  await to.dispose();
  await from.dispose();
});

test("a backup of an earlier state is restored as it was, and the next migration applies later tables and functions", async () => {
  const engine = await engineMigrations();
  const more = sqlScript("create table rota.more (n bigint);").text;
  const count = sqlScript(
    "create or replace function rota.count_more() returns bigint language sql as 'select count(*) from rota.more';",
  ).text;
  const later: MigrationSet = {
    name: trialSet.name,
    migrations: [...trialSet.migrations, { number: 2, name: "0002_more.sql", text: more, checksum: "2".repeat(64) }],
    functions: { revision: 1, files: [{ name: "count-more.sql", text: count, checksum: "3", isBeforeTables: false }] },
  };
  const from = await openMigrated("postgres");
  await insertSamples(from.database, fc.sample(sample, 5));
  const to = await openEmptyDatabase({ on: "postgres" });

  const backup = Readable.from([await backupOf(from.database)]);
  const { rows } = await restoreFrom(to.database, backup, { migrations: [engine, later] });
  const { applied } = await migrate(to.database, { migrations: later });

  expect(rows["samples"]).toBe(5);
  expect(applied).toEqual(["0002_more.sql", "count-more.sql"]);
  expect(await to.database.query(sql`select rota.count_more() as n`)).toEqual([{ n: 0n }]);
  await to.dispose();
  await from.dispose();
});

test("a backup is one snapshot although other connections continue to write", async () => {
  const from = await openMigrated("postgres");
  const to = await openEmptyDatabase({ on: "postgres" });
  await insertSamples(from.database, fc.sample(sample, 5));
  const target = new PassThrough();
  const collected = buffer(target);
  let written: Promise<unknown> | undefined;

  const onProgress = () => {
    written ??= from.database.query(sql`insert into rota.samples (label) values ('late')`);
  };
  const result = await backupTo(from.database, target, { onProgress });
  await written;

  expect(result.rows["samples"]).toBe(5);
  expect((await restore(to.database, await collected)).rows).toEqual(result.rows);
  await to.dispose();
  await from.dispose();
});
