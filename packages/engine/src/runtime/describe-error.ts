/** Says at the edge of a program what went wrong: one message for people, one exit code for scripts. */
import { redactUrls } from "../config/describe-config.ts";
import { isRotaError, type ErrorKind } from "../errors.ts";

export type DescribedError = { readonly message: string; readonly exitCode: number };

/** The exit code of each kind of refusal. 1 is left to commands whose answer is no. */
export const EXIT_CODES = {
  invalid: 2,
  not_found: 3,
  conflict: 4,
  unavailable: 5,
  forbidden: 6,
  internal: 70,
} as const satisfies Record<ErrorKind, number>;

/** Describes a refusal with its code; any other error is a fault of ours, and its message says how to see more. */
export function describeError(error: unknown, { stack }: { stack: boolean }): DescribedError {
  const exitCode = EXIT_CODES[isRotaError(error) ? error.kind : "internal"];
  const lines = [firstLine(error, stack), ...(stack ? stacks(error) : [])];
  return { message: redactUrls(lines.join("\n")), exitCode };
}

function firstLine(error: unknown, isStackShown: boolean): string {
  if (isRotaError(error)) return `${error.code}: ${error.message}`;
  const wayOut = isStackShown ? "" : "\nThis should not happen. Run it again with --stack to see where it comes from.";
  return `INTERNAL: ${error instanceof Error ? error.message : String(error)}${wayOut}`;
}

const CAUSES_MAX = 10;

/** The stack of the error and of what caused it. */
function stacks(error: unknown): string[] {
  const found: string[] = [];
  for (let cause = error; cause instanceof Error && found.length < CAUSES_MAX; cause = cause.cause) {
    found.push(`${found.length === 0 ? "" : "caused by "}${cause.stack ?? cause.message}`);
  }
  return found;
}
