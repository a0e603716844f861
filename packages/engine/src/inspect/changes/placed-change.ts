/** A change with its place in the order of all. Pure. */
import type { Change } from "./change.ts";
import { writePlace, type ChangePlace } from "./place.ts";

type Untold<Kind> = Kind extends Change ? Omit<Kind, "id" | "at"> : never;

export type PlacedChange = { readonly place: ChangePlace; readonly change: Change };

export function placed(place: ChangePlace, told: Untold<Change>): PlacedChange {
  const at = new Date(Number(place.atUs / 1_000n));
  return { place, change: { ...told, id: writePlace(place), at } };
}

/** What one source had to tell, and up to when that is all. */
export type Told = {
  readonly changes: readonly PlacedChange[];
  /** Undefined when it told all that was asked for. */
  readonly cutAtUs: bigint | undefined;
};

export const NOTHING: Told = { changes: [], cutAtUs: undefined };

/** Whoever returned as many rows as the limit may have more, and is sure only of what came before the last one. */
export function cutAt(rows: readonly { readonly at_us: bigint }[], limit: number): bigint | undefined {
  const [first, last] = [rows[0]?.at_us, rows.at(-1)?.at_us];
  if (rows.length < limit || first === undefined || last === undefined) return undefined;
  return first < last ? last - 1n : last;
}
