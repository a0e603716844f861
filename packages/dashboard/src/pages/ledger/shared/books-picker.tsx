/** The choice between the books of several tenants, for who sees all of them. */
import { useLocation, useRoute } from "preact-iso";
import { useFilters } from "../../../components/lists/use-filters.ts";
import type { BooksChoice, BooksItem } from "./wire.ts";

export function BooksPicker({ all: { items, next }, chosen }: BooksChoice) {
  const { route } = useLocation();
  const { set } = useFilters();
  const isAboutOneThing = Object.keys(useRoute().params).length > 0;
  const choose = (tenant: string): void => {
    // Other books know nothing of the entry, account or rule that is shown.
    if (isAboutOneThing) route(`/ledger?${new URLSearchParams({ tenant }).toString()}`);
    else set("tenant", tenant);
  };
  const isListed = items.some(({ tenant }) => tenant === chosen);
  return (
    <label class="field">
      <span>Books</span>
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        {isListed ? null : <option value={chosen}>{chosen}</option>}
        {items.map((books) => (
          <option key={books.tenant} value={books.tenant}>
            {nameOf(books)}
          </option>
        ))}
        {next === null ? null : <option disabled>others: name their tenant in the address</option>}
      </select>
    </label>
  );
}

function nameOf({ tenant, name }: BooksItem): string {
  return name === tenant ? name : `${name} (${tenant})`;
}
