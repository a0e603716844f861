/** What was found of a record, for people. */
import type { RecordVerification } from "@rota/elections/node";
import { duration, nouns } from "../../output/one-line.ts";
import { stepLines } from "../../output/step-lines.ts";

export function verificationLines(verification: RecordVerification & { readonly ms: number }): string[] {
  const { kind, ballots, steps, verdict, ms } = verification;
  const failed = steps.filter((step) => step.verdict === "fail");
  const what = `${kind}, ${nouns(ballots, "ballot", "ballots")}, ${duration(ms)}`;
  return [
    ...stepLines(steps),
    verdict === "valid"
      ? `the record is valid: ${what}`
      : `the record is NOT valid, ${nouns(failed.length, "step fails", "steps fail")}: ${what}`,
  ];
}
