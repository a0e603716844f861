/** Reads the environment: leaves out what is empty or not ours, takes secrets from files, finds unknown names. Pure. */
import { redactUrls } from "../describe-config.ts";
import { nearestName } from "../nearest-name.ts";
import { aliasNames, environmentName, secretNames } from "../option.ts";
import { optionTable } from "../options.ts";
import { invalid, unknownName, type Problem } from "../problem.ts";

/** What is given by name: the text, and the name (with the file) to mention in messages. */
export type Environment = ReadonlyMap<string, { readonly text: string; readonly source: string }>;

/** The files that `<NAME>_FILE` points at, by NAME. Reading them is left to the caller. */
export type SecretFiles = Readonly<Record<string, { path: string; text: string } | { path: string; failure: string }>>;

export type EnvironmentReading = {
  readonly environment: Environment;
  readonly problems: readonly Problem[];
  readonly hints: readonly string[];
};

export function readEnvironment(env: NodeJS.ProcessEnv, secretFiles: SecretFiles): EnvironmentReading {
  const given = presentVariables(env);
  const environment = new Map([...given].map(([name, text]) => [name, { text, source: name }]));
  const problems: Problem[] = [];
  for (const name of SECRET_NAMES.filter((secret) => given.has(`${secret}_FILE`))) {
    const read = readSecretFile(name, given, secretFiles[name]);
    if ("problem" in read) problems.push(read.problem);
    else environment.set(name, read);
  }
  return { environment, problems: [...problems, ...unknownVariables(given)], hints: likelyMistakes(given) };
}

/** The names of all secrets that the environment gives as files. */
export function secretFilePaths(env: NodeJS.ProcessEnv): { name: string; path: string }[] {
  const given = presentVariables(env);
  return SECRET_NAMES.flatMap((name) => {
    const path = given.get(`${name}_FILE`);
    return path === undefined ? [] : [{ name, path }];
  });
}

const SECRET_NAMES = secretNames(optionTable);

const OPTION_VARIABLES = Object.keys(optionTable).map(environmentName);
/** Read by somebody else: the choice of the file, and what tells this repository's tests their servers and how long to run. */
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
const KNOWN_VARIABLES = new Set([
  ...OPTION_VARIABLES,
  ...SECRET_NAMES.map((name) => `${name}_FILE`),
  ...OTHER_VARIABLES,
]);

/** Names of the source documents that belong to a workload or to the server, which give them their meaning. */
export const RESERVED_VARIABLES: readonly string[] = [
  "BPC_ENV",
  "BPC_HTTP_HOST",
  "BPC_HTTP_PORT",
  "BPC_COMPILER_BUILD_ID",
  "BPC_JOBS_MAX_ATTEMPTS_DEFAULT",
  "BPC_PROOF_MAX_BYTES",
  "BPC_PAYLOAD_MAX_BYTES",
  "BPC_RECEIPT_MAX_BYTES",
  "BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64",
  "BPC_SIGNING_KEY_ID",
  "BPC_SIGNING_KEYS_FILE",
  "BPC_SIGNING_MODE",
  "BPC_API_KEY_PEPPER",
  "BPC_API_KEY_PEPPER_BASE64",
  "BPC_WEBHOOK_MASTER_KEY",
  "BPC_RATE_LIMIT_ENABLED",
  "BPC_RATE_LIMIT_RPS",
  "BPC_RATE_LIMIT_BURST",
  "BPC_RETENTION_EVENTS_DAYS",
  "BPC_RETENTION_PASSPORT_VERSIONS_DAYS",
  "BPC_RETENTION_DOCUMENT_VERSIONS_DAYS",
  "BPC_METRICS_ENABLED",
  "BPC_PUBLIC_URL",
  "BPC_QR_REQUIRED_FROM",
];

const SOURCE_NAMES = [...Object.values(optionTable).flatMap((option) => aliasNames(option)), ...RESERVED_VARIABLES];

/** An empty variable is how compose files and shells say "not set". */
function presentVariables(env: NodeJS.ProcessEnv): Map<string, string> {
  const present = new Map<string, string>();
  for (const [name, text] of Object.entries(env)) {
    if (text !== undefined && text !== "" && !isServiceLink(name, text)) present.set(name, text);
  }
  return present;
}

/**
 * True for what Kubernetes puts into every container about a service called `rota`, `rota-db`, `rabbitmq` and so on.
 * Such a service would otherwise keep every process of its namespace from starting.
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
): { text: string; source: string } | { problem: Problem } {
  const source = `${name}_FILE`;
  if (given.has(name)) return { problem: invalid(`${name} and ${source} are both set; unset one of them`) };
  if (file === undefined) return { problem: invalid(`${source} names a file that was not read`) };
  if ("failure" in file)
    return { problem: invalid(`${source} names ${shownPath(file.path)}, which cannot be read: ${file.failure}`) };
  const text = file.text.replace(/\r?\n$/, "");
  if (text === "") return { problem: invalid(`${source} names ${shownPath(file.path)}, which is empty`) };
  return { text, source: `${source} (${shownPath(file.path)})` };
}

/** Somebody may have put the secret itself where its path belongs. */
function shownPath(path: string): string {
  return /^(\.{0,2}[/\\]|[A-Za-z]:\\)/.test(path) ? redactUrls(path) : "a path that is not shown";
}

function unknownVariables(given: ReadonlyMap<string, string>): Problem[] {
  const unknown = [...given.keys()].filter((name) => name.startsWith("ROTA_") && !KNOWN_VARIABLES.has(name));
  return unknown.map((name) => unknownName({ name, where: "the environment", known: [...KNOWN_VARIABLES] }));
}

/** Other programs may use names like those of the source documents, so a likely mistake is only pointed out. */
function likelyMistakes(given: ReadonlyMap<string, string>): string[] {
  const known = new Set([...SOURCE_NAMES, ...SECRET_NAMES.map((name) => `${name}_FILE`)]);
  return [...given.keys()]
    .filter((name) => name.startsWith("BPC_") && !known.has(name))
    .map((name) => {
      const nearest = nearestName(name, SOURCE_NAMES);
      return `${name} is not known and changes nothing${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
    });
}
