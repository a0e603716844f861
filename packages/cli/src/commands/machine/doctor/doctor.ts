/** `rota doctor`: looks at every connection and setting and says what to mend; exits with 1 if something does not work. */
import { describeError, type Database } from "@rota/engine";
import type { CommandSpec } from "../../../command/command-spec.ts";
import type { CommandContext } from "../../../command/with-config.ts";
import { openConfiguredDatabase } from "../../../compose.ts";
import { answer } from "../../../output/answer.ts";
import { nouns, oneLine } from "../../../output/one-line.ts";
import { createProgressBar } from "../../../output/progress-bar.ts";
import { paint } from "../../../output/table.ts";
import { checkDatabase, checkSchema } from "./check-database.ts";
import { checkMachine, checkSecretsKey, checkServer, checkWebhookSettings } from "./check-settings.ts";
import { checkBroker, checkRedis } from "./check-services.ts";
import { checkWork } from "./check-work.ts";
import { failed, type Finding } from "./finding.ts";

export const doctorCommand: CommandSpec = {
  name: "doctor",
  sentence: "look at every connection and setting and say what to mend; nothing is changed",
  examples: ["rota doctor", "rota doctor --database-url postgres://rota@db.example.org/rota --json"],
  saysNo: "something does not work",
  run: doctor,
};

async function doctor(context: CommandContext): Promise<void> {
  const findings = await examine(context);
  const isWell = findings.every(({ state }) => state !== "failed");
  if (!isWell) process.exitCode = 1;
  answer(context, { isWell, findings }, () => [...findings.flatMap(describe), verdict(findings)]);
}

async function examine(context: CommandContext): Promise<Finding[]> {
  const bar = createProgressBar("doctor");
  const database = await open(context);
  const opened = "state" in database ? undefined : database;
  const checks: (() => Promise<Finding[]>)[] = [
    () => checkMachine(context),
    async () => ("state" in database ? [database] : checkDatabase(context, database)),
    async () => (opened === undefined ? [] : checkSchema(opened)),
    () => checkBroker(context),
    () => checkRedis(context, opened),
    async () => checkSecretsKey(context),
    async () => checkWebhookSettings(context),
    () => checkServer(context, opened),
    async () => (opened === undefined ? [] : checkWork(opened)),
  ];
  const findings: Finding[] = [];
  try {
    for (const [done, check] of checks.entries()) {
      bar.show({ done, total: checks.length });
      findings.push(...(await check()));
    }
    return findings;
  } finally {
    bar.clear();
    await opened?.close();
  }
}

async function open(context: CommandContext): Promise<Database | Finding> {
  try {
    return await openConfiguredDatabase(context);
  } catch (error) {
    const { message } = describeError(error, { stack: false });
    return failed("database", message, "without it nothing works: mend databaseUrl, or start the database");
  }
}

const MARKS = {
  ok: ["ok     ", "green"],
  warning: ["warning", "yellow"],
  failed: ["FAILED ", "red"],
} as const;

function describe({ check, state, found, advice }: Finding): string[] {
  const [mark, colour] = MARKS[state];
  return [
    `${paint(colour, mark)}  ${check.padEnd(12)}  ${oneLine(found, FOUND_LENGTH)}`,
    ...(advice === undefined ? [] : [`${" ".repeat(23)}${oneLine(advice, FOUND_LENGTH)}`]),
  ];
}

const FOUND_LENGTH = 500;

function verdict(findings: readonly Finding[]): string {
  const count = (state: Finding["state"]): number => findings.filter((one) => one.state === state).length;
  const [bad, odd] = [count("failed"), count("warning")];
  if (bad > 0) return `${nouns(bad, "thing does", "things do")} not work, ${nouns(odd, "warning", "warnings")}`;
  return odd === 0 ? "all is well" : `it works, with ${nouns(odd, "warning", "warnings")}`;
}
