/** Writes docs/reference/config.md from the table of options: `tsx --conditions=rota-source tools/config-reference.ts --write`. */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  environmentName,
  flagName,
  isSecretOption,
  optionLimit,
  optionTable,
  type Option,
} from "@rota/engine/internal";
import { format, resolveConfig } from "prettier";

export const CONFIG_PAGE = fileURLToPath(new URL("../docs/reference/config.md", import.meta.url));
export const WRITE_COMMAND = "npx tsx --conditions=rota-source tools/config-reference.ts --write";

/** Returns the whole page, in the repository's format. */
export async function configReference(): Promise<string> {
  const rows = Object.entries(optionTable).map(([key, option]) => row(key, option));
  const page = [INTRODUCTION, TABLE_HEAD, ...rows].join("\n");
  return format(page, { ...(await resolveConfig(CONFIG_PAGE)), parser: "markdown" });
}

const INTRODUCTION = `# Configuration

\`\`\`json
{ "databaseUrl": "postgres://rota@db.example.org/rota", "leaseMs": 60000, "logLevel": "debug" }
\`\`\`

In the environment and on the command line:

\`\`\`sh
ROTA_LEASE_MS=60000 ROTA_DATABASE_PASSWORD_FILE=/run/secrets/database rota work --log-level debug
\`\`\`

This page is written from the table of options in \`packages/engine/src/config/config.ts\` by
\`${WRITE_COMMAND}\`; a test fails when it is stale.

- **Order.** Defaults, then the file, then the environment, then flags; the later one wins. What is overridden is not looked at.
- **File.** \`rota.config.json\` in the working folder, or the one that \`--config\` or \`ROTA_CONFIG\` names. One JSON object.
- **Unknown options** in the file, on the command line, or in the environment with \`ROTA_\` in front are refused, with the nearest known one.
- **Options of earlier versions** that have no effect are reported at the start, and not refused: \`redisPoolSize\`.
- **Empty variables** of the environment count as not set. What Kubernetes adds for a service (\`ROTA_PORT=tcp://…\`) is left alone.
- **Secrets.** A name marked with † may be given as a file instead: put \`_FILE\` behind the name and the path as its value. One
  final line break is dropped. Passwords are never logged or shown; those given as flags can be seen by others on the machine.
- **Other names.** A workload may add names that the system that it replaces used, and change defaults:
  [compatibility](../compatibility.md) lists them. A \`ROTA_\` name wins over them; two of them that disagree are refused.
`;

const TABLE_HEAD = `| option | meaning | default | limit | environment | flag |
|---|---|---|---|---|---|`;

function row(key: string, option: Option): string {
  const mark = isSecretOption(option) ? " †" : "";
  const cells = [
    code(key),
    option.sentence,
    defaultCell(option),
    optionLimit(option),
    `${code(environmentName(key))}${mark}`,
    code(flagName(key)),
  ];
  return `| ${cells.join(" | ")} |`;
}

function defaultCell(option: Option): string {
  if (option.default !== undefined) return code(String(option.default));
  return option.computed ?? option.unset ?? "none";
}

function code(text: string): string {
  return `\`${text}\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = await configReference();
  if (process.argv.includes("--write")) await writeFile(CONFIG_PAGE, page);
  else if ((await readFile(CONFIG_PAGE, "utf8")) !== page) {
    console.error(`docs/reference/config.md is stale; write it anew: ${WRITE_COMMAND}`);
    process.exitCode = 1;
  }
}
