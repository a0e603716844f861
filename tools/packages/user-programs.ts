/** The programs of a user who imports every entry point, in every way that Node and TypeScript support. Pure. */

export type UserFile = { readonly path: string; readonly text: string };

/** Each program prints every name with the number of its exports and its location. */
const REPORT_ESM = "console.log(name, Object.keys(module).length, import.meta.resolve(name));";
const REPORT_CJS = "console.log(name, Object.keys(module).length, require.resolve(name));";

export function userPrograms(entryPoints: readonly string[]): UserFile[] {
  return [
    { path: "by-static-import.ts", text: byStaticImport(entryPoints) },
    { path: "by-import.cts", text: byImport(entryPoints) },
    { path: "by-require.cts", text: byRequire(entryPoints) },
  ];
}

/**
 * Strict, so that an import without types fails. Declarations of libraries are checked unless the options disable it.
 */
export function projectOf(
  name: string,
  options: Readonly<Record<string, unknown>>,
  files: readonly string[],
): UserFile {
  const compilerOptions = { target: "es2022", strict: true, skipLibCheck: false, types: ["node"], ...options };
  return { path: `tsconfig.${name}.json`, text: JSON.stringify({ compilerOptions, files }) };
}

function byStaticImport(names: readonly string[]): string {
  const imports = names.map((name, index) => `import * as module${String(index)} from "${name}";`);
  const uses = names.map((name, index) => useOf(name, `module${String(index)}`));
  return [...imports, reportFunction(REPORT_ESM), ...uses].join("\n");
}

function byImport(names: readonly string[]): string {
  const uses = names.map((name) => useOf(name, `await import("${name}")`));
  const all = ["async function all(): Promise<void> {", ...uses, "}", "void all();"];
  return [reportFunction(REPORT_CJS), ...all].join("\n");
}

function byRequire(names: readonly string[]): string {
  const imports = names.map((name, index) => `import module${String(index)} = require("${name}");`);
  const uses = names.map((name, index) => useOf(name, `module${String(index)}`));
  return [...imports, reportFunction(REPORT_CJS), ...uses].join("\n");
}

function reportFunction(body: string): string {
  return `function report(name: string, module: object): void { ${body} }`;
}

function useOf(name: string, module: string): string {
  return `report("${name}", ${module});`;
}
