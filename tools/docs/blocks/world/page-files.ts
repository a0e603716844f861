/** The files that the pages expect in a reader's folder. */
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeRecord, zipRecord } from "@rota/elections";
import { createRecordFolder } from "@rota/elections/node";
import { sampleBatteryPass } from "@rota/passports/node";
import { toyRecordParts } from "../inside-packages.ts";
import { runRotaCall } from "../shell/run-rota-call.ts";
import { compiledUrl } from "../../../compiled/compiled-url.ts";

const ENGINE = compiledUrl(new URL("../../../../packages/engine/src/index.ts", import.meta.url)).href;
const PASSPORTS = fileURLToPath(new URL("../../../../workloads/passports", import.meta.url));

const TASKS = `
import { defineTask } from "${ENGINE}";
export const countWords = defineTask({
  name: "demo.count-words",
  queue: "demo",
  split: (input) => input.pages,
  run: (page) => page.split(/\\s+/).length,
  finish: (counts) => counts.reduce((sum, count) => sum + count, 0),
});
`;

const BOOK = [
  '{"record":"ledger","version":1,"tenant":"acme","ledger":"main","baseCurrency":"EUR","fiscalYearStartMonth":1}',
  '{"record":"account","code":"cash","name":"Cash","type":"ASSET","currency":"EUR"}',
  '{"record":"account","code":"sales","type":"REVENUE","currency":"EUR"}',
  '{"record":"account","code":"Equity:Opening","type":"EQUITY","currency":"EUR"}',
  '{"record":"period","name":"2025","start":"2025-01-01","end":"2025-12-31"}',
  '{"record":"period","name":"2026","start":"2026-01-01","end":"2026-12-31"}',
  '{"record":"entry","eventId":"order-1","postedDate":"2026-03-15","currency":"EUR","lines":[{"account":"cash","side":"D","amount":"1299"},{"account":"sales","side":"C","amount":"1299"}]}',
];

const JOURNAL = [
  "event_id,posted_date,account,side,currency,amount_minor",
  "order-2,2026-03-16,cash,D,EUR,500",
  "order-2,2026-03-16,sales,C,EUR,500",
];

const RULES = "field battery.mass: Qty(kg) = qty(400, kg);";
const RULE_TESTS = "property sums_stay: cases(500) seed(1) => forall x: Qty(kg) . implies(x > qty(0, kg), x + x > x);";

const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "type": "module" }',
  "tasks.mjs": TASKS,
  "tasks.js": TASKS,
  "tasks.ts": TASKS,
  "t.js": TASKS,
  "pages.json": '{ "pages": ["to be"] }',
  "fixed.json": '"or not"',
  "journal.csv": `${JOURNAL.join("\n")}\n`,
  "balances.csv": "account,debit,credit\ncash,100.50,\n",
  "battery-pass.json": sampleBatteryPass(),
  "pack.rules": RULES,
  "pack.tests": RULE_TESTS,
  "secrets/rota": Buffer.alloc(32, 7).toString("base64"),
};

/** Names in the folder, and the created files that they are copies of. */
const MADE: Readonly<Record<string, string>> = {
  election_record: "election_record",
  r: "election_record",
  "election_record.zip": "election_record.zip",
  "passport.json": "passport.json",
  "passports.keys": "passports.keys",
  "keys.json": "keys.json",
  "acme.jsonl": "acme.jsonl",
  "default.head": "default.head",
  "all.rota": "all.rota",
};

export type PageFiles = {
  /**
   * Creates a folder for one block, with all expected files that the block does not write itself. @returns its path.
   */
  folder(block: string): Promise<string>;
  dispose(): Promise<void>;
};

export async function openPageFiles(databaseUrl: string): Promise<PageFiles> {
  const root = await mkdtemp(join(tmpdir(), "rota-docs-"));
  await chmod(root, 0o755); // started by root, a bundled server runs as another user
  const made = join(root, "made");
  await mkdir(made);
  await makeRecord(made);
  await makeWithRota(made, databaseUrl);
  const files = { ...FILES, "secrets/database": decodeURIComponent(new URL(databaseUrl).password) };
  let count = 0;
  return {
    folder: async (block) => {
      const path = join(root, String(++count));
      await mkdir(join(path, "secrets"), { recursive: true });
      const isGiven = ([name]: readonly string[]) => !writes(block, name ?? "");
      for (const [name, content] of Object.entries(files).filter(isGiven)) await writeFile(join(path, name), content);
      for (const [name, from] of Object.entries(MADE).filter(isGiven))
        await cp(join(made, from), join(path, name), { recursive: true });
      await mkdir(join(path, "node_modules", "@rota"), { recursive: true });
      await symlink(PASSPORTS, join(path, "node_modules", "@rota", "passports"));
      return path;
    },
    dispose: () => rm(root, { recursive: true, force: true }),
  };
}

async function makeRecord(folder: string): Promise<void> {
  const { parts } = toyRecordParts();
  await writeRecord(await createRecordFolder(join(folder, "election_record")), parts);
  await writeFile(join(folder, "election_record.zip"), zipRecord(parts));
}

/** Creates the files with the same commands as a reader. */
async function makeWithRota(folder: string, databaseUrl: string): Promise<void> {
  const rota = async (line: string): Promise<string> => {
    const env = { ROTA_DATABASE_URL: databaseUrl };
    const { exitCode, out, err } = await runRotaCall({ words: line.split(" "), cwd: folder, env });
    if (exitCode !== 0) throw new Error(`rota ${line}: ${err}`);
    return out;
  };
  const shown = await rota("passports key 2026-01 --out passports.keys");
  await writeFile(join(folder, "keys.json"), shown.split("\n")[0] ?? "");
  const sample = join(PASSPORTS, "samples", "battery-pass.json");
  await rota(`passports compile ${sample} --key passports.keys --out passport.json`);
  await writeFile(join(folder, "book.jsonl"), `${BOOK.join("\n")}\n`);
  await rota("ledger import book.jsonl --tenant elsewhere");
  await rota("ledger export --tenant elsewhere --out acme.jsonl");
  await rota("ledger import acme.jsonl --tenant acme");
  await writeFile(join(folder, "default.head"), await rota("audit-head default"));
  await rota("backup all.rota");
}

function writes(block: string, name: string): boolean {
  return ["--out", ">", "backup"].some((word) => block.includes(`${word} ${name}`));
}
