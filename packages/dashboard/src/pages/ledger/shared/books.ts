/** Whose books the pages show: those of the viewer's tenant, or those that the address names. */
import type { Filter } from "../../../components/lists/filters.tsx";
import { useFilters } from "../../../components/lists/use-filters.ts";
import { useSession } from "../../../session/session.tsx";

export type BooksInView = {
  /** For every question to the server. */
  readonly query: { readonly tenant?: string };
  readonly filters: readonly Filter[];
  /** The address of another page about the same books. */
  readonly link: (path: string, more?: Readonly<Record<string, string>>) => string;
  /** Whether the viewer may change periods and rules. */
  readonly mayLead: boolean;
};

/** The books that were looked at last, for links of the navigation, which name none. */
let lastTenant: string | undefined;

export function useBooks(): BooksInView {
  const { viewer } = useSession();
  const { values } = useFilters();
  const isBound = viewer?.tenant !== undefined;
  if (!isBound && values["tenant"] !== undefined) lastTenant = values["tenant"];
  const query = isBound || lastTenant === undefined ? {} : { tenant: lastTenant };
  return {
    query,
    filters: isBound ? [] : [{ name: "tenant", label: "Tenant" }],
    link: (path, more = {}) => {
      const text = new URLSearchParams({ ...query, ...more }).toString();
      return text === "" ? path : `${path}?${text}`;
    },
    mayLead: viewer?.roles.some((role) => role === "admin" || role === "ledger-admin") ?? false,
  };
}
