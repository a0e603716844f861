/** Many texts or bytes as the bytes of one value, with where each begins: bound as a list they would be written out. Pure. */

export type Packed = {
  readonly bytes: Uint8Array;
  /** Counted from 1, as SQL does. */
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
};

/** @example sql`select substring(${packed.bytes}::bytea from start for length) from unnest(…) as given (start, length)` */
export function pack(values: readonly (string | Uint8Array)[]): Packed {
  const parts = values.map((value) => (typeof value === "string" ? Buffer.from(value) : value));
  const lengths = parts.map(({ length }) => length);
  let next = 1;
  const starts = lengths.map((length) => (next += length) - length);
  return { bytes: Buffer.concat(parts), starts, lengths };
}
