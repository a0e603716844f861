/** Pages of lists as the API gives them. */
import { RotaError } from "@rota/engine";
import { toWire, type Wire } from "../to-wire.ts";

export type EnginePage<Item> = { readonly items: readonly Item[]; readonly next: string | undefined };

export function toPage<Item>({ items, next }: EnginePage<Item>): { items: Wire<Item>[]; next: string | null } {
  return { items: items.map((item) => toWire(item)), next: next ?? null };
}

/** For lists that go on behind the last item: a full page may have another one. */
export function pageBehind<Item>(
  items: readonly Item[],
  limit: number,
  cursorOf: (item: Item) => string,
): { items: Wire<Item>[]; next: string | null } {
  const last = items.length < limit ? undefined : items.at(-1);
  return toPage({ items, next: last === undefined ? undefined : cursorOf(last) });
}

/** Says to nobody but us what it means. */
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
