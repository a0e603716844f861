/** Makes of what the engine answers what JSON can say: ids as digits, times as ISO 8601, null for what is not there. Pure. */

/** Bytes are read as text in UTF-8: they are bodies that somebody sent or answered. */
export type Wire<Value> = Value extends bigint | Date | Uint8Array
  ? string
  : Value extends undefined
    ? null
    : Value extends readonly (infer Item)[]
      ? Wire<Item>[]
      : Value extends object
        ? { -readonly [Name in keyof Value]-?: Wire<Value[Name]> }
        : Value;

/** @example toWire({ taskId: 7n, finishedAt: undefined }) // { taskId: "7", finishedAt: null } */
export function toWire<const Value>(value: Value): Wire<Value>;
export function toWire(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object") return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  if (Array.isArray(value)) return value.map((item: unknown) => toWire(item));
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toWire(field)]));
}
