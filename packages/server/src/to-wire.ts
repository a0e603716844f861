/** Converts values of the engine to JSON: ids as digits, times as ISO 8601, null for absent values, pages. Pure. */
import type { Page } from "@rota/engine";

/** Type of a converted value. Bytes become UTF-8 text: they are bodies of requests or responses. */
type Wire<Value> = Value extends bigint | Date | Uint8Array
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

export function toPage<Item>({ items, next }: Page<Item>): { items: Wire<Item>[]; next: string | null } {
  return { items: items.map((item) => toWire(item)), next: next ?? null };
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Returns the fields that have a value. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields>;
export function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
