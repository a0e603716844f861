/** Creates clients for the server that served this page, and drops empty fields from their queries. */
import { createClient, type RotaClient } from "@rota/client";

/** Unit tests load modules of pages where there is no document. */
const baseUrl = typeof document === "undefined" ? "" : document.baseURI;

/** Client of the engine's API. */
export const client = createClient({ baseUrl });

/** Creates a client whose paths are those of a workload, as generated from the OpenAPI document. */
export function apiClient<Paths extends object>(): RotaClient<Paths> {
  return createClient<Paths>({ baseUrl });
}

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
