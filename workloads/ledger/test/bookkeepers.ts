/** Runs programs that share no code with us on a journal: hledger, ledger-cli and beancount. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { runBookProgram } from "../../../tools/services/book-programs.ts";
import { parseAmount } from "../src/core/money.ts";

/** Returns the output of hledger for a journal. Throws its error messages. */
export function hledger(journal: string, ...args: readonly string[]): Promise<string> {
  return runBookProgram("hledger", ["-f", "-", ...args], journal);
}

/** Returns sorted lines "account currency minor-units" without balances of 0. */
export async function hledgerBalances(journal: string, ...args: readonly string[]): Promise<string[]> {
  const csv = await hledger(journal, "bal", "-O", "csv", "--layout=bare", "--no-total", "--flat", ...args);
  return balanceLines(parse(csv, { from: 2 }));
}

/** Returns the balances that ledger-cli computes from a journal in the hledger format. */
export async function ledgerBalances(journal: string, ...args: readonly string[]): Promise<string[]> {
  // A total includes the accounts below. At cost, ledger-cli has no other figure for an account.
  const value = args.includes("-B") ? "display_total" : "display_amount";
  const format = `%(account)\\t%(scrub(${value}))\\n`;
  const options = ["--args-only", "--no-pager", "--flat", "--no-total", "--balance-format", format];
  const text = await runBookProgram("ledger", [...options, "-f", "-", "balance", ...args], journal);
  let account = "";
  const rows = text.split("\n").flatMap((line) => {
    // Only the first of several commodities is on the line of the name.
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

/** Runs bean-check on a journal. Throws its error messages. */
export function beancountCheck(journal: string): Promise<string> {
  return withFile(journal, (file) => runBookProgram("bean-check", [file]));
}

/** Writes text to a temporary file, since beancount reads only files. */
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
