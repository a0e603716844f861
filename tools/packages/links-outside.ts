/** Finds links in a project that lead outside of it, like those of npm's workspaces. */
import fs from "node:fs";
import { join } from "node:path";

export function linksOutside(project: string): string[] {
  const inside = fs.realpathSync(project);
  const entries = fs.readdirSync(project, { recursive: true, withFileTypes: true });
  const links = entries.filter((entry) => entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name));
  return links.filter((path) => fs.existsSync(path) && !fs.realpathSync(path).startsWith(`${inside}/`));
}
