/** Runs all blocks of a page on their own database, server and folders, and reports the failures. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { openPostgres, silentLogger } from "@rota/engine";
import { sqlScript } from "@rota/engine/internal";
import { serviceUrl } from "../../services/service-urls.ts";
import type { CodeBlock, Page } from "../page.ts";
import { blocksIn } from "./block-use.ts";
import type { Finished } from "../../testing/rota-command.ts";
import { isProgram } from "./is-program.ts";
import { runPrograms } from "./programs.ts";
import { scriptCall, scriptsIn, type Call } from "./shell/call.ts";
import { parseRotaCall, runRotaCall } from "./shell/run-rota-call.ts";
import { runInShell } from "./shell/shell.ts";
import { asksServer, substitute } from "./world/addresses.ts";
import type { PageFiles } from "./world/page-files.ts";
import { openPageServer } from "./world/page-server.ts";
import type { World } from "./world/world.ts";

const SCRIPTS = scriptsIn(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));

export type Surroundings = { readonly world: World; readonly files: PageFiles };

/** The environment of a block. */
type Place = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Replaces placeholders in a block with the values that a reader would enter. */
  readonly fill: (text: string) => string;
};

/** Returns one line for each failure. */
export async function runPage(page: Page, { world, files }: Surroundings): Promise<string[]> {
  const run = (["sh", "ts", "sql", "python"] as const).flatMap((language) => blocksIn(page, language)).filter(isRun);
  const parsed = blocksIn(page, "sh").filter(({ use }) => use.notRun !== undefined);
  const problems: string[] = [];
  const report = ({ line }: CodeBlock, found: readonly string[]) =>
    problems.push(...found.map((message) => `${page.path}:${String(line)}: ${message}`));
  for (const { block } of parsed) report(block, await parseShell(block, await files.folder(block.text)));
  if (run.length === 0) return problems;

  const databaseUrl = await world.copy();
  const isAsked = run.some(({ block }) => asksServer(block.text));
  const { secretsKey } = world;
  const server = isAsked ? await openPageServer({ databaseUrl, secretsKey, tenant: tenantOf(run) }) : undefined;
  const place = async ({ text }: CodeBlock): Promise<Place> =>
    placeIn(await files.folder(text), { databaseUrl, secretsKey, server });
  try {
    for (const { block } of blocksIn(page, "sh").filter(isRun))
      report(block, await runShell(block, await place(block), world));
    for (const { block } of blocksIn(page, "sql").filter(isRun)) report(block, await runSql(block, databaseUrl));
    for (const { block } of blocksIn(page, "python").filter(isRun))
      report(block, await runPython(block, await place(block)));
    for (const { block } of blocksIn(page, "ts").filter(isRun)) {
      if (isProgram(block.text)) report(block, await runProgram([block.text], await place(block)));
    }
  } finally {
    await server?.close();
  }
  return problems;
}

/** Loads the modules of all pages that only declare in one process, which proves that their imports exist. */
export async function loadModules(pages: readonly Page[], { files }: Surroundings): Promise<string[]> {
  const blocks = pages.flatMap((page) => blocksIn(page, "ts").filter(isRun));
  const texts = blocks.map(({ block }) => block.text).filter((text) => !isProgram(text));
  const server = undefined;
  return runProgram(texts, placeIn(await files.folder(""), { databaseUrl: "", secretsKey: "", server }));
}

/** Returns the tenant acme, whose books exist, unless the page opens books itself. */
function tenantOf(run: readonly { readonly block: CodeBlock }[]): string {
  return run.some(({ block }) => block.text.includes("/business-entity")) ? "newcomer" : "acme";
}

function isRun({ use }: { readonly use: { readonly notRun?: string; readonly notChecked?: string } }): boolean {
  return use.notRun === undefined && use.notChecked === undefined;
}

function placeIn(
  cwd: string,
  given: {
    readonly databaseUrl: string;
    readonly secretsKey: string;
    readonly server: { readonly url: string; readonly key: string } | undefined;
  },
): Place {
  const { databaseUrl, secretsKey, server } = given;
  const key = server?.key ?? "";
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: cwd,
    ROTA_DATABASE_URL: databaseUrl,
    ROTA_SECRETS_KEY: secretsKey,
    ROTA_SERVER_PORT: "0",
    ROTA_LOG_LEVEL: "error",
    KEY: key,
    PAYLOAD_KEY_2026_01: secretsKey,
    PASSPORT_SIGNING_KEY: secretsKey,
  };
  const real = {
    databaseUrl,
    rabbitmqUrl: serviceUrl("rabbitmq"),
    redisUrl: serviceUrl("redis"),
    serverUrl: server?.url,
    key,
    folder: cwd,
  };
  return { cwd, env, fill: (text) => substitute(text, real) };
}

function parseShell({ text }: CodeBlock, cwd: string): Promise<string[]> {
  const answer = async (call: Call): Promise<Finished> => {
    const { rota = call.words, problem } = call.program === "npm" ? scriptCall(call, SCRIPTS) : {};
    if (problem !== undefined) return { exitCode: 1, out: "", err: problem };
    return call.program === "npm" && rota === call.words ? DONE : parseRotaCall(rota);
  };
  return runInShell({ script: text, cwd, env: {}, isRun: false, answer });
}

const DONE: Finished = { exitCode: 0, out: "", err: "" };

function runShell({ text }: CodeBlock, { cwd, env, fill }: Place, world: World): Promise<string[]> {
  const answer = async (call: Call): Promise<Finished> => {
    const { rota = call.words, problem } = call.program === "npm" ? scriptCall(call, SCRIPTS) : {};
    if (problem !== undefined) return { exitCode: 1, out: "", err: problem };
    if (call.program === "npm" && rota === call.words)
      return { exitCode: 1, out: "", err: 'npm is not run here: give the fence not-run="…"' };
    // A backup is restored into an empty database.
    const given = rota[0] === "restore" ? { ROTA_DATABASE_URL: await world.empty() } : {};
    return runRotaCall({ words: rota, cwd: call.cwd, env: { ...call.env, ...given } });
  };
  return runInShell({ script: fill(text), cwd, env, isRun: true, answer });
}

function runProgram(texts: readonly string[], { cwd, env, fill }: Place): Promise<string[]> {
  return failureOf(runPrograms({ texts: texts.map(fill), cwd, env }));
}

/** A script that waits for ever is ended. */
const PYTHON_MS_MAX = 300_000;

function runPython({ text }: CodeBlock, { cwd, env, fill }: Place): Promise<string[]> {
  return failureOf(promisify(execFile)("python3", ["-c", fill(text)], { cwd, env, timeout: PYTHON_MS_MAX }));
}

async function failureOf(running: Promise<unknown>): Promise<string[]> {
  try {
    await running;
    return [];
  } catch (error) {
    return [String(error instanceof Error && "stderr" in error && error.stderr !== "" ? error.stderr : error)];
  }
}

async function runSql({ text }: CodeBlock, url: string): Promise<string[]> {
  const limits = { poolSize: 1, statementTimeoutMs: 30_000, connectTimeoutMs: 10_000 };
  const database = await openPostgres({ url, schema: "rota", ...limits, logger: silentLogger });
  try {
    await database.query(sqlScript(text));
    return [];
  } catch (error) {
    return [String(error)];
  } finally {
    await database.close();
  }
}
