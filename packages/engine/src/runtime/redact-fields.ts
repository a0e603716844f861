/** Makes the fields of a log line safe to write: secrets by name are hidden, errors become plain objects. Pure. */
export function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redactObject(fields, 0);
}

const HIDDEN = "(hidden)";
const SECRET_NAMES = new Set([
  "pass",
  "token",
  "authorization",
  "cookie",
  "setcookie",
  "apikey",
  "privatekey",
  "pepper",
]);
const SECRET_ENDINGS = /(password|secret|secrets|credentials)$/;
/** Deeper or longer values are cut, so that a line stays a line and a circle ends. */
const DEPTH_MAX = 5;
const ITEMS_MAX = 100;

function redactObject(fields: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(fields).slice(0, ITEMS_MAX);
  return Object.fromEntries(entries.map(([name, value]) => [name, isSecretName(name) ? HIDDEN : plain(value, depth)]));
}

/** `leaseToken` is no secret: it is the whole name that counts, whatever its case and separators. */
function isSecretName(name: string): boolean {
  const letters = name.replace(/[-_]/g, "").toLowerCase();
  return SECRET_NAMES.has(letters) || SECRET_ENDINGS.test(letters);
}

function plain(value: unknown, depth: number): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth >= DEPTH_MAX) return "(more)";
  if (value instanceof Error) return plainError(value, depth);
  if (ArrayBuffer.isView(value)) return `(${String(value.byteLength)} bytes)`;
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => plain(item, depth + 1));
  return redactObject(value, depth + 1);
}

function plainError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const own = redactObject(error, depth + 1);
  return { name, message, ...own, stack, ...(cause === undefined ? {} : { cause: plain(cause, depth + 1) }) };
}
