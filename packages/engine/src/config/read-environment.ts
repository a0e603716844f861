/** Reads options from the environment: ROTA_ names, aliases, addresses in parts, and secrets in files. Pure. */
import { isIPv6 } from "node:net";
import { optionTable, retiredOptions } from "./config.ts";
import { redactUrls } from "./describe-config.ts";
import { nearestName } from "./nearest-name.ts";
import { type AddressPart, type AddressParts, environmentName, type Option } from "./option.ts";
import {
  type ConfigProblem,
  invalidConfig,
  invalidValue,
  type OptionValue,
  parseOption,
  unknownName,
} from "./parse-option.ts";
import { aliasNames, type MergedSettings, type NamedOption, partNames, secretNames } from "./workload-settings.ts";

/** Given values by name: the text, and the name (with the file) for messages. */
export type Environment = ReadonlyMap<string, { readonly text: string; readonly source: string }>;

/** Files that `<NAME>_FILE` points at, by NAME. The caller reads them. */
export type SecretFiles = Readonly<Record<string, { path: string; text: string } | { path: string; failure: string }>>;

type EnvironmentReading = {
  readonly environment: Environment;
  readonly problems: readonly ConfigProblem[];
  readonly hints: readonly string[];
};

export function readEnvironment(
  env: NodeJS.ProcessEnv,
  secretFiles: SecretFiles,
  settings: MergedSettings,
): EnvironmentReading {
  const given = presentVariables(env);
  const environment = new Map([...given].map(([name, text]) => [name, { text, source: name }]));
  const problems: ConfigProblem[] = [];
  for (const name of secretNames(settings).filter((secret) => given.has(`${secret}_FILE`))) {
    const read = readSecretFile(name, given, secretFiles[name]);
    if ("problem" in read) problems.push(read.problem);
    else environment.set(name, read);
  }
  problems.push(...unknownVariables(given, settings));
  return { environment, problems, hints: likelyMistakes(given, settings) };
}

/** Returns the names of all secrets that the environment gives as files. */
export function secretFilePaths(env: NodeJS.ProcessEnv, settings: MergedSettings): { name: string; path: string }[] {
  const given = presentVariables(env);
  return secretNames(settings).flatMap((name) => {
    const path = given.get(`${name}_FILE`);
    return path === undefined ? [] : [{ name, path }];
  });
}

const OWN_PREFIX = "ROTA_";
const OPTION_VARIABLES = Object.keys(optionTable).map(environmentName);
/** Names that other code reads: the choice of the file, and the servers and duration of this repository's tests. */
const OTHER_VARIABLES = [
  "ROTA_CONFIG",
  "ROTA_LONG",
  "ROTA_SEED",
  "ROTA_SERVICE_BINARIES",
  "ROTA_TEST_CHROMIUM",
  "ROTA_TEST_DATA",
  "ROTA_TEST_POSTGRES_URL",
  "ROTA_TEST_RABBITMQ_URL",
  "ROTA_TEST_REDIS_URL",
  "ROTA_TEST_TIER",
  "ROTA_TEST_WITHOUT",
];

/** Returns the variables that are set. An empty one is not set, as in compose files and shells. */
function presentVariables(env: NodeJS.ProcessEnv): Map<string, string> {
  const present = new Map<string, string>();
  for (const [name, text] of Object.entries(env)) {
    if (text !== undefined && text !== "" && !isServiceLink(name, text)) present.set(name, text);
  }
  return present;
}

/**
 * Returns whether Kubernetes sets a variable in every container for a service called `rota`, `rota-db`, `rabbitmq` and so
 * on. Such a service would otherwise keep every process of its namespace from starting.
 */
function isServiceLink(name: string, text: string): boolean {
  if (/_SERVICE_(HOST|PORT)(_\w+)?$/.test(name)) return true;
  if (/_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name)) return true;
  return name.endsWith("_PORT") && /^(tcp|udp|sctp):\/\//.test(text);
}

function readSecretFile(
  name: string,
  given: ReadonlyMap<string, string>,
  file: SecretFiles[string] | undefined,
): { text: string; source: string } | { problem: ConfigProblem } {
  const source = `${name}_FILE`;
  if (given.has(name)) return { problem: invalidConfig(`${name} and ${source} are both set; unset one of them`) };
  if (file === undefined) return { problem: invalidConfig(`${source} names a file that was not read`) };
  if ("failure" in file)
    return { problem: invalidConfig(`${source} names ${shownPath(file.path)}, which cannot be read: ${file.failure}`) };
  const text = file.text.replace(/\r?\n$/, "");
  if (text === "") return { problem: invalidConfig(`${source} names ${shownPath(file.path)}, which is empty`) };
  return { text, source: `${source} (${shownPath(file.path)})` };
}

/** Returns a path to show. A text that is no path is hidden: it may be the secret itself. */
function shownPath(path: string): string {
  return /^(\.{0,2}[/\\]|[A-Za-z]:\\)/.test(path) ? redactUrls(path) : "a path that is not shown";
}

function unknownVariables(given: ReadonlyMap<string, string>, settings: MergedSettings): ConfigProblem[] {
  const files = secretNames(settings).map((name) => `${name}_FILE`);
  const retired = Object.keys(retiredOptions).map(environmentName);
  const known = [...OPTION_VARIABLES, ...files, ...retired, ...OTHER_VARIABLES, ...settings.variables];
  const unknown = [...given.keys()].filter((name) => name.startsWith(OWN_PREFIX) && !known.includes(name));
  return unknown.map((name) => unknownName({ name, where: "the environment", known }));
}

/** Returns hints. Other programs may use names like those of a workload, so a likely mistake is only reported. */
function likelyMistakes(given: ReadonlyMap<string, string>, settings: MergedSettings): string[] {
  const names = [...[...settings.options.values()].flatMap(aliasNames), ...settings.variables];
  const known = new Set([...names, ...secretNames(settings).map((name) => `${name}_FILE`)]);
  return [...given.keys()]
    .filter((name) => !known.has(name) && !name.startsWith(OWN_PREFIX))
    .flatMap((name) => {
      const reason = settings.withoutEffect.get(name);
      if (reason !== undefined) return `${name} has no effect: ${reason}`;
      if (!settings.prefixes.some((prefix) => name.startsWith(prefix))) return [];
      const nearest = nearestName(name, names);
      return `${name} is not known and changes nothing${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
    });
}

type VariableReading =
  | { readonly kind: "absent"; readonly hints: readonly string[] }
  | { readonly kind: "value"; readonly value: OptionValue; readonly source: string }
  | { readonly kind: "invalid"; readonly problems: readonly ConfigProblem[] };

export function readOptionVariable(key: string, named: NamedOption, environment: Environment): VariableReading {
  const { option, parts } = named;
  const own = environment.get(environmentName(key));
  if (own !== undefined) return settle(key, option, [parseText(option, own)]);

  const candidates = aliasCandidates(named, environment);
  const address = parts === undefined ? undefined : readAddress(parts, environment);
  if (address?.kind === "invalid") return { kind: "invalid", problems: address.messages.map(invalidConfig) };
  if (address?.kind === "address") candidates.push(parseText(option, address));
  if (candidates.length > 0) return settle(key, option, candidates);
  return { kind: "absent", hints: strayHints(parts, address?.kind === "absent" ? address.stray : []) };
}

type Given = { readonly text: string; readonly source: string };
type Candidate = Given & { readonly value: OptionValue | undefined };

function parseText(option: Option, given: Given): Candidate {
  return { ...given, value: parseOption(option, given.text, "text") };
}

function aliasCandidates({ option, ...named }: NamedOption, environment: Environment): Candidate[] {
  const aliases = named.names.flatMap((name) => environment.get(name) ?? []);
  const inSeconds = named.namesInSeconds.flatMap((name) => environment.get(name) ?? []);
  return [
    ...aliases.map((given) => parseText(option, given)),
    ...inSeconds.map((given) => ({ ...given, value: parseSeconds(option, given.text) })),
  ];
}

/** Parses seconds. Three appended zeros convert them to milliseconds and allow only whole numbers. */
function parseSeconds(option: Option, text: string): OptionValue | undefined {
  return parseOption(option, `${text.trim()}000`, "text");
}

/** Checks that several names of one option do not have different values. */
function settle(key: string, option: Option, candidates: readonly Candidate[]): VariableReading {
  const problems = candidates
    .filter(({ value }) => value === undefined)
    .map(({ source, text }) => invalidValue({ key, option, source, raw: text }));
  const [first, ...others] = candidates;
  if (problems.length > 0 || first?.value === undefined) return { kind: "invalid", problems };

  const other = others.find(({ value }) => value !== first.value);
  if (other === undefined) return { kind: "value", value: first.value, source: first.source };
  const wayOut = `unset one of them or set ${environmentName(key)}`;
  return {
    kind: "invalid",
    problems: [invalidConfig(`${first.source} and ${other.source} disagree about ${key}; ${wayOut}`)],
  };
}

function strayHints(parts: AddressParts | undefined, stray: readonly string[]): string[] {
  const host = parts?.host.names.join(" or ") ?? "";
  return stray.map((name) => `${name} changes nothing unless ${host} is set as well`);
}

type AddressReading =
  | { readonly kind: "absent"; readonly stray: readonly string[] }
  | { readonly kind: "address"; readonly text: string; readonly source: string }
  | { readonly kind: "invalid"; readonly messages: readonly string[] };

function readAddress(parts: AddressParts, environment: Environment): AddressReading {
  const names = partNames(parts).filter((name) => environment.has(name));
  if (!parts.host.names.some((name) => environment.has(name))) return { kind: "absent", stray: names };

  const pieces = readPieces(parts, environment);
  if (pieces.messages.length > 0) return { kind: "invalid", messages: pieces.messages };
  const sources = names.map((name) => environment.get(name)?.source ?? name);
  return { kind: "address", text: compose(parts.protocol, pieces), source: sources.join(", ") };
}

type Pieces = {
  host: string;
  port: string;
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
  sslmode: string | undefined;
  messages: string[];
};

type Rule = { readonly isMet: (text: string) => boolean; readonly words: string };

const HOST: Rule = {
  isMet: (text) => isIPv6(text) || /^[A-Za-z0-9._-]{1,253}$/.test(text),
  words: "a host name or an IP address, without port",
};
const PORT: Rule = {
  isMet: (text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535,
  words: "a port number from 1 to 65535",
};
const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
const SSL_MODE: Rule = { isMet: (text) => SSL_MODES.includes(text), words: `one of ${SSL_MODES.join(", ")}` };

function readPieces(parts: AddressParts, environment: Environment): Pieces {
  const messages: string[] = [];
  const read = (part: AddressPart | undefined, rule?: Rule): string | undefined => {
    const piece = readPiece(part, environment);
    if (piece.conflict !== undefined) messages.push(piece.conflict);
    else if (piece.text !== undefined && rule?.isMet(piece.text) === false)
      messages.push(`${piece.source} is ${JSON.stringify(piece.text)}: it must be ${rule.words}`);
    return piece.text;
  };
  return {
    host: read(parts.host, HOST) ?? "",
    port: read(parts.port, PORT) ?? "",
    user: read(parts.user),
    password: read(parts.password),
    database: read(parts.database),
    sslmode: read(parts.sslmode, SSL_MODE),
    messages,
  };
}

function readPiece(
  part: AddressPart | undefined,
  environment: Environment,
): { text: string | undefined; source: string; conflict?: string } {
  const given = (part?.names ?? []).flatMap((name) => environment.get(name) ?? []);
  const [first, ...others] = given;
  if (first === undefined) return { text: part?.default, source: "default" };
  const other = others.find(({ text }) => text !== first.text);
  if (other === undefined) return first;
  return { ...first, conflict: `${first.source} and ${other.source} disagree; unset one of them` };
}

function compose(protocol: string, { host, port, user, password, database, sslmode }: Pieces): string {
  const secret = password === undefined ? "" : `:${encodeURIComponent(password)}`;
  const credentials = `${encodeURIComponent(user ?? "")}${secret}`;
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const path = database === undefined ? "" : `/${encodeURIComponent(database)}`;
  const search = sslmode === undefined ? "" : `?sslmode=${sslmode}`;
  return `${protocol}://${credentials === "" ? "" : `${credentials}@`}${address}${path}${search}`;
}
