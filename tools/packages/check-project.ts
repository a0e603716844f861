/** Uses installed packages as a user does: README's first example, imports of all kinds, the command and its pages. */
import fs from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPage } from "../docs/page.ts";
import { runIn, startIn } from "./run-in-project.ts";
import { projectOf, userPrograms } from "./user-programs.ts";

const ROTA = "node_modules/.bin/rota";
/** The kit with which workloads are written; what other packages export under this name is a workload. */
const WORKLOAD_KIT = "@rota/engine/workload";

export type UserProject = {
  readonly root: string;
  readonly project: string;
  readonly version: string;
  readonly entryPoints: readonly string[];
  /**
   * Whether the declarations of libraries are checked under every setting, not only node16. This takes most of the
   * time.
   */
  readonly isThorough: boolean;
};

/** Throws at the first failure. */
export async function checkProject(given: UserProject): Promise<void> {
  writePrograms(given);
  compilePrograms(given);
  runExample(given);
  for (const program of ["node16/by-static-import.js", "node16/by-import.cjs", "node20/by-require.cjs"])
    checkImports(given, runIn(given.project, ["node", join("built", program)]));
  runCommand(given);
  await openPages(given);
}

function writePrograms({ root, project, entryPoints, isThorough }: UserProject): void {
  const built = (name: string) => ({ outDir: `built/${name}` });
  const quick = { skipLibCheck: !isThorough };
  const files = [
    { path: "package.json", text: JSON.stringify({ name: "user", private: true, type: "module" }) },
    { path: "first-example.ts", text: firstExample(root) },
    ...userPrograms(entryPoints),
    projectOf("node16", { module: "node16", ...built("node16") }, [
      "first-example.ts",
      "by-static-import.ts",
      "by-import.cts",
    ]),
    projectOf("bundler", { module: "esnext", moduleResolution: "bundler", noEmit: true, ...quick }, [
      "first-example.ts",
      "by-static-import.ts",
    ]),
    projectOf("node20", { module: "node20", ...quick, ...built("node20") }, ["by-require.cts"]),
  ];
  for (const { path, text } of files) fs.writeFileSync(join(project, path), text);
}

function firstExample(root: string): string {
  const { headings, codeBlocks } = readPage({
    path: "README.md",
    text: fs.readFileSync(join(root, "README.md"), "utf8"),
  });
  const heading = headings.find(({ anchor }) => anchor === "first-example");
  const block = codeBlocks.find(({ line }) => heading !== undefined && line > heading.line);
  if (block === undefined) throw new Error("README.md has no block under First example");
  return block.text;
}

function compilePrograms({ root, project }: UserProject): void {
  for (const name of ["node16", "bundler", "node20"])
    runIn(project, [join(root, "node_modules/.bin/tsc"), "--singleThreaded", "-p", `tsconfig.${name}.json`]);
}

/** Compares the output with the comment on the example's last line. */
function runExample({ root, project }: UserProject): void {
  const [, expected] = /console\.log\(.*\); \/\/ (.*)$/m.exec(firstExample(root)) ?? [];
  const printed = runIn(project, ["node", "built/node16/first-example.js"]).trim();
  if (printed !== expected) throw new Error(`README's first example printed ${printed}, not ${String(expected)}`);
}

/** Every entry point must resolve inside the project and export something. */
function checkImports({ project, entryPoints }: UserProject, printed: string): void {
  const lines = new Map(printed.split("\n").map((line) => [line.split(" ")[0], line]));
  for (const name of entryPoints) {
    const [, count = "0", place = ""] = lines.get(name)?.split(" ") ?? [];
    const path = place.startsWith("file:") ? fileURLToPath(place) : place;
    if (Number(count) === 0) throw new Error(`${name} exports nothing`);
    if (!path.startsWith(project)) throw new Error(`${name} was found in ${path}, outside of the project`);
  }
}

/** Runs the command on the example's database, without and with the workloads that are installed. */
function runCommand({ project, version, entryPoints }: UserProject): void {
  const printed = runIn(project, ["npx", "--offline", "rota", "--version"]).trim();
  if (printed !== version) throw new Error(`rota --version says ${printed}, not ${version}`);
  const help = runIn(project, [ROTA, "--help"]);
  if (!help.startsWith("Usage: rota ")) throw new Error(`rota --help says:\n${help}`);
  runIn(project, [ROTA, "migrate"]);
  const workloads = entryPoints.filter((name) => name.endsWith("/workload") && name !== WORKLOAD_KIT);
  const named = workloads.map((name) => name.replace("/workload", ""));
  const titles = runIn(project, [ROTA, "--help", "--workloads", named.join(",")]);
  for (const name of named.map((each) => each.replace("@rota/", "")))
    if (!titles.includes(`  ${name} `)) throw new Error(`rota --help lists no command of ${name}`);
  runIn(project, [ROTA, "migrate", "--workloads", named.join(",")]);
}

async function openPages({ project }: UserProject): Promise<void> {
  const server = startIn(project, [ROTA, "serve", "--server-port", "0"]);
  try {
    const [, url = ""] = /server {5}(\S+)/.exec(await server.printed(/ready/)) ?? [];
    const page = await fetch(url);
    const isPage = page.ok && (await page.text()).includes("<script");
    if (!isPage) throw new Error(`${url} answered ${String(page.status)}: the dashboard is not handed out`);
  } finally {
    server.process.kill("SIGINT");
    await server.ended;
  }
}
