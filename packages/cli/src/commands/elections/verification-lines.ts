/** What was found of a record, for people: each step, and of a step that fails the first things that are wrong. */
import type { RecordVerification } from "@rota/elections/node";
import { count, duration, nouns, oneLine } from "../../output/one-line.ts";
import { tableLines, type Cell } from "../../output/table.ts";

/** Of each step; all that were kept are in the json. */
const FAILURES_SHOWN = 3;
const LINE_LENGTH_MAX = 300;

type Step = RecordVerification["steps"][number];

export function verificationLines(verification: RecordVerification & { readonly ms: number }): string[] {
  const { kind, ballots, steps, verdict, ms } = verification;
  const failed = steps.filter((step) => step.verdict === "fail");
  const what = `${kind}, ${nouns(ballots, "ballot", "ballots")}, ${duration(ms)}`;
  return [
    ...tableLines(["step", "", "verdict", "checked", "wrong", "time"], steps.map(row)),
    ...failed.flatMap(failureLines),
    verdict === "valid"
      ? `the record is valid: ${what}`
      : `the record is NOT valid, ${nouns(failed.length, "step fails", "steps fail")}: ${what}`,
  ];
}

function row({ step, name, verdict, checked, failed, ms }: Step): Cell[] {
  const numbers = checked === 0 ? ["", "", ""] : [count(checked), failed === 0 ? "" : count(failed), duration(ms)];
  return [String(step), name, verdictCell(verdict), ...numbers];
}

function verdictCell(verdict: Step["verdict"]): Cell {
  if (verdict === "none") return { text: "nothing to check", colour: "gray" };
  return { text: verdict, colour: verdict === "pass" ? "green" : "red" };
}

function failureLines({ step, failures, failed }: Step): string[] {
  const shown = failures.slice(0, FAILURES_SHOWN);
  const more = failed - shown.length;
  const lines = shown.map(({ where, why }) => oneLine(`step ${String(step)}: ${where}: ${why}`, LINE_LENGTH_MAX));
  return [...lines, ...(more === 0 ? [] : [`step ${String(step)}: and ${count(more)} more`])];
}
