/** Tests where workloads are found, and that one that is missing, broken or clashing is refused with one clear message. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadConfig } from "./load-config.ts";
import { loadParts, loadWorkloads } from "./load-workloads.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "rota-workloads-")));
});
afterEach(() => rm(cwd, { recursive: true }));

/** Writes files below the folder of the test. */
async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), text);
  }
}

/** Returns the source of a workload, as `defineWorkload` makes it. */
function workload(name: string, { parts = "", fields = "" } = {}): string {
  return `export default {
    name: ${JSON.stringify(name)}, title: "Title", errors: {}, settings: {},
    load: async () => ({ tasks: [], intakes: [], operations: [], webhookFormats: [], ${parts} }),
    commands: async () => [], ${fields}
  };`;
}

const load = (...specifiers: string[]) => loadWorkloads(specifiers, { cwd });
const namesOf = async (...specifiers: string[]) => (await load(...specifiers)).map(({ name }) => name);

describe("a workload is found", () => {
  test("by a path relative to the folder, and by an absolute one", async () => {
    await write({ "library.mjs": workload("library"), "shop.mjs": workload("shop") });

    expect(await namesOf("./library.mjs", join(cwd, "shop.mjs"))).toEqual(["library", "shop"]);
  });

  test("by its package: what it exports as ./workload, else its main entry", async () => {
    const described = (exports: object) => JSON.stringify({ type: "module", exports });
    await write({
      "node_modules/@shop/books/package.json": described({ ".": "./index.js", "./workload": { import: "./w.js" } }),
      "node_modules/@shop/books/index.js": "throw new Error('the main entry is not needed')",
      "node_modules/@shop/books/w.js": workload("books"),
      "node_modules/library/package.json": described({ types: "./index.d.ts", default: "./index.js" }),
      "node_modules/library/index.js": workload("library"),
      "node_modules/old/package.json": JSON.stringify({ type: "module", main: "main.js" }),
      "node_modules/old/main.js": workload("old"),
      "app/rota.config.json": "{}",
    });

    const found = await loadWorkloads(["@shop/books", "library", "old"], { cwd: join(cwd, "app") });

    expect(found.map(({ name }) => name)).toEqual(["books", "library", "old"]);
    expect(await namesOf("@shop/books/workload")).toEqual(["books"]);
  });

  test("by the option of the file, the environment or a flag, each of which wins over the one before", async () => {
    await write({
      "settings/one.mjs": workload("one"),
      "settings/rota.config.json": JSON.stringify({ workloads: ["./one.mjs"] }),
      "two.mjs": workload("two"),
      "three.mjs": workload("three"),
    });
    const flags = { config: "settings/rota.config.json" };
    const env = { ROTA_WORKLOADS: "./two.mjs, ./three.mjs" };
    const read = async (given: { env?: NodeJS.ProcessEnv; flags?: Record<string, unknown> }) => {
      const { workloads, sources } = await loadConfig({ env: {}, flags, cwd, ...given });
      return [workloads.map(({ name }) => name), sources.workloads];
    };

    expect(await read({})).toEqual([["one"], "settings/rota.config.json"]);
    expect(await read({ env })).toEqual([["two", "three"], "ROTA_WORKLOADS"]);
    expect(await read({ env, flags: { ...flags, workloads: "./three.mjs" } })).toEqual([["three"], "--workloads"]);
    expect(await read({ flags: {} })).toEqual([[], "default"]);
  });
});

describe("a workload is refused", () => {
  const cases: [what: string, specifier: string, files: Record<string, string>, code: string, text: RegExp][] = [
    ["that is no file", "./none.mjs", {}, "WORKLOAD_NOT_FOUND", /there is no file .*none\.mjs; give the path/],
    ["whose package is not installed", "@shop/none", {}, "WORKLOAD_NOT_FOUND", /run "npm install @shop\/none"/],
    [
      "whose package exports no module",
      "empty",
      { "node_modules/empty/package.json": `{"exports": {"./other": "./other.js"}}` },
      "WORKLOAD_NOT_FOUND",
      /exports no \.\/workload and no \.; export the workload as \.\/workload/,
    ],
    [
      "whose package is not built",
      "unbuilt",
      { "node_modules/unbuilt/package.json": `{"exports": "./dist/index.js"}` },
      "WORKLOAD_NOT_FOUND",
      /there is no file .*dist[/\\]index\.js, which its package exports; build/,
    ],
    ["that throws", "./a.mjs", { "a.mjs": "throw new Error('no luck')" }, "WORKLOAD_INVALID", /be loaded: no luck/],
    ["that exports none", "./a.mjs", { "a.mjs": "export const a = 1" }, "WORKLOAD_INVALID", /exports no workload by/],
    [
      "without a right name",
      "./a.mjs",
      { "a.mjs": workload("Library") },
      "WORKLOAD_INVALID",
      /no workload: name is not what it must be; write export default defineWorkload/,
    ],
    [
      "with a wrong field",
      "./a.mjs",
      { "a.mjs": workload("a", { fields: "migrations: []" }) },
      "WORKLOAD_INVALID",
      /migrations is not what it must be/,
    ],
    [
      "with a page that names no module",
      "./a.mjs",
      { "a.mjs": workload("a", { fields: `pages: { folder: new URL("file:///"), list: [{ path: "/a" }] }` }) },
      "WORKLOAD_INVALID",
      /pages is not what it must be/,
    ],
    [
      "whose documentation is no folder",
      "./a.mjs",
      { "a.mjs": workload("a", { fields: "docs: './docs'" }) },
      "WORKLOAD_INVALID",
      /docs is not what it must be/,
    ],
    ["with the name of the engine", "./a.mjs", { "a.mjs": workload("engine") }, "WORKLOAD_CLASH", /the engine itself/],
  ];

  test.each(cases)("%s", async (_what, specifier, files, code, text) => {
    await write(files);

    const refused = load(specifier);

    await expect(refused).rejects.toMatchObject({ code });
    await expect(refused).rejects.toThrow(text);
    await expect(refused).rejects.toThrow(specifier);
  });

  test("that has the name of another one", async () => {
    await write({ "a.mjs": workload("library"), "b.mjs": workload("library") });

    await expect(load("./a.mjs", "./b.mjs")).rejects.toMatchObject({
      code: "WORKLOAD_CLASH",
      message: "./b.mjs and ./a.mjs have one name, library: leave one of them out of workloads",
    });
  });

  test("that has an error code of another one, or of the engine", async () => {
    const errors = (code: string) => `errors: { ${code}: "conflict" }`;
    await write({
      "a.mjs": workload("a", { fields: errors("SOLD_OUT") }),
      "b.mjs": workload("b", { fields: errors("SOLD_OUT") }),
      "c.mjs": workload("c", { fields: errors("TASK_NOT_FOUND") }),
    });

    await expect(load("./a.mjs", "./b.mjs")).rejects.toMatchObject({ code: "WORKLOAD_CLASH" });
    await expect(load("./a.mjs", "./c.mjs")).rejects.toThrow("the engine and workload c both have the error code");
  });

  test("that has a page of another one, whatever their parameters are called", async () => {
    const pages = (path: string) =>
      `pages: { folder: new URL("file:///"), list: [{ path: "${path}", module: "p.js", component: "P" }] }`;
    await write({
      "a.mjs": workload("a", { fields: pages("/books/:id") }),
      "b.mjs": workload("b", { fields: pages("/books/:book") }),
    });

    await expect(load("./a.mjs", "./b.mjs")).rejects.toMatchObject({
      code: "WORKLOAD_CLASH",
      message: "the workloads a and b have one page, /books/:book: leave one workload out, or rename it",
    });
  });
});

describe("what workloads run and offer is refused", () => {
  test.each([
    ["task type", `tasks: [{ name: "lend" }]`, `intakes: [{ name: "other", taskType: "lend" }]`, "lend"],
    ["intake", `intakes: [{ name: "i", taskType: "x" }]`, `intakes: [{ name: "i", taskType: "y" }]`, "i"],
    [
      "operation",
      `operations: [{ name: "a.get", method: "GET", path: "/v1/books/{a}" }]`,
      `operations: [{ name: "b.get", method: "GET", path: "/v1/books/{b}" }]`,
      "GET /v1/books/{b}",
    ],
    ["webhook format", `webhookFormats: [{ name: "old" }]`, `webhookFormats: [{ name: "old" }]`, "old"],
  ])("where two have one %s", async (kind, first, second, shown) => {
    await write({ "a.mjs": workload("a", { parts: first }), "b.mjs": workload("b", { parts: second }) });

    await expect(loadParts(await load("./a.mjs", "./b.mjs"))).rejects.toMatchObject({
      code: "WORKLOAD_CLASH",
      message: `the workloads a and b have one ${kind}, ${shown}: leave one workload out, or rename it`,
    });
  });

  test.each([
    ["load", "() => import('./gone.mjs')", "what it runs cannot be loaded: "],
    [
      "load",
      "async () => ({ tasks: {} })",
      "its tasks are no list of definitions; write export default defineWorkload",
    ],
    ["load", "async () => ({ tasks: [], intakes: [], operations: [] })", "its webhookFormats are no list"],
    ["load", "async () => ({ tasks: [{}] })", "its tasks are no list of definitions"],
    ["load", "async () => undefined", "its tasks are no list of definitions"],
    ["migrations", "async () => { throw 'no luck' }", "its tables cannot be loaded: no luck"],
    ["migrations", "async () => ({ name: 'b', migrations: [] })", "its tables are no set of migrations with its name"],
    ["commands", "() => import('./gone.mjs')", "its commands cannot be loaded: "],
    ["demo", "async () => { throw new Error('no luck') }", "its demo cannot be loaded: no luck"],
  ] as const)("where %s is broken: %s", async (part, source, text) => {
    await write({ "a.mjs": workload("a", { fields: `${part}: ${source}` }) });
    const [broken] = await load("./a.mjs");

    const refused = broken?.[part]?.();

    await expect(refused).rejects.toMatchObject({ code: "WORKLOAD_INVALID" });
    await expect(refused).rejects.toThrow(`workload a: ${text}`);
  });
});
