/** An error that a handler threw, as it was recorded: its code and its message. */

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

/** Where in the code it was thrown; undefined when that was not recorded. */
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
