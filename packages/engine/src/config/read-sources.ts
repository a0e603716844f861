/** Reads the sources of the configuration of this process: the file, the files of secrets, the environment and flags. */
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { text as readText } from "node:stream/consumers";
import { RotaError } from "../errors.ts";
import { secretFilePaths, type SecretFiles } from "./read-environment.ts";
import { mergeSettings, type SettingsOwner } from "./workload-settings.ts";
import type { ConfigSources } from "./read-config.ts";

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

type SourceOptions = LoadOptions & {
  /** Workloads whose names and defaults are added to the options. */
  readonly workloads: readonly SettingsOwner[];
  /** Whether a program gave the flags. Default false. */
  readonly isInCode?: boolean;
};

/** Reads every source of the options; `file` is what `readConfigFile` returned. */
export async function readSources(options: SourceOptions, file: ConfigSources["file"]): Promise<ConfigSources> {
  const { config: _chosenFile, ...flags } = options.flags;
  const secretFiles = await readSecretFiles(options);
  const isTerminal = options.isTerminal ?? process.stderr.isTTY;
  const surroundings = { workerId: newWorkerId(), isTerminal };
  const { env, workloads, isInCode = false } = options;
  return { env, flags, isInCode, secretFiles, surroundings, workloads, ...(file === undefined ? {} : { file }) };
}

/** Reads the file. A file that was named explicitly must exist; the one with the default name may be missing. */
export async function readConfigFile({ env, flags, cwd }: LoadOptions): Promise<ConfigSources["file"]> {
  const chosen = flags["config"];
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

async function readSecretFiles({ env, cwd, workloads }: SourceOptions): Promise<SecretFiles> {
  const files: Record<string, SecretFiles[string]> = {};
  for (const { name, path } of secretFilePaths(env, mergeSettings(workloads))) {
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
