/** Reads and writes the state of a new passport in the address. */

export type Made = {
  /** Owner of the passport. */
  readonly tenant: string;
  /** Ids of document versions. */
  readonly documents: readonly string[];
  readonly snapshot: string | undefined;
  readonly passport: string | undefined;
};

/** Tenant that the server uses when none is named. */
const DEFAULT_TENANT = "default";

export function readMade(search: string, boundTenant: string | undefined): Made {
  const query = new URLSearchParams(search);
  return {
    tenant: boundTenant ?? query.get("tenant") ?? DEFAULT_TENANT,
    documents: query.get("documents")?.split(" ") ?? [],
    snapshot: query.get("snapshot") ?? undefined,
    passport: query.get("passport") ?? undefined,
  };
}

export function newPassportPath({ tenant, documents, snapshot, passport }: Partial<Made>): string {
  const named = { tenant, documents: documents?.join(" "), snapshot, passport };
  const query = new URLSearchParams(
    Object.entries(named).flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value]])),
  );
  return `passports/new?${query.toString()}`;
}
