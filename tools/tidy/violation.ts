/** The words that all checks of the tree share: a file, a violation, a rule. */

/** A text file of the repository; the path is relative to its root and uses slashes. */
export type TreeFile = { readonly path: string; readonly text: string };

/** A broken rule: where, and how to mend it. */
export type Violation = {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
};

/** Looks at the whole tree and reports what breaks the rule. Pure. */
export type Rule = (files: readonly TreeFile[]) => Violation[];

/** One line that editors and terminals turn into a link. */
export function formatViolation({ path, line, rule, message }: Violation): string {
  return `${path}:${String(line)}  ${rule}: ${message}`;
}
