/** `rota ledger export`: writes the books of a tenant as they are at one moment, for other programs and for verifiers. */
import type { LedgerFormat } from "@rota/ledger/workload";
import type { CommandSpec } from "../../command/command-spec.ts";
import { choiceFlag, isGiven, neededFlag, textFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { nouns } from "../../output/one-line.ts";
import { createProgressBar } from "../../output/progress-bar.ts";
import { writeOutput } from "../../output/write-output.ts";

const FORMATS = ["json", "csv", "hledger", "beancount"] as const satisfies readonly LedgerFormat[];

export const exportLedgerCommand: CommandSpec = {
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
  run: exportLedger,
};

async function exportLedger(context: CommandContext): Promise<void> {
  const { ledgerText } = await import("@rota/ledger/workload");
  const tenant = neededFlag(context, "tenant", "whose books");
  const format = choiceFlag(context, "format", FORMATS) ?? "json";
  const file = textFlag(context, "out");
  const bar = createProgressBar("export");
  let entries = 0;
  const onEntries = (done: number) => {
    entries = done;
    bar.show({ done, note: nouns(done, "entry", "entries") });
  };
  await withMigratedDatabase(context, (database) =>
    database.transaction(
      (tx) =>
        writeOutput(ledgerText(tx, { tenant, format, onEntries }), {
          file,
          isOverwriting: isGiven(context, "overwrite"),
        }),
      { readOnlySnapshot: true },
    ),
  ).finally(() => bar.clear());
  if (file === undefined) return; // standard output is the books
  answer(context, { file, format, entries }, () => [`wrote ${nouns(entries, "entry", "entries")} to ${file}`]);
}
