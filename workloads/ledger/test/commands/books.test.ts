/** Tests `rota ledger import`, `export` and `verify` as users run them to bring books in and take them out. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql, type Database } from "@rota/engine";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runBookProgram } from "../../../../tools/services/book-programs.ts";
import { describeWithTestData } from "../../../../tools/test-data.ts";
import { type CliSchema, makeFolder, openCliSchema, runHereWith } from "../../../../tools/testing/rota-command.ts";
import ledger from "../../src/workload.ts";

const runHere = runHereWith("ledger");

let schema: CliSchema;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let database: Database;
beforeAll(async () => {
  folder = await makeFolder();
  schema = await openCliSchema([ledger]);
  ({ database } = schema);
});
afterAll(async () => {
  await schema.dispose();
  await folder.remove();
});

const rota = (...words: string[]) => runHere(["ledger", ...words, ...schema.words]);
const place = (name: string) => join(folder.path, name);

async function written(name: string, lines: readonly string[]): Promise<string> {
  await writeFile(place(name), `${lines.join("\n")}\n`);
  return place(name);
}

const BOOK = [
  '{"record":"ledger","version":1,"tenant":"other","ledger":"main","baseCurrency":"EUR","fiscalYearStartMonth":1}',
  '{"record":"account","code":"cash","name":"Cash","type":"ASSET","currency":"EUR"}',
  '{"record":"account","code":"dollars","type":"ASSET","currency":"USD"}',
  '{"record":"account","code":"sales","type":"REVENUE","currency":"EUR"}',
  '{"record":"period","name":"2026","start":"2026-01-01","end":"2026-10-31"}',
  '{"record":"rate","from":"USD","to":"EUR","date":"2026-03-15","rate":"0.92"}',
  '{"record":"entry","eventId":"order-1","postedDate":"2026-03-15","currency":"EUR","description":"Lamp","lines":[{"account":"cash","side":"D","amount":"1299"},{"account":"sales","side":"C","amount":"1299"}]}',
  '{"record":"entry","eventId":"order-2","postedDate":"2026-03-16","currency":"USD","lines":[{"account":"dollars","side":"D","amount":"500"},{"account":"sales","side":"C","amount":"500","dimensions":{"shop":"7"}}]}',
];

describe("imported books", () => {
  test("are checked first, posted once, valid, and exported in forms that others read", async () => {
    const file = await written("book.jsonl", BOOK);

    const dry = await rota("import", file, "--tenant", "acme", "--dry-run");
    const first = await rota("import", file, "--tenant", "acme");
    const again = await rota("import", file, "--tenant", "acme", "--json");

    expect(dry).toMatchObject({ exitCode: 0, err: "" });
    expect(dry.out).toBe("nothing is wrong; it would add 3 accounts, 1 period, 1 rate, 2 entries\n");
    expect(first.out).toBe("imported 3 accounts, 1 period, 1 rate, 2 entries\n");
    expect(JSON.parse(again.out)).toEqual({
      accounts: 0,
      periods: 0,
      rates: 0,
      entries: 0,
      skipped: 2,
      isDryRun: false,
    });
    const verified = await rota("verify", "--tenant", "acme");
    expect([verified.exitCode, verified.err]).toEqual([0, ""]);
    expect(verified.out).toMatch(
      /^the books are valid: ledger main of acme, 2 entries, 4 lines, .*\nkeep the end of the chain elsewhere: 2:[0-9a-f]{64}$/m,
    );
  });

  test("are verified from the exported file without the database, and changes in it are found", async () => {
    const file = place("acme.jsonl");
    const exported = await rota("export", "--tenant", "acme", "--out", file);
    const json = await runHere(["ledger", "verify", file, "--json"]);
    const text = await readFile(file, "utf8");
    const changed = await written(
      "changed.jsonl",
      text.trim().replace('"amount":"1299"', '"amount":"1399"').split("\n"),
    );
    const [, hash = ""] = /"hash": "([0-9a-f]{64})"/.exec(json.out) ?? [];

    const refused = await runHere(["ledger", "verify", changed]);
    const kept = await runHere(["ledger", "verify", file, "--head", `2:${hash}`]);
    const rewritten = await runHere(["ledger", "verify", file, "--head", `1:${"0".repeat(64)}`]);

    expect(exported.out).toBe(`wrote 2 entries to ${file}\n`);
    expect([json.exitCode, JSON.parse(json.out)]).toMatchObject([0, { verdict: "valid", tenant: "acme", entries: 2 }]);
    expect([refused.exitCode, kept.exitCode, rewritten.exitCode]).toEqual([1, 0, 1]);
    expect(refused.out).toMatch(/^entry 1 is not what was hashed: one of its columns or lines was changed$/m);
    expect(refused.out).toMatch(/^the books are NOT valid, /m);
  });

  test("move to another tenant as JSON and as CSV: the same balances with a separate chain", async () => {
    const csv = place("acme.csv");
    await rota("export", "--tenant", "acme", "--format", "csv", "--out", csv);
    const byJson = await rota("import", place("acme.jsonl"), "--tenant", "by-json");
    const accounts = await written("accounts.jsonl", BOOK.slice(0, 6));
    await rota("import", accounts, "--tenant", "by-csv");
    const byCsv = await rota("import", csv, "--tenant", "by-csv");

    expect([byJson.exitCode, byJson.err, byCsv.exitCode, byCsv.err]).toEqual([0, "", 0, ""]);
    for (const tenant of ["by-json", "by-csv"]) {
      const { out, exitCode } = await rota("verify", "--tenant", tenant, "--json");
      expect([exitCode, JSON.parse(out)]).toMatchObject([0, { tenant, entries: 2 }]);
      expect(await balances(tenant)).toEqual(await balances("acme"));
    }
  });

  test("start with the closing balances of other books", async () => {
    const accounts = await written("start.csv", ["code,type,currency", "bank,ASSET,EUR", "start,EQUITY,EUR"]);
    await rota("import", accounts, "--tenant", "opened", "--base-currency", "EUR");
    const period = '{"record":"period","name":"2025","start":"2025-01-01","end":"2025-12-31"}';
    await rota("import", await written("period.jsonl", [BOOK[0] ?? "", period]), "--tenant", "opened");
    const csv = await written("balances.csv", ["account,debit,credit", "bank,100.50,"]);
    const words = ["import", csv, "--tenant", "opened", "--opening", "2025-12-31", "--equity", "start"];

    const [first, second] = [await rota(...words), await rota(...words)];

    expect([first.err, second.err]).toEqual(["", ""]);
    expect(first.out).toContain("1 entry");
    expect(second.out).toContain("1 entry was there already");
    expect(await balances("opened")).toEqual(['"Assets:bank","EUR","100.50"', '"Equity:start","EUR","-100.50"']);
  });
});

describeWithTestData("ledger", (data) => {
  test("a book of 907 entries is imported, and three programs find the agreed balances in its exports", async () => {
    const rows = (await readFile(join(data, "bean42-postings.csv"), "utf8")).trim().split(/\r?\n/);
    const columns = (rows[0] ?? "").split(",");
    const at = (name: string) => columns.indexOf(name);
    const usd = rows
      .slice(1)
      .map((row) => row.split(","))
      .filter((cells) => cells[at("currency")] === "USD");
    const csv = await written("bean42.csv", [
      "event_id,posted_date,account,side,currency,amount_minor",
      ...usd.map((cells) =>
        [
          `bean-${cells[at("entry_no")] ?? ""}`,
          ...["date", "account", "side", "currency", "amount_minor"].map((name) => cells[at(name)]),
        ].join(),
      ),
    ]);

    const imported = await rota("import", csv, "--tenant", "bean42", "--base-currency", "USD", "--make-periods");

    expect([imported.exitCode, imported.err]).toEqual([0, ""]);
    expect(imported.out).toMatch(/^imported 44 accounts, 3 periods, 0 rates, 907 entries$/m);
    const agreed = (await readFile(join(data, "bean42-balances.csv"), "utf8"))
      .trim()
      .split(/\r?\n/)
      .map((row) => row.split(",").slice(0, 3).join())
      .filter((row) => row.includes(",USD,") && !row.endsWith(",0"));
    const found = (await balances("bean42")).map((row) => row.replaceAll('"', "").replace(/\.(\d\d)$/, "$1"));
    expect(found.map((row) => row.replace(/,(-?)0+(\d)/, ",$1$2")).sort()).toEqual(agreed.sort());
    expect((await rota("verify", "--tenant", "bean42")).exitCode).toBe(0);
    await rota("export", "--tenant", "bean42", "--format", "beancount", "--out", place("bean42.beancount"));
    expect(await runBookProgram("bean-check", [place("bean42.beancount")])).toBe("");
  });
});

async function entriesOf(tenant: string): Promise<bigint | undefined> {
  const statement = sql<{ count: bigint }>`select count(*) from rota.fis_journal_entry where tenant_id = ${tenant}`;
  return (await database.query(statement))[0]?.count;
}

/** Returns the balances that hledger computes from the export of a tenant. */
async function balances(tenant: string): Promise<string[]> {
  const file = place(`${tenant}.journal`);
  const { err } = await rota("export", "--tenant", tenant, "--format", "hledger", "--out", file, "--overwrite");
  expect(err).toBe("");
  const words = ["-f", file, "bal", "-O", "csv", "--layout=bare", "--no-total", "--flat"];
  return (await runBookProgram("hledger", words)).trim().split("\n").slice(1);
}

test("a balance that was changed in the database despite its guards is found, with the account", async () => {
  await database.transaction(async (tx) => {
    await tx.query(sql`alter table rota.fis_account_balance disable trigger user`);
    await tx.query(sql`update rota.fis_account_balance set debit_minor = debit_minor + 1
      where account_id = (select account_id from rota.fis_account where tenant_id = 'by-csv' and code = 'cash')`);
    await tx.query(sql`alter table rota.fis_account_balance enable trigger user`);
  });

  const { exitCode, out } = await rota("verify", "--tenant", "by-csv");

  expect(exitCode).toBe(1);
  expect(out).toMatch(/^the balance of cash is not the sum of its lines$/m);
});

describe("unusable input is refused with a code, and nothing is written", () => {
  const entry = (amount: string) =>
    `{"record":"entry","eventId":"bad-${amount}","postedDate":"2026-03-15","currency":"EUR","lines":[{"account":"cash","side":"D","amount":"${amount}"},{"account":"sales","side":"C","amount":"1299"}]}`;

  test.each([
    ["an entry that does not balance", entry("1"), "BOOK_FILE_INVALID", "line 1: UNBALANCED_ENTRY"],
    [
      "another base currency",
      (BOOK[0] ?? "").replace("EUR", "USD"),
      "BOOK_FILE_INVALID",
      "kept in USD, those of the tenant in EUR",
    ],
    [
      "another kind of account",
      '{"record":"account","code":"cash","type":"EXPENSE","currency":"EUR"}',
      "BOOK_FILE_INVALID",
      "ASSET in EUR already",
    ],
    [
      "an id that is used up by another entry",
      entry("1299").replace("bad-1299", "order-1"),
      "IDEMPOTENCY_CONFLICT",
      "order-1",
    ],
    ["no book", "hello", "BOOK_FILE_INVALID", "must name the columns"],
  ])("%s", async (_, line, code, text) => {
    const before = await entriesOf("acme");

    const { exitCode, out, err } = await rota("import", await written("bad.jsonl", [line]), "--tenant", "acme");

    expect([exitCode === 2 || exitCode === 4, out]).toEqual([true, ""]);
    expect(err).toContain(`rota: ${code}: `);
    expect(err).toContain(text);
    expect(await entriesOf("acme")).toEqual(before);
  });

  test.each([
    [["verify"], 2, "--tenant"],
    [["verify", "--tenant", "nobody"], 3, "TENANT_NOT_FOUND"],
    [["verify", "nowhere.jsonl"], 5, "FILE_UNUSABLE"],
    [["verify", "--tenant", "acme", "--head", "3"], 2, "--head 3"],
    [["export", "--tenant", "nobody"], 3, "TENANT_NOT_FOUND"],
    [["export", "--tenant", "acme", "--out", "/nowhere/at/all"], 5, "FILE_UNUSABLE"],
    [["import", "nowhere.csv", "--tenant", "acme"], 5, "FILE_UNUSABLE"],
    [["import", "nowhere.csv", "--tenant", "acme", "--opening", "2026-01-01"], 2, "--equity"],
  ])("rota ledger %j", async (words, expectedCode, text) => {
    const { exitCode, err } = await rota(...words);

    expect([exitCode, err]).toEqual([expectedCode, expect.stringContaining(text)]);
  });
});
