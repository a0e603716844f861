import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installStrictly } from "./install-strictly.ts";
import { linksOutside } from "./links-outside.ts";
import { readManifest } from "./manifest.ts";

let folder: string;

beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "rota-strict-")));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

test("a package finds what it declares, in the version that it was installed with, and nothing else", () => {
  const manifest = { name: "@rota/a", version: "1.0.0", type: "module", main: "a.js", dependencies: { near: "1" } };
  write("repository/packages/a/node_modules/near/package.json", { name: "near", version: "2.0.0", main: "near.js" });
  write("repository/packages/a/node_modules/near/near.js", "module.exports = 'near'");
  write("repository/node_modules/near/package.json", { name: "near", version: "1.0.0", main: "near.js" });
  write("repository/node_modules/near/near.js", "module.exports = 'far'");
  write("repository/node_modules/undeclared/package.json", { name: "undeclared", version: "1.0.0", main: "u.js" });
  write("repository/node_modules/undeclared/u.js", "module.exports = 'undeclared'");
  write("packed/package.json", manifest);
  write(
    "packed/a.js",
    'export { default } from "near"; export const other = import("undeclared").catch((e) => e.code);',
  );
  const unpacked = join(folder, "packed");
  const given = { manifest: readManifest(JSON.stringify(manifest)), source: "packages/a", tarball: "", unpacked };
  const project = join(folder, "project");

  installStrictly({ root: join(folder, "repository"), project, packages: [{ ...given, files: [] }], others: [] });
  write("project/use.mjs", 'import near, { other } from "@rota/a"; console.log(near, await other);');

  expect(execFileSync("node", ["use.mjs"], { cwd: project, encoding: "utf8" })).toBe("near ERR_MODULE_NOT_FOUND\n");
  expect(linksOutside(project)).toEqual([]);
});

test("an optional peer is found when another package asks for it, and missing otherwise", () => {
  const peerDependencies = { near: "1" };
  const optional = { peerDependencies, peerDependenciesMeta: { near: { optional: true } } };
  const a = { name: "@rota/a", version: "1.0.0", type: "module", exports: "./a.js", ...optional };
  const b = { name: "@rota/b", version: "1.0.0", dependencies: { near: "1" } };
  write("repository/node_modules/near/package.json", { name: "near", version: "1.0.0", main: "near.js" });
  write("repository/node_modules/near/near.js", "");
  write("a/package.json", a);
  write("a/a.js", 'export default await import("near").then(() => "found", (error) => error.code);');
  write("b/package.json", b);
  const packed = [a, b].map((manifest) => {
    const name = manifest.name.slice("@rota/".length);
    const given = { manifest: readManifest(JSON.stringify(manifest)), source: `packages/${name}` };
    return { ...given, tarball: "", unpacked: join(folder, name), files: [] };
  });
  const use = (name: string, packages: typeof packed) => {
    const project = join(folder, name);
    installStrictly({ root: join(folder, "repository"), project, packages, others: [] });
    write(`${name}/use.mjs`, 'import found from "@rota/a"; console.log(found);');
    return execFileSync("node", ["use.mjs"], { cwd: project, encoding: "utf8" }).trim();
  };

  expect(use("alone", packed.slice(0, 1))).toBe("ERR_MODULE_NOT_FOUND");
  expect(use("both", packed)).toBe("found");
});

test("a dependency that is declared and not there is named", () => {
  const manifest = { name: "@rota/a", version: "1.0.0", dependencies: { absent: "1" } };
  write("packed/package.json", manifest);
  const given = { manifest: readManifest(JSON.stringify(manifest)), source: "a", tarball: "", files: [] };
  const packages = [{ ...given, unpacked: join(folder, "packed") }];

  expect(() => installStrictly({ root: folder, project: join(folder, "project"), packages, others: [] })).toThrow(
    "@rota/a needs absent, which is not installed here",
  );
});

test("a link that leads out of a project is found", () => {
  write("outside/file", "");
  write("project/node_modules/inside/file", "");
  fs.symlinkSync(join(folder, "outside"), join(folder, "project/node_modules/workspace"));

  expect(linksOutside(join(folder, "project"))).toEqual([join(folder, "project/node_modules/workspace")]);
});

function write(path: string, content: unknown): void {
  const file = join(folder, path);
  fs.mkdirSync(dirname(file), { recursive: true });
  fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
}
