/** Fields that narrow a list; their values live in the address, so that a link shows the same list. */
import { useFilters } from "./use-filters.ts";

export type Filter = {
  readonly name: string;
  readonly label: string;
  /** Given: one of these. Left out: any text. */
  readonly choices?: readonly string[];
};

export function Filters({ filters }: { readonly filters: readonly Filter[] }) {
  const { values, set } = useFilters();
  return (
    <form class="filters" role="search" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {filters.map(({ name, label, choices }) => (
        <label key={name} class="field">
          <span>{label}</span>
          {choices === undefined ? (
            <input value={values[name] ?? ""} onChange={(event) => set(name, event.currentTarget.value.trim())} />
          ) : (
            <select value={values[name] ?? ""} onChange={(event) => set(name, event.currentTarget.value)}>
              <option value="">all</option>
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {choice.toLowerCase().replaceAll("_", " ")}
                </option>
              ))}
            </select>
          )}
        </label>
      ))}
    </form>
  );
}
