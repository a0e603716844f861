/** Reads the fields of stored json, and refuses what is of another kind than it should be. Pure. */

export type Fields = Readonly<Record<string, unknown>>;

export function readFields(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unreadable("an object", value);
  return Object.fromEntries(Object.entries(value));
}

export function readText(fields: Fields, key: string): string {
  const value = fields[key];
  if (typeof value !== "string") throw unreadable(`a text as ${key}`, value);
  return value;
}

export function readInteger(fields: Fields, key: string): number {
  const value = fields[key];
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw unreadable(`a whole number as ${key}`, value);
  return value;
}

export function readBoolean(fields: Fields, key: string): boolean {
  const value = fields[key];
  if (typeof value !== "boolean") throw unreadable(`true or false as ${key}`, value);
  return value;
}

/** Large numbers are stored as text, since a number in json has 53 bits. */
export function readBigint(fields: Fields, key: string): bigint {
  return toBigint(readText(fields, key), key);
}

/** `undefined` where null is stored. */
export function readOptional<Value>(
  fields: Fields,
  key: string,
  read: (fields: Fields, key: string) => Value,
): Value | undefined {
  return fields[key] === null ? undefined : read(fields, key);
}

export function toBigint(text: string, what: string): bigint {
  if (!/^-?\d{1,20}$/.test(text)) throw unreadable(`a whole number as ${what}`, text);
  return BigInt(text);
}

function unreadable(wanted: string, found: unknown): TypeError {
  return new TypeError(`${wanted} was expected, ${JSON.stringify(found)} found`);
}
