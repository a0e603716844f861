/** The fields of a record that have a value, for queries whose fields may be left out. Pure. */

type Given<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

export function given<Fields extends Record<string, unknown>>(fields: Fields): Given<Fields> {
  const there: Given<Fields> = {};
  for (const key in fields) if (isThere(fields[key])) there[key] = fields[key];
  return there;
}

/** Nobody asks for what has no name. */
function isThere<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined && value !== "";
}
