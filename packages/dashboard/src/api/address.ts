/** Converts between addresses of the browser and paths of the dashboard, which may be served below a path of another server. */
import { useLocation, useRoute } from "preact-iso";

export type Address = {
  /** Path of the page within the dashboard: `/library/7`. */
  readonly path: string;
  /** Values of the parameters in the path of the page: `{ bookId: "7" }`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Opens a page by its relative address, such as `library/8?edition=2`, in place of this one in the history if wanted. */
  readonly go: (address: string, isReplacing?: boolean) => void;
};

/** Reads the address of the page and opens others. */
export function useAddress(): Address {
  const { path, query, route } = useLocation();
  const { params = {} } = useRoute();
  return {
    path: pathWithin(path, basePath()),
    params,
    query,
    go: (address, isReplacing = false) => route(addressOf(address).slice(location.origin.length), isReplacing),
  };
}

/** Returns the whole address of something that the server offers, such as a page, for links that are sent to people. */
export function addressOf(relative: string): string {
  return new URL(relative, document.baseURI).href;
}

/** Returns the path below which the dashboard is served, without a slash at the end; empty at the root of a server. */
export function basePath(): string {
  return new URL(document.baseURI).pathname.replace(/\/+$/, "");
}

/** Returns the path within the dashboard, with a slash at its beginning. */
export function pathWithin(pathname: string, base: string): string {
  const path = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : "/";
  return path.replace(/(?<=.)\/+$/, "");
}

/**
 * Matches the `href` of links that open a page. The router leaves others to the browser: whole addresses, paths of the
 * host, and what the API answers.
 */
export const PAGE_LINK = /^(?!\/|\.\.|v1\/|api\/|docs\b|metrics\b|openapi\.json|[a-z][a-z\d+.-]*:)/i;
