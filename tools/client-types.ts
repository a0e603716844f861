/** Writes the types of the API for the client, and those of each workload's part of it, from the OpenAPI document: `npm run client-types`. */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapiTypescript, { astToString } from "openapi-typescript";
import { readOpenapi, WORKLOADS } from "./read-openapi.ts";

export const WRITE_COMMAND = "npm run client-types";

const HEAD = `/** The paths of the API and what they take and answer. Generated from the OpenAPI document: ${WRITE_COMMAND}. */\n`;
const FILE = "src/api-types.generated.ts";
/**
 * Lines about what is absent: methods of a path, webhooks, definitions. Without the first, `paths & OtherPaths` has the
 * methods of both where they share a path.
 */
const ABSENT = /^( {8}(get|put|post|delete|options|head|patch|trace)\?: never|export type (webhooks|\$defs) = .*);\n/gm;

type Methods = Readonly<Record<string, { readonly operationId: string }>>;
type Document = { readonly paths: Readonly<Record<string, Methods>> };

export type TypesFile = { readonly path: string; readonly text: string };

/** Returns the whole file of the client, which has the engine's paths, and those of the workloads. */
export async function clientTypes(): Promise<TypesFile[]> {
  const document = await readOpenapi<Document>();
  const names = WORKLOADS.map(({ name }) => name);
  const files = ["engine", ...names].map(async (owner) => {
    const part = { ...document, paths: pathsOf(document, (operationId) => ownerOf(operationId, names) === owner) };
    const folder = owner === "engine" ? "packages/client" : `workloads/${owner}`;
    return {
      path: fileURLToPath(new URL(`../${folder}/${FILE}`, import.meta.url)),
      text: HEAD + astToString(await openapiTypescript(JSON.stringify(part))).replaceAll(ABSENT, ""),
    };
  });
  return Promise.all(files);
}

/** Returns the paths with the wanted operations. Operations of different owners may share a path. */
function pathsOf({ paths }: Document, isWanted: (operationId: string) => boolean): Document["paths"] {
  const wanted = Object.entries(paths).map(([path, methods]): [string, Methods] => [
    path,
    Object.fromEntries(Object.entries(methods).filter(([, { operationId }]) => isWanted(operationId))),
  ]);
  return Object.fromEntries(wanted.filter(([, methods]) => Object.keys(methods).length > 0));
}

/** Names of a workload's operations begin with the name of the workload. */
function ownerOf(operationId: string, names: readonly string[]): string {
  const word = operationId.split(".")[0] ?? "";
  return names.includes(word) ? word : "engine";
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { path, text } of await clientTypes()) {
    const isStale = text !== (await readFile(path, "utf8").catch(() => ""));
    if (isStale && process.argv.includes("--write")) await writeFile(path, text);
    console.log(`${path}: ${isStale ? "was stale" : "is up to date"}`);
  }
}
