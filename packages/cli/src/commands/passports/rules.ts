/** `rota passports rules <file>`: checks rules and runs their tests without a database; exits with 1 if they fail. */
import { CASES_TO_PUBLISH, loadRules, mayPublish, runRuleTests, type RuleTestRun } from "@rota/passports";
import { shippedRules } from "@rota/passports/node";
import type { CommandSpec } from "../../command/command-spec.ts";
import { textFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { answer } from "../../output/answer.ts";
import { count, nouns, oneLine } from "../../output/one-line.ts";
import { readInput } from "./read-input.ts";

export const rulesCommand: CommandSpec = {
  name: "passports rules",
  sentence: "check rules of passports and run their tests; needs no database",
  words: [{ name: "rules", sentence: "a file, or rules that come along, such as din-spec-99100" }],
  flags: [{ flag: "--tests <file>", sentence: "the file of their tests (default: those that come along, or none)" }],
  examples: ["rota passports rules pack.rules --tests pack.tests", "rota passports rules din-spec-99100"],
  saysNo: `a test failed, or there are fewer than the ${String(CASES_TO_PUBLISH)} cases that publishing needs`,
  run: checkRules,
};

export type RuleSources = { readonly dslSource: string; readonly testsSource: string };

/** A file that has the name of shipped rules is meant before them. */
export async function readRules(name: string, testsFile: string | undefined): Promise<RuleSources> {
  const shipped = shippedRules().find((rules) => rules.name === name);
  const tests = testsFile === undefined ? undefined : await readText(testsFile);
  if (shipped !== undefined) return { dslSource: shipped.dslSource, testsSource: tests ?? shipped.testsSource };
  return { dslSource: await readText(name), testsSource: tests ?? "" };
}

async function checkRules(context: CommandContext): Promise<void> {
  const rules = loadRules(await readRules(context.words[0] ?? "", textFlag(context, "tests")));
  const run = runRuleTests(rules);
  const isReady = mayPublish(run);
  answer(context, { ...run, fields: rules.fields.length, mayPublish: isReady }, lines);
  if (!isReady) process.exitCode = 1;
}

function lines({ fields, cases, failed, firstFailure, mayPublish: isReady }: RuleTestRun & Verdict): string[] {
  const ran = `${nouns(fields, "field", "fields")}, ${nouns(cases, "case", "cases")}`;
  if (isReady) return [`the rules may be published: ${ran}`];
  const failure = firstFailure === undefined ? [] : [oneLine(`${firstFailure.test}: ${firstFailure.why}`, 300)];
  const why = failed > 0 ? `${count(failed)} of them failed` : `${String(CASES_TO_PUBLISH)} are needed`;
  return [...failure, `the rules may NOT be published: ${ran}, ${why}`];
}

type Verdict = { readonly fields: number; readonly mayPublish: boolean };

async function readText(path: string): Promise<string> {
  return new TextDecoder("utf-8", { ignoreBOM: false }).decode(await readInput(path));
}
