/** Finds what a process needs to import a TypeScript file, when Node cannot by itself. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** The URL of tsx as the file sees it; undefined when the file needs none, or none is installed. */
export function typescriptLoader(fileUrl: string): string | undefined {
  if (!fileUrl.startsWith("file:") || !/\.[cm]?tsx?$/.test(fileUrl) || nodeRunsTypescript()) return undefined;
  try {
    return pathToFileURL(createRequire(fileUrl).resolve("tsx")).href;
  } catch {
    return undefined; // the import then fails and says that the extension is unknown
  }
}

function nodeRunsTypescript(): boolean {
  const support: unknown = Reflect.get(process.features, "typescript");
  return support !== undefined && support !== false;
}
