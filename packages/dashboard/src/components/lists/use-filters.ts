/** Reads and changes the values of filters in the query of the address. */
import { useLocation } from "preact-iso";

type UsedFilters = {
  readonly values: Readonly<Record<string, string>>;
  /** An empty value takes the filter away. */
  readonly set: (name: string, value: string) => void;
};

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
