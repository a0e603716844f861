/** Runs hledger, a program that shares no line of code with us, on exported journals; tests skip where it is missing. */
import { spawnSync } from "node:child_process";
import { parse } from "csv-parse/sync";
import { describe } from "vitest";
import { parseAmount } from "../src/money/amount.ts";

const isInstalled = spawnSync("hledger", ["--version"]).status === 0;

export function describeWithHledger(define: () => void): void {
  const title = isInstalled ? "with hledger" : "with hledger (not installed: apt-get install hledger)";
  describe.skipIf(!isInstalled)(title, define);
}

/** What hledger prints about a journal; throws what it complains about. */
export function hledger(journal: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("hledger", ["-f", "-", ...args], { input: journal, encoding: "utf8" });
  if (status !== 0 || stderr !== "") throw new Error(`hledger ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** Lines "account currency minor-units" in the order of their text, without those of 0. */
export function hledgerBalances(journal: string, ...args: readonly string[]): string[] {
  const csv = hledger(journal, "bal", "-O", "csv", "--layout=bare", "--no-total", "--flat", ...args);
  return parse(csv, { from: 2 })
    .map(([name = "", currency = "", amount = ""]) => `${name} ${currency} ${String(parseAmount(amount, currency))}`)
    .sort();
}
