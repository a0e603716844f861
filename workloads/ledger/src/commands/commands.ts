/** Describes `rota ledger import`, `export` and `verify`. What they run is loaded with the first of them. */
import type { CommandSpec } from "@rota/engine/workload";
import type { LedgerFormat } from "../store/export-book.ts";

const FORMATS = ["json", "csv", "hledger", "beancount"] as const satisfies readonly LedgerFormat[];

const importCommand: CommandSpec = {
  name: "ledger import",
  sentence:
    "bring accounts, periods, rates and entries into the ledger of a tenant; entries that are there are passed over",
  words: [
    {
      name: "file",
      sentence:
        "JSON lines as rota ledger export writes them, or CSV: a chart of accounts, our journal, opening balances, or what hledger print -O csv writes",
    },
  ],
  flags: [
    { flag: "--tenant <name>", sentence: "whose books", isRequired: true },
    { flag: "--base-currency <code>", sentence: "of a tenant that has no books yet, where the file does not say it" },
    {
      flag: "--make-periods",
      sentence: "make an open period for each fiscal year that entries fall into and none holds",
    },
    { flag: "--opening <date>", sentence: "the CSV holds balances (account, debit, credit) at the end of that day" },
    { flag: "--equity <account>", sentence: "with --opening: the account of equity that takes what is left over" },
    { flag: "--dry-run", sentence: "check all of it and write nothing" },
    { flag: "--actor <name>", sentence: "who does it, for the audit log (default: your login)" },
  ],
  examples: [
    "rota ledger import acme.jsonl --tenant acme",
    "rota ledger import journal.csv --tenant acme --base-currency EUR --make-periods --dry-run",
    "rota ledger import balances.csv --tenant acme --opening 2025-12-31 --equity Equity:Opening",
  ],
  run: async (context) => (await import("./move-books.ts")).importLedger(context),
};

const exportCommand: CommandSpec = {
  name: "ledger export",
  sentence: "write the books of a tenant, as of one moment, while others go on posting",
  flags: [
    { flag: "--tenant <name>", sentence: "whose books", isRequired: true },
    {
      flag: "--format <name>",
      sentence:
        "json: all of it, can be verified and imported; csv: a row for each line; hledger (read by ledger-cli too); beancount",
      choices: FORMATS,
      default: "json",
    },
    { flag: "--out <file>", sentence: "the file to make (default: standard output)" },
    { flag: "--overwrite", sentence: "replace the file if it is there" },
  ],
  examples: [
    "rota ledger export --tenant acme --out acme.jsonl",
    "rota ledger export --tenant acme --format hledger | hledger -f - balancesheet",
  ],
  run: async (context) => (await import("./move-books.ts")).exportLedger(context),
};

const verifyCommand: CommandSpec = {
  name: "ledger verify",
  sentence:
    "compute every hash, number, sum and balance of a ledger again; for a file that was exported it needs no database",
  words: [{ name: "file", sentence: "what rota ledger export --format json wrote", isOptional: true }],
  flags: [
    { flag: "--tenant <name>", sentence: "whose books, where no file is named" },
    {
      flag: "--head <place:hash>",
      sentence:
        "an end of the chain that was kept elsewhere, as this command prints it: shows what was cut off or written anew",
    },
  ],
  examples: [
    "rota ledger verify --tenant acme",
    "rota ledger verify acme.jsonl --json",
    "rota ledger verify acme.jsonl --head 3:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ],
  exitOneWhen: "something is wrong with the books",
  run: async (context) => (await import("./verify-books.ts")).verifyBooks(context),
};

export const commands: readonly CommandSpec[] = [importCommand, exportCommand, verifyCommand];
