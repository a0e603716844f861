/** Shows counts, recorded errors and JSON values. */

type Counted = number | { readonly count: number; readonly precision: string };

/** Number that indicates whether there may be more or fewer. */
export function Count({ of }: { readonly of: Counted }) {
  const { count, precision } = typeof of === "number" ? { count: of, precision: "exact" } : of;
  if (precision === "exact") return <>{numberText(count)}</>;
  return (
    <span title={precision === "atLeast" ? "there are more: no more were counted" : "there may be fewer"}>
      {precision === "atLeast" ? "≥ " : "≤ "}
      {numberText(count)}
    </span>
  );
}

export function numberText(count: number): string {
  return count.toLocaleString(undefined, { maximumFractionDigits: count < 10 ? 2 : count < 100 ? 1 : 0 });
}

/** Recorded error with its code and message. */
export function ErrorText({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  const { code, name, message } = fieldsOf(error);
  const title = code ?? name;
  return (
    <div class="error-text anywhere">
      {title === undefined ? null : <code>{title}</code>} {message ?? JSON.stringify(error)}
    </div>
  );
}

/** Returns the stack trace of a recorded error, or undefined. */
export function stackOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("stack" in error)) return undefined;
  return typeof error.stack === "string" ? error.stack : undefined;
}

function fieldsOf(error: unknown): { code?: string; name?: string; message?: string } {
  if (typeof error === "string") return { message: error };
  if (typeof error !== "object" || error === null) return {};
  return Object.fromEntries(
    Object.entries(error).filter(
      ([key, value]) => ["code", "name", "message"].includes(key) && typeof value === "string",
    ),
  );
}

/** Shows any value as indented JSON. */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  if (value === undefined || value === null) return <p class="faint">none</p>;
  return (
    <pre class="json" tabIndex={0} role="region" aria-label={label}>
      {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
    </pre>
  );
}
