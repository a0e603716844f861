/** Whether a path is one of those that a pattern names. Pure. */

/**
 * `*` stands for any text, also for none and for one with slashes. Everything else stands for itself.
 *
 * @example matchesPath("/v1/passports/*", "/v1/passports/3f2504e0/compile") === true
 */
export function matchesPath(pattern: string, path: string): boolean {
  const [beginning = "", ...parts] = pattern.split("*");
  const end = parts.pop();
  if (end === undefined) return path === pattern;
  if (!path.startsWith(beginning)) return false;
  let from = beginning.length;
  for (const part of parts) {
    const at = path.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return path.length - end.length >= from && path.endsWith(end);
}
