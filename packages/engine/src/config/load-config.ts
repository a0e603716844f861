/** Reads the configuration of this process: the file, the files of secrets, the environment and flags. */
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { text as readText } from "node:stream/consumers";
import { RotaError } from "../errors.ts";
import { secretFilePaths, type SecretFiles } from "./read-environment.ts";
import { readConfig, type ConfigReading, type ConfigSources } from "./read-config.ts";

/** Environment, flags and folder from which the configuration is read. */
export type LoadOptions = {
  readonly env: NodeJS.ProcessEnv;
  /** Flags by option name; `config` names the file. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  /** Whether the log goes to a terminal. Default: whether standard error does. */
  readonly isTerminal?: boolean;
};

const DEFAULT_FILE = "rota.config.json";
const FILE_BYTES_MAX = 1_000_000;

/**
 * Reads the configuration from its defaults, the file, the environment and flags; the later one wins.
 *
 * @example const { config } = await loadConfig({ env: process.env, flags: {}, cwd: process.cwd() });
 */
export async function loadConfig(options: LoadOptions): Promise<ConfigReading> {
  const { config: chosenFile, ...flags } = options.flags;
  const file = await readConfigFile(chosenFile, options);
  const secretFiles = await readSecretFiles(options);
  const isTerminal = options.isTerminal ?? process.stderr.isTTY;
  const surroundings = { workerId: newWorkerId(), isTerminal };
  return readConfig({ env: options.env, flags, secretFiles, surroundings, ...(file === undefined ? {} : { file }) });
}

/** Reads the file. A file that was named explicitly must exist; the one with the default name may be missing. */
async function readConfigFile(chosen: unknown, { env, cwd }: LoadOptions): Promise<ConfigSources["file"]> {
  const fromEnvironment = env["ROTA_CONFIG"] === "" ? undefined : env["ROTA_CONFIG"];
  const named = typeof chosen === "string" ? chosen : fromEnvironment;
  const path = named ?? DEFAULT_FILE;
  try {
    return { path, text: await readBounded(resolve(cwd, path)) };
  } catch (error) {
    const reason = codeOf(error);
    if (named === undefined && reason === "ENOENT") return undefined;
    const source = named === undefined ? "" : ` (from ${named === chosen ? "--config" : "ROTA_CONFIG"})`;
    throw new RotaError("CONFIG_INVALID", `cannot read ${path}${source}: ${reason}; give the path of a readable file`);
  }
}

async function readSecretFiles({ env, cwd }: LoadOptions): Promise<SecretFiles> {
  const files: Record<string, SecretFiles[string]> = {};
  for (const { name, path } of secretFilePaths(env)) {
    try {
      files[name] = { path, text: await readBounded(resolve(cwd, path)) };
    } catch (error) {
      files[name] = { path, failure: codeOf(error) };
    }
  }
  return files;
}

/** Reads a file up to a limit: a device or a wrong path must not fill the memory. */
async function readBounded(path: string): Promise<string> {
  const text = await readText(createReadStream(path, { end: FILE_BYTES_MAX }));
  if (Buffer.byteLength(text) <= FILE_BYTES_MAX) return text;
  throw Object.assign(new Error(), { code: `it holds more than ${String(FILE_BYTES_MAX)} bytes` });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}

/** Returns a name of the process. Host and process id are for people; the random end distinguishes a reused process id. */
function newWorkerId(): string {
  const host = hostname()
    .replace(/[^\x21-\x7e]/g, "-")
    .slice(0, 100);
  return `${host}-${String(process.pid)}-${randomBytes(4).toString("hex")}`;
}
