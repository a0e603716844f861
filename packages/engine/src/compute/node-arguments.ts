/** Chooses the arguments of Node for a computing process: the inherited ones and a TypeScript loader. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const WITH_VALUE = new Set(["--import", "--require", "-r", "--loader", "--experimental-loader", "--conditions", "-C"]);
const ALONE = new Set(["--enable-source-maps", "--preserve-symlinks", "--experimental-strip-types"]);

export function inheritedArguments(execArgv: readonly string[]): string[] {
  return execArgv.flatMap((argument, index) => {
    const [name = ""] = argument.split("=", 1);
    if (ALONE.has(name)) return [argument];
    if (!WITH_VALUE.has(name)) return [];
    if (argument.includes("=")) return [argument];
    const value = execArgv[index + 1];
    return value === undefined ? [] : [argument, value];
  });
}

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
