/** Creates the client for the server that served this page, and drops empty fields from its queries. */
import { createClient } from "@rota/client";

export const client = createClient({ baseUrl: location.origin });

type Given<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** Drops fields that are undefined or empty. */
export function given<Fields extends Record<string, unknown>>(fields: Fields): Given<Fields> {
  const there: Given<Fields> = {};
  for (const key in fields) if (isThere(fields[key])) there[key] = fields[key];
  return there;
}

/** Nobody asks for what has no name. */
function isThere<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined && value !== "";
}
