/** Keeps the report of the public API true, complete and documented. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { API_REPORT, type ApiEntry, apiReport, ENGINE, objectionsTo, readApi, WRITE_COMMAND } from "./engine-api.ts";

const INDEX = `
import type { Options } from "./options.ts";
/** Adds two numbers. Slowly. */
export const add = (a: number, b: number): number => a + b;
/** Greets. */
export async function greet(name: string, options: Options = {}): Promise<string> {
  return name + String(options.loud);
}
`;

/** Values, without types. More of them are grouped under another entry point. */
const MAIN_VALUES_MAX = 45;

let engine: readonly ApiEntry[] = [];
beforeAll(async () => {
  engine = await readApi(ENGINE);
});

test("the report is what the sources export", async () => {
  const page = await readFile(API_REPORT, "utf8");

  expect(page, `stale; write it anew: ${WRITE_COMMAND}`).toBe(await apiReport(engine));
});

test("every public name is documented, and every type of a public signature is exported", async () => {
  expect(objectionsTo(engine)).toEqual([]);
});

test("the main entry point has the names that an application needs, and each name has one entry point", () => {
  const values = engine.map(({ specifier, names }) => ({ specifier, names: names.filter(({ isValue }) => isValue) }));
  const main = values.find(({ specifier }) => specifier === "@rota/engine")?.names ?? [];
  const isErrors = (specifier: string) => specifier === "@rota/engine/errors"; // for code that loads nothing else
  const all = values.filter(({ specifier }) => !isErrors(specifier)).flatMap(({ names }) => names);

  expect(main.length).toBeGreaterThan(30);
  expect(main.length).toBeLessThanOrEqual(MAIN_VALUES_MAX);
  expect(all.map(({ name }) => name).filter((name, index, names) => names.indexOf(name) !== index)).toEqual([]);
});

test("the report leaves internal names out, and lists each entry point", async () => {
  const folder = await makePackage({ "index.ts": INDEX, "internal.ts": "export const secret = 1;\n" });

  const report = await apiReport(await readApi(folder));

  expect(report).toContain("## `@demo/kit`\n");
  expect(report).toContain("/** Adds two numbers. */\nconst add: (a: number, b: number) => number;\n");
  expect(report).toContain("function greet(name: string, options?: Options): Promise<string>;\n");
  expect(report).not.toContain("secret");
});

test("a changed signature changes the report", async () => {
  const before = await apiReport(await readApi(await makePackage({ "index.ts": INDEX })));
  const changed = INDEX.replace("b: number)", "b: bigint)");

  expect(await apiReport(await readApi(await makePackage({ "index.ts": changed })))).not.toBe(before);
});

test("a type parameter is no type of the package, though one has its name", async () => {
  const index = "/** Returns it. */\nexport function same<Options>(value: Options): Options {\n  return value;\n}\n";
  const folder = await makePackage({
    "index.ts": index,
    "internal.ts": 'export type { Options } from "./options.ts";\n',
  });

  expect(objectionsTo(await readApi(folder))).toEqual([]);
});

test("a name without a doc comment and a type that is not exported are refused", async () => {
  const folder = await makePackage({ "index.ts": INDEX.replace("/** Greets. */", "") });

  expect(objectionsTo(await readApi(folder))).toEqual([
    "@demo/kit: greet has no doc comment",
    "@demo/kit: the signature of greet names Options, which is not exported",
  ]);
});

async function makePackage(sources: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "rota-api-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const exports = { ".": { "rota-source": "./src/index.ts" }, "./internal": { "rota-source": "./src/internal.ts" } };
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "@demo/kit", type: "module", exports }));
  const all = { "options.ts": "export type Options = { readonly loud?: boolean };\n", ...sources };
  for (const [path, text] of Object.entries(all)) await writeFile(join(folder, "src", path), text);
  return folder;
}
