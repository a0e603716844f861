/** Returns the installed version of a package, for the names of contenders. */
import { createRequire } from "node:module";

export function packageVersion(name: string): string {
  const found: unknown = createRequire(import.meta.url)(`${name}/package.json`);
  return typeof found === "object" && found !== null && "version" in found ? String(found.version) : "unknown";
}
