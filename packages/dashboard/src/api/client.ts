/** Creates the client for the server that served this page, and drops empty fields from its queries. */
import { createClient } from "@rota/client";

export const client = createClient({ baseUrl: location.origin });

type Given<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** Drops fields that are undefined or empty. */
export function given<Fields extends Record<string, unknown>>(fields: Fields): Given<Fields> {
  const present: Given<Fields> = {};
  for (const key in fields) if (hasValue(fields[key])) present[key] = fields[key];
  return present;
}

/** Reports whether a query field has a value. */
function hasValue<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined && value !== "";
}
