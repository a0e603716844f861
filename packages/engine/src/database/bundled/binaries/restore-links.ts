/** Makes the symbolic links of the libraries that an npm package cannot carry; its own install script may be off. */
import { readFile, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { hasCode } from "../file-error.ts";

/** Reads the package's list of links and makes them in the copy. A package without a list has no links. */
export async function restoreLinks(nativeDir: string, copyDir: string): Promise<void> {
  const text = await readFile(join(nativeDir, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of parseLinks(text)) {
    const at = join(copyDir, target.replace(/^native\//, ""));
    await symlink(basename(source), at).catch((error: unknown) => {
      if (!hasCode(error, "EEXIST")) throw error;
    });
  }
}

type Link = { readonly source: string; readonly target: string };

/** Only links between files of one folder are taken: the list has no others, and they survive a move. */
function parseLinks(text: string): readonly Link[] {
  const value: unknown = JSON.parse(text);
  const links = Array.isArray(value) ? value.filter(isLink) : [];
  return links.filter((link) => dirname(link.source) === dirname(link.target) && !link.target.includes(".."));
}

function isLink(value: unknown): value is Link {
  if (typeof value !== "object" || value === null) return false;
  return "source" in value && typeof value.source === "string" && "target" in value && typeof value.target === "string";
}
