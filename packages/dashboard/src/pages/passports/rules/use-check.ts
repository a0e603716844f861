/** Has the server check rules a moment after the last letter, and keeps what it says. */
import { answerOf } from "@rota/client";
import { useEffect, useState } from "preact/hooks";
import { client } from "../../../api/client.ts";

export type Checked =
  | { readonly kind: "checking" }
  | { readonly kind: "right"; readonly fields: number }
  | {
      readonly kind: "wrong";
      readonly message: string;
      readonly line: number | null;
      readonly column: number | null;
      /** The place is in the tests, not in the rules. */
      readonly isInTests: boolean;
    };

const PATIENCE_MS = 400;

export function useCheck(dslSource: string, testsSource: string): Checked {
  const [checked, setChecked] = useState<Checked>({ kind: "checking" });
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      check(dslSource, testsSource, controller.signal).then(
        (answer) => setChecked(answer),
        () => {
          if (!controller.signal.aborted) setChecked(UNREACHABLE);
        },
      );
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [dslSource, testsSource]);
  return checked;
}

const UNREACHABLE: Checked = {
  kind: "wrong",
  message: "The server does not answer: the rules are not checked.",
  line: null,
  column: null,
  isInTests: false,
};

/** Where the rules alone are right, the mistake is in the tests. */
async function check(dslSource: string, testsSource: string, signal: AbortSignal): Promise<Checked> {
  const ask = (tests: string) =>
    answerOf(client.POST("/v1/rules/check", { body: { dsl_source: dslSource, tests_source: tests }, signal }));
  const { fields, problem } = await ask(testsSource);
  if (problem === null) return { kind: "right", fields: fields.length };
  const isInTests = testsSource !== "" && (await ask("")).problem === null;
  const { message, line, column } = problem;
  return { kind: "wrong", message: isInTests ? `In the tests: ${message}` : message, line, column, isInTests };
}
