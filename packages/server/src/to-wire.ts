/** Converts values of the engine to JSON: ids as digits, times as ISO 8601, null for absent values, pages. Pure. */
import { RotaError } from "@rota/engine";

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

/** Page of a list as the engine returns it. */
type EnginePage<Item> = { readonly items: readonly Item[]; readonly next: string | undefined };

export function toPage<Item>({ items, next }: EnginePage<Item>): { items: Wire<Item>[]; next: string | null } {
  return { items: items.map((item) => toWire(item)), next: next ?? null };
}

/** Builds a page for lists that continue after the last item: a full page may have another one. */
export function pageBehind<Item>(
  items: readonly Item[],
  limit: number,
  cursorOf: (item: Item) => string,
): { items: Wire<Item>[]; next: string | null } {
  const last = items.length < limit ? undefined : items.at(-1);
  return toPage({ items, next: last === undefined ? undefined : cursorOf(last) });
}

/** Encodes the position after an item as an opaque cursor. */
export function writePlace(text: string): string {
  return Buffer.from(text).toString("base64url");
}

export function readPlace(after: string | undefined): string | undefined {
  if (after === undefined) return undefined;
  const text = Buffer.from(after, "base64url").toString();
  if (text !== "" && !/\p{Cc}|\p{Cs}/u.test(text) && writePlace(text) === after) return text;
  const message = "cannot be listed: after cannot be read: give the next of the page before, or leave it out";
  throw new RotaError("INSPECTION_INVALID", message, { field: "after" });
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Returns the fields that have a value. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields>;
export function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
