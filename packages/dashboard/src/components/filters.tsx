/** Shows the filters of a list and keeps their values in the address. */
import { useLocation } from "preact-iso";
import { LateInput } from "./field.tsx";

type Filter = {
  readonly name: string;
  readonly label: string;
  /** Allowed values; without them any text is accepted. */
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
            <LateInput value={values[name] ?? ""} onCommit={(text) => set(name, text)} />
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

type UsedFilters = {
  readonly values: Readonly<Record<string, string>>;
  /** Sets a filter; an empty value removes it. */
  readonly set: (name: string, value: string) => void;
};

/** Reads and changes filter values in the query of the address. */
export function useFilters(): UsedFilters {
  const { path, query, route } = useLocation();
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(query);
    if (value === "") next.delete(name);
    else next.set(name, value);
    const text = next.toString();
    route(text === "" ? path : `${path}?${text}`, true);
  };
  return { values: query, set };
}
