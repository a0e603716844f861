/** Reads deploy/compose.yaml as Docker Compose does: with merged parts and the values of variables. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** The settings of a service that tests read. */
export type ComposeService = {
  readonly mem_limit?: string;
  readonly restart?: string;
  readonly deploy?: { readonly replicas?: number };
  readonly environment?: Readonly<Record<string, string>>;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
};

export type ComposeServices = Readonly<Record<string, ComposeService>>;

const FILE = new URL("../../deploy/compose.yaml", import.meta.url);

/** Returns the services; a variable that is neither given nor has a default is refused, as by Docker Compose. */
export function readCompose(values: Readonly<Record<string, string>>): ComposeServices {
  const file = interpolate(parse(readFileSync(FILE, "utf8"), { merge: true }), values);
  if (!isComposeFile(file)) throw new Error("deploy/compose.yaml has no services");
  return file.services;
}

/** Returns the variables that deploy/env.example lists, with its values. */
export function readEnvExample(): Record<string, string> {
  const text = readFileSync(new URL("env.example", FILE), "utf8");
  return Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]));
}

function isComposeFile(file: unknown): file is { readonly services: ComposeServices } {
  return typeof file === "object" && file !== null && "services" in file && typeof file.services === "object";
}

/** Replaces `${NAME:?message}`, `${NAME:-default}` and `$$` in every text. */
function interpolate(node: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof node === "string") return node.replace(VARIABLE, (...match) => replaced(match, values));
  if (Array.isArray(node)) return node.map((each) => interpolate(each, values));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([name, each]) => [name, interpolate(each, values)]));
}

const VARIABLE = /\$(?:(\$)|\{([A-Z_]+)(?::([?-])([^}]*))?\})/g;

function replaced(match: readonly unknown[], values: Readonly<Record<string, string>>): string {
  const [, dollar, name, kind, rest] = match.map((part) => (typeof part === "string" ? part : ""));
  if (dollar === "$") return "$";
  const value = values[name ?? ""] ?? "";
  if (value !== "" || kind === "") return value;
  if (kind === "-") return rest ?? "";
  throw new Error(`${name ?? ""} is missing: ${rest ?? ""}`);
}
