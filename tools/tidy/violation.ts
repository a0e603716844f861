/** The types that all rules share: a file, a violation, a rule. */

/** A text file of the repository; the path is relative to its root and uses slashes. */
export type TreeFile = { readonly path: string; readonly text: string };

/** A violation of a rule: its place, and how to fix it. */
export type Violation = {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
};

/** Checks the whole tree and reports the violations. Pure. */
export type Rule = (files: readonly TreeFile[]) => Violation[];

/** Formats a violation as one line that editors and terminals turn into a link. */
export function formatViolation({ path, line, rule, message }: Violation): string {
  return `${path}:${String(line)}  ${rule}: ${message}`;
}
