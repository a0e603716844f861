/** Loads the list of the pages that workloads add to the dashboard. */
import { addressOf } from "./api/address.ts";

export type ListedPage = {
  readonly path: string;
  readonly name?: string;
  /** Address of the module. */
  readonly module: string;
  /** Export of the module. */
  readonly component: string;
  readonly isPublic: boolean;
};

export type ListedWorkload = {
  readonly name: string;
  readonly title: string;
  /** Whether the files of its pages exist on the server. */
  readonly isBuilt: boolean;
  /** Addresses of its style sheets. */
  readonly styles: readonly string[];
  readonly pages: readonly ListedPage[];
};

export async function loadWorkloads(): Promise<readonly ListedWorkload[]> {
  const response = await fetch(addressOf("workloads.json"));
  const list: unknown = await response.json();
  if (!response.ok || !isList(list)) throw new TypeError("the server did not list its workloads");
  return list.workloads;
}

/** The server that served this script made the list. */
function isList(value: unknown): value is { readonly workloads: readonly ListedWorkload[] } {
  return typeof value === "object" && value !== null && "workloads" in value && Array.isArray(value.workloads);
}

/** Reports whether the page is at the path. */
export function isAt({ path }: Pick<ListedPage, "path">, pathname: string): boolean {
  const given = pathname.split("/");
  const wanted = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(":") ? given[index] !== "" : part === given[index]))
  );
}
