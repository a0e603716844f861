/** Says where the compiled form of a source file lies: Node runs it as it is, which starts far sooner than through tsx. */
import { fileURLToPath } from "node:url";

export const ROOT_URL = new URL("../../", import.meta.url);
export const COMPILED_URL = new URL(".cache/compiled/", ROOT_URL);

/** For the processes that tests start: `compile-sources.ts` has made the file before the first test. */
export function compiledUrl(source: URL | string): URL {
  const path = String(source).slice(ROOT_URL.href.length);
  if (!String(source).startsWith(ROOT_URL.href)) throw new Error(`${String(source)} is no file of this repository`);
  return new URL(path.replace(/\.ts$/, ".js"), COMPILED_URL);
}

export function compiledPath(source: URL | string): string {
  return fileURLToPath(compiledUrl(source));
}
