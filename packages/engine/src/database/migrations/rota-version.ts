/** The version of this code, as its package says. */
import { readFileSync } from "node:fs";

/** The package's description lies at the same place seen from src and from dist. */
export const ROTA_VERSION: string = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  return /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? "unknown";
}
