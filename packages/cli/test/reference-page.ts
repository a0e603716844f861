/** Generates the page about the commands from their table. */
import { EXIT_CODES } from "@rota/engine/internal";
import type { FlagSpec, WordSpec } from "@rota/engine/workload";
import { format, resolveConfig } from "prettier";
import { COMMON_FLAGS, type CommandPart, type CommandSpec } from "../src/command-spec.ts";

export const REFERENCE_PAGE = new URL("../../../docs/reference/cli.md", import.meta.url);
const WRITE_COMMAND = "npx vitest run packages/cli/test/reference.test.ts --update";

export async function referencePage(commands: readonly CommandSpec[], path: string): Promise<string> {
  const shown = commands.filter(({ isHidden = false }) => !isHidden);
  const page = [INTRODUCTION, exitCodes(), commonFlags(), contents(shown), ...shown.map(describe)].join("\n\n");
  return format(page, { ...(await resolveConfig(path)), parser: "markdown" });
}

const INTRODUCTION = `# The command line

\`\`\`sh
rota serve                     # the API, the dashboard, maintenance and workers in one process
rota tasks --state FAILED      # for people
rota tasks --json | jq .items  # for programs
rota help submit               # what a command does, with an example
\`\`\`

This page is written from the table of commands in \`packages/cli/src/commands\` by
\`${WRITE_COMMAND}\`; a test fails when it is stale.

- **Answers** go to standard output, log lines and errors to standard error. With \`--json\` standard output is JSON and nothing else, and
  an error is one line of JSON with \`code\`, \`message\` and \`exitCode\`. \`--watch\` prints a line of JSON for each change.
- **Bars and colours** are shown on a terminal only. \`NO_COLOR\` turns colours off.
- **Options of the configuration** are flags of every command: [config.md](config.md) lists them.
- **Commands of workloads** are there where the option \`workloads\` names them: [workloads](../guides/workloads.md).
- **In a clone** \`rota\` is \`npm run rota --\`, and \`npm start\` is \`rota serve --demo --workload-demos\`.`;

function exitCodes(): string {
  const rows = [
    [0, "it was done"],
    [1, "the answer is no: each command that has such an answer says below when"],
    [EXIT_CODES.invalid, "the words, the configuration or what was given cannot be used"],
    [EXIT_CODES.not_found, "what was named is not there"],
    [EXIT_CODES.conflict, "it cannot be done as things stand"],
    [EXIT_CODES.unavailable, "a database, a broker or a file does not answer: try again later"],
    [EXIT_CODES.internal, "a fault of ours: run it again with `--stack` and tell us"],
    [130, "stopped at once by a second Ctrl-C (143: by a second SIGTERM)"],
  ];
  const table = rows.map(([code, meaning]) => `| ${String(code)} | ${String(meaning)} |`);
  return ["## Exit codes", "", "| code | meaning |", "|---|---|", ...table].join("\n");
}

function commonFlags(): string {
  return ["## Flags of every command", "", ...flagTable(COMMON_FLAGS)].join("\n");
}

function contents(commands: readonly CommandSpec[]): string {
  const rows = commands.map(
    ({ name, sentence }) => `| [\`rota ${name}\`](#rota-${name.replaceAll(" ", "-")}) | ${escaped(sentence)} |`,
  );
  return ["## Commands", "", "| command | does |", "|---|---|", ...rows].join("\n");
}

function describe(spec: CommandSpec): string {
  const { name, sentence, words = [], flags = [], parts = [], examples, examplesNotRun, exitOneWhen } = spec;
  return [
    `## rota ${name}`,
    "",
    examplesNotRun === undefined ? "```sh" : `\`\`\`sh not-run="${examplesNotRun}"`,
    ...examples,
    "```",
    "",
    `${capital(sentence)}.${exitOneWhen === undefined ? "" : ` Exits with 1 when ${exitOneWhen}.`}`,
    "",
    ...wordsAndFlags({ words, flags }),
    ...parts.flatMap((part) => [
      `### rota ${name} ${part.name}`,
      "",
      `${capital(part.sentence)}${part.name === parts[0]?.name ? "; what runs where no sub-command is named" : ""}.`,
      "",
      ...wordsAndFlags(part),
    ]),
  ].join("\n");
}

function wordsAndFlags({ words, flags }: Pick<CommandPart, "words" | "flags">): string[] {
  return [
    ...(words.length === 0 ? [] : [...words.map(describeWord), ""]),
    ...(flags.length === 0 ? [] : [...flagTable(flags), ""]),
  ];
}

function describeWord({ name, sentence, isOptional = false }: WordSpec): string {
  return `- \`${isOptional ? `[${name}]` : `<${name}>`}\`: ${escaped(sentence)}`;
}

function flagTable(flags: readonly FlagSpec[]): string[] {
  const rows = flags.map(({ flag, sentence, isRequired = false, default: value }) => {
    const notes = [isRequired ? "needed" : "", value === undefined ? "" : `default: ${value}`].filter(Boolean);
    return `| \`${flag}\` | ${escaped(sentence)}${notes.length === 0 ? "" : ` (${notes.join(", ")})`} |`;
  });
  return ["| flag | meaning |", "|---|---|", ...rows];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function escaped(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("*", "\\*");
}
