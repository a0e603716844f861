/** Reads what a script gave back of a hash: names and values in turn. Pure. */

export type Fields = ReadonlyMap<string, string>;

/** Undefined when there is no hash, or it holds anything but text. */
export function readFields(reply: unknown): Fields | undefined {
  if (!Array.isArray(reply)) return undefined;
  const texts = reply.filter((part) => typeof part === "string");
  if (texts.length !== reply.length || texts.length % 2 !== 0) return undefined;
  const pairs = texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? ""] as const] : []));
  return new Map(pairs);
}

export function dateField(fields: Fields, name: string): Date | undefined {
  const date = new Date(fields.get(name) ?? "");
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Undefined when it is not there or is no json. */
export function jsonField(fields: Fields, name: string): unknown {
  const text = fields.get(name);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
