/** Finds the built files of the dashboard. */
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Undefined when it is not installed or not built. */
export async function dashboardFolder(): Promise<string | undefined> {
  try {
    const folder = join(dirname(fileURLToPath(import.meta.resolve("@rota/dashboard/package.json"))), "dist");
    await access(join(folder, "index.html"));
    return folder;
  } catch {
    return undefined;
  }
}
