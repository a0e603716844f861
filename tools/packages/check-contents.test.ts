import { expect, test } from "vitest";
import { checkContents } from "./check-contents.ts";
import { entryPointsOf, readManifest } from "./manifest.ts";

const ROOT = "/repository";
const MANIFEST = {
  name: "@rota/a",
  version: "1.0.0",
  exports: {
    ".": { "rota-source": "./src/index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" },
    "./package.json": "./package.json",
  },
  bin: { a: "./dist/bin.js" },
  dependencies: { "@rota/b": "1.0.0" },
};
const GOOD = {
  "README.md": "# A",
  LICENSE: "Apache-2.0",
  "package.json": "{}",
  "dist/index.js": 'export { b } from "./b.js";',
  "dist/index.d.ts": 'export type { C } from "./c.ts";',
  "dist/b.js": 'export const b = () => fork(new URL("./d.js", import.meta.url));',
  "dist/c.js": "export {};",
  "dist/d.js": "",
  "dist/bin.js": "",
  "dist/b.js.map": '{ "sources": ["../src/b.ts"] }',
  "src/b.ts": "",
};

function check(changes: Readonly<Record<string, string>> = {}, manifest: object = MANIFEST): string[] {
  const files = Object.entries({ ...GOOD, ...changes }).map(([path, text]) => ({ path, text }));
  return checkContents({ manifest: readManifest(JSON.stringify(manifest)), files }, ROOT, "1.0.0");
}

test("a package with what its users need and nothing else is accepted", () => {
  expect(check()).toEqual([]);
});

test("a package without README and licence is refused", () => {
  const { "README.md": _, LICENSE: __, ...rest } = GOOD;
  const files = Object.entries(rest).map(([path, text]) => ({ path, text }));

  expect(checkContents({ manifest: readManifest(JSON.stringify(MANIFEST)), files }, ROOT, "1.0.0")).toEqual([
    "@rota/a: README.md is missing",
    "@rota/a: LICENSE is missing",
  ]);
});

test.each([
  ["src/b.test.ts", "", "belongs to the tests"],
  ["dist/b.conformance.d.ts", "", "belongs to the tests"],
  ["sql/test/a.sql", "", "belongs to the tests"],
  ["sql/.env", "", "belongs to a tool"],
  ["dist/e.js", "", "reached from no export"],
  ["src/e.ts", "", "reached from no export"],
  ["sql/a.sql", `-- ${ROOT}/a.sql`, "names the folder"],
  ["sql/a.sql", `-- npm_${"a".repeat(36)}`, "holds a token of npm"],
  ["sql/a.sql", `-----BEGIN PRIVATE ${"KEY"}-----\n${"A".repeat(64)}`, "holds a private key"],
  ["dist/d.js.map", '{ "sources": ["../src/d.ts"] }', "leads to src/d.ts"],
])("%s with %j is refused", (path, text, reason) => {
  expect(check({ [path]: text })).toContainEqual(expect.stringContaining(reason));
});

test("a package is refused with another version, or when it asks for another one of a sister", () => {
  expect(check({}, { ...MANIFEST, version: "1.0.1", dependencies: { "@rota/b": "^1.0.0" } })).toEqual([
    "@rota/a: has version 1.0.1, the repository 1.0.0",
    "@rota/a: asks for @rota/b ^1.0.0, not 1.0.0",
  ]);
});

test("files that are exported by a pattern are reached", () => {
  const manifest = { ...MANIFEST, exports: { ...MANIFEST.exports, "./dist/*": "./dist/*" } };

  expect(check({ "dist/assets/page.js": "" }, manifest)).toEqual([]);
});

test("files below a folder that a module names are reached", () => {
  const index = 'export { b } from "./b.js"; const folder = new URL("../dist/pages/", import.meta.url);';

  expect(check({ "dist/index.js": index, "dist/pages/page.js": "", "dist/pages/chunk-1.js": "" })).toEqual([]);
});

test("an entry point may have types and no module", () => {
  const manifest = { ...MANIFEST, exports: { ...MANIFEST.exports, "./pages": { types: "./dist/pages/index.d.ts" } } };

  expect(check({ "dist/pages/index.d.ts": "", "dist/pages/index.js": "" }, manifest)).toEqual([]);
  expect(entryPointsOf(readManifest(JSON.stringify(manifest)))).toEqual(["@rota/a"]);
});

test("entry points are modules, not files", () => {
  expect(entryPointsOf(readManifest(JSON.stringify(MANIFEST)))).toEqual(["@rota/a"]);
});
