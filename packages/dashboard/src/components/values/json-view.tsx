/** Any value as JSON, indented, in a box that scrolls. */

export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  if (value === undefined || value === null) return <p class="faint">none</p>;
  return (
    <pre class="json" tabIndex={0} role="region" aria-label={label}>
      {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
    </pre>
  );
}
