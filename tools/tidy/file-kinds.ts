/** Classifies files by their path. Pure. */

export function isCode(path: string): boolean {
  return /\.(ts|tsx|js|mjs|cjs)$/.test(path);
}

export function isTypeScript(path: string): boolean {
  return /\.tsx?$/.test(path) && !path.endsWith(".d.ts");
}

/**
 * Returns true for tests, type tests, conformance suites, checks of the repository, and all files in a package's `test`
 * folder.
 */
export function isTest(path: string): boolean {
  return (
    /\.(test|test-d|conformance|check|bench)\.tsx?$/.test(path) || /^(packages|workloads)\/[^/]+\/test\//.test(path)
  );
}

/** Returns the folder of the package that contains the file, such as `packages/engine`; undefined outside packages. */
export function packageFolder(path: string): string | undefined {
  return /^(?:packages|workloads)\/[^/]+(?=\/)/.exec(path)?.[0];
}
