/** What programs that share no line of code with us find in a journal: hledger, ledger-cli and beancount. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { runBookProgram } from "../../../tools/services/book-programs.ts";
import { parseAmount } from "../src/core/money.ts";

/** What hledger prints about a journal; throws what it complains about. */
export function hledger(journal: string, ...args: readonly string[]): Promise<string> {
  return runBookProgram("hledger", ["-f", "-", ...args], journal);
}

/** Lines "account currency minor-units" in the order of their text, without those of 0. */
export async function hledgerBalances(journal: string, ...args: readonly string[]): Promise<string[]> {
  const csv = await hledger(journal, "bal", "-O", "csv", "--layout=bare", "--no-total", "--flat", ...args);
  return balanceLines(parse(csv, { from: 2 }));
}

/** Of a journal in the form that hledger reads as well. */
export async function ledgerBalances(journal: string, ...args: readonly string[]): Promise<string[]> {
  // A total has the accounts below in it; at cost, an account has no other figure.
  const value = args.includes("-B") ? "display_total" : "display_amount";
  const format = `%(account)\\t%(scrub(${value}))\\n`;
  const options = ["--args-only", "--no-pager", "--flat", "--no-total", "--balance-format", format];
  const text = await runBookProgram("ledger", [...options, "-f", "-", "balance", ...args], journal);
  let account = "";
  const rows = text.split("\n").flatMap((line) => {
    // Of several commodities, only the first stands beside the name.
    const [amount = "", name = account] = line.split("\t").reverse();
    account = name;
    const [number = "", currency = ""] = amount.split(" ");
    return currency === "" ? [] : [[name, currency, number]];
  });
  return balanceLines(rows);
}

export function beancountBalances(journal: string): Promise<string[]> {
  const query = "select account, currency, sum(number) group by account, currency";
  return withFile(journal, async (file) => {
    const csv = await runBookProgram("bean-query", ["-f", "csv", file, query]);
    return balanceLines(parse(csv, { from: 2, trim: true }));
  });
}

/** Throws what bean-check complains about. */
export function beancountCheck(journal: string): Promise<string> {
  return withFile(journal, (file) => runBookProgram("bean-check", [file]));
}

/** Beancount reads files only. */
export async function withFile<Result>(text: string, use: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "rota-beancount-"));
  try {
    const file = join(folder, "journal.beancount");
    await writeFile(file, text);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function balanceLines(rows: readonly (readonly string[])[]): string[] {
  return rows
    .map(([name = "", currency = "", amount = ""]) => ({ name, currency, amount: parseAmount(amount, currency) }))
    .filter(({ amount }) => amount !== 0n)
    .map(({ name, currency, amount }) => `${name} ${currency} ${String(amount)}`)
    .sort();
}
