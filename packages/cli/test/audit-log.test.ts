import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appendAudits, type Database, sql } from "@rota/engine";
import { openCliSchema, type CliSchema } from "./cli-schema.ts";
import { runHere } from "./run-here.ts";
import { makeFolder } from "./run-rota.ts";

let folder: Awaited<ReturnType<typeof makeFolder>>;
let schema: CliSchema;
let database: Database;
beforeAll(async () => {
  folder = await makeFolder();
  schema = await openCliSchema();
  ({ database } = schema);
  const entry = { actor: "op", action: "letter.replayed", subject: { type: "letter", id: "17" } };
  await appendAudits(database, [
    { ...entry, tenant: "ann", details: { rate: 5, note: "a\u009bb" } },
    { ...entry, tenant: "ann", actor: null, action: "letter.discarded" },
    { ...entry, tenant: "bob" },
  ]);
});
afterAll(async () => {
  await schema.dispose();
  await folder.remove();
});

const rota = (...words: string[]) => runHere(["audit-log", ...words, ...schema.words], { cwd: folder.path });

test("rota audit-log lists who did what, by tenant and page, as text and as JSON", async () => {
  const all = await rota();
  const ofAnn = await rota("--tenant", "ann", "--json");
  const page = await rota("--tenant", "ann", "--limit", "1");
  const filtered = await rota("list", "--actor", "op", "--subject", "letter", "--subject-id", "17");

  expect([all.exitCode, ofAnn.exitCode, page.exitCode, filtered.exitCode]).toEqual([0, 0, 0, 0]);
  expect(all.out).toMatch(/^\d{4}-\S+Z {2}ann #2 {2}the system: letter\.discarded letter 17$/m);
  expect(all.out).toContain('ann #1  op: letter.replayed letter 17  {"note":"a\ufffdb","rate":5}');
  expect(JSON.parse(ofAnn.out)).toMatchObject({ entries: [{ number: 2 }, { number: 1, details: { rate: 5 } }] });
  expect(filtered.out.trim().split("\n")).toHaveLength(2);
  const after = /add --after (\S+)/.exec(page.out)?.[1] ?? "";
  const next = await rota("--tenant", "ann", "--limit", "1", "--after", after);
  expect([page.out, next.out].map((text) => /#\d/.exec(text)?.[0])).toEqual(["#2", "#1"]);
});

test("rota audit-log verify confirms an unchanged log; it reports changes and exits with 1", async () => {
  const head = await rota("head");
  const file = join(folder.path, "heads.jsonl");
  await writeFile(file, head.out);
  const before = await rota("verify", "--head", file);
  await database.query(sql`alter table rota.audit_log disable trigger user`);
  await database.query(sql`update rota.audit_log set actor = 'eve' where tenant = 'ann' and number = 1`);

  const after = await rota("verify", "--head", file);
  const [json, ofBob] = [await rota("verify", "--json"), await rota("verify", "--tenant", "bob")];
  await database.query(sql`update rota.audit_log set actor = 'op' where tenant = 'ann' and number = 1`);
  await database.query(sql`alter table rota.audit_log enable trigger user`);

  expect(head.out.trim().split("\n")).toHaveLength(2);
  expect([before.exitCode, after.exitCode, json.exitCode, ofBob.exitCode]).toEqual([0, 1, 1, 0]);
  expect(before.out).toContain("3 entries of 2 tenants, all as they were written");
  expect(after.out).toContain("tenant ann, entry 1: it was changed after it was written");
  expect(JSON.parse(json.out)).toMatchObject({ differing: 1, differences: [{ tenant: "ann", kind: "CHANGED" }] });
  expect(ofBob.out).toContain("1 entry of 1 tenant, all as they were written");
});

test("rota audit-log refuses invalid requests with a code", async () => {
  const file = join(folder.path, "none.json");
  await writeFile(file, "{}");
  const cases: [string[], number, string][] = [
    [["prove"], 2, "COMMAND_INVALID"],
    [["--head", file], 2, "--head does not go with rota audit-log list, only with verify"],
    [["--subject-id", "17"], 2, "COMMAND_INVALID"],
    [["--limit", "many"], 2, "AUDIT_QUERY_INVALID"],
    [["verify", "--head", file], 2, "AUDIT_HEAD_INVALID"],
    [["verify", "--head", "nowhere.json"], 5, "FILE_UNUSABLE"],
    [["verify", "--tenant", "nobody"], 3, "TENANT_NOT_FOUND"],
    [["head", "--tenant", "nobody"], 3, "TENANT_NOT_FOUND"],
  ];

  for (const [words, exitCode, text] of cases) {
    const result = await rota(...words);
    expect([words, result.exitCode]).toEqual([words, exitCode]);
    expect(result.err).toContain(text);
  }
});
