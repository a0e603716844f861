/** Merges defaults, file, environment and flags, in rising precedence, and checks rules between options. Pure. */
import assert from "node:assert/strict";
import { type Config, isOptionName, type OptionName, optionNames, optionTable, retiredOptions } from "./config.ts";
import { environmentName, flagName, type Option } from "./option.ts";
import {
  type ConfigProblem,
  invalidConfig,
  invalidValue,
  isValue,
  type OptionValue,
  parseOption,
  throwProblems,
  unknownName,
} from "./parse-option.ts";
import { type Environment, readEnvironment, readOptionVariable, type SecretFiles } from "./read-environment.ts";
import { mergeSettings, type NamedOption, type SettingsOwner } from "./workload-settings.ts";

export type ConfigSources = {
  readonly file?: { readonly path: string; readonly text: string };
  readonly env: NodeJS.ProcessEnv;
  readonly secretFiles?: SecretFiles;
  /** Flags by option name, as a parser of command lines returns them; undefined means not given. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** Whether a program gave the flags, as `config` of createEngine. Default false. */
  readonly isInCode?: boolean;
  readonly surroundings: Surroundings;
  /** Workloads whose names and defaults are added to the options. Default: none. */
  readonly workloads?: readonly SettingsOwner[];
};

/** Facts that some defaults depend on. */
export type Surroundings = { readonly workerId: string; readonly isTerminal: boolean };

/** Values of all options with the source of each. */
export type OptionsReading = {
  readonly config: Config;
  /** Source of each value, for people. */
  readonly sources: Readonly<Record<OptionName, string>>;
  /** Settings that are allowed but likely a mistake; worth a warning. */
  readonly hints: readonly string[];
};

/** Reads the configuration. Throws one error that names every problem. */
export function readConfig(sources: ConfigSources): OptionsReading {
  const merged = mergeSettings(sources.workloads ?? []);
  const { environment, ...fromEnvironment } = readEnvironment(sources.env, sources.secretFiles ?? {}, merged);
  const file = readFileText(sources.file);
  const problems = [...file.problems, ...fromEnvironment.problems, ...unknownFlags(sources)];
  const hints = [...fromEnvironment.hints, ...retiredHints({ ...sources, file: file.values })];
  const settings = new Map<OptionName, Setting>();
  for (const [key, named] of merged.options) {
    const reading = readSetting(key, named, {
      flags: sources.flags,
      isInCode: sources.isInCode ?? false,
      environment,
      file: file.values,
      path: sources.file?.path,
    });
    problems.push(...(reading.problems ?? []));
    hints.push(...(reading.hints ?? []));
    settings.set(key, reading);
  }
  throwProblems(problems);
  const config = checkRules(complete(settings, sources.surroundings));
  return { config, sources: sourcesOf(settings), hints };
}

/** Reads which workloads are named, before the other options: workloads have a part in reading those. */
export function readNamedWorkloads({ file, env, flags }: Pick<ConfigSources, "file" | "env" | "flags">) {
  const namesIn = (raw: unknown, form: "text" | "json"): readonly string[] => {
    const value = parseOption(optionTable.workloads, raw, form); // one that is wrong is refused with the other options
    return typeof value === "object" ? value : [];
  };
  const given = flags["workloads"] ?? (env[environmentName("workloads")] || undefined); // an empty variable is not set
  if (given !== undefined) return { names: namesIn(given, "text"), isFromFile: false };
  return { names: namesIn(readFileText(file).values["workloads"], "json"), isFromFile: true };
}

type Setting = {
  readonly value: OptionValue | undefined;
  readonly source: string;
  readonly problems?: readonly ConfigProblem[];
  readonly hints?: readonly string[];
};

type FileValues = Readonly<Record<string, unknown>>;

function readFileText(file: ConfigSources["file"]): { values: FileValues; problems: ConfigProblem[] } {
  if (file === undefined) return { values: {}, problems: [] };
  const values = parseJsonObject(file.text);
  if (typeof values === "string") return { values: {}, problems: [invalidConfig(`${file.path} ${values}`)] };
  const unknown = Object.keys(values).filter((key) => !isOptionName(key) && !isRetired(key));
  const problems = unknown.map((name) => unknownName({ name, where: file.path, known: optionNames() }));
  return { values, problems };
}

/** Parses JSON. The parser's message quotes the text, which may contain a password, so only the position is used. */
function parseJsonObject(text: string): FileValues | string {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
    return "must hold one JSON object with options in it";
  } catch (error) {
    const place = /position (\d+)/.exec(String(error))?.[1];
    const line = text.slice(0, Number(place ?? 0)).split("\n").length;
    return `is not valid JSON${place === undefined ? "" : ` (line ${String(line)})`}`;
  }
}

/** Describes the flags of a program, for people. */
const IN_CODE = "config in the code";

function unknownFlags({ flags, isInCode = false }: Pick<ConfigSources, "flags" | "isInCode">): ConfigProblem[] {
  const unknown = Object.keys(flags).filter((key) => flags[key] !== undefined && !isOptionName(key) && !isRetired(key));
  if (isInCode) return unknown.map((name) => unknownName({ name, where: IN_CODE, known: optionNames() }));
  const known = optionNames().map(flagName);
  return unknown.map((key) => unknownName({ name: flagName(key), where: "the command line", known }));
}

function isRetired(key: string): boolean {
  return Object.hasOwn(retiredOptions, key);
}

/** Reports each option without effect by the name that it was given under. */
function retiredHints({ file, env, flags }: Pick<ConfigSources, "env" | "flags"> & { file: FileValues }): string[] {
  return Object.entries(retiredOptions).flatMap(([key, reason]) => {
    const names = [
      ...(flags[key] === undefined ? [] : [flagName(key)]),
      ...((env[environmentName(key)] ?? "") === "" ? [] : [environmentName(key)]),
      ...(Object.hasOwn(file, key) ? [key] : []),
    ];
    return names.map((name) => `${name} has no effect: ${reason}`);
  });
}

type Places = {
  readonly flags: ConfigSources["flags"];
  readonly isInCode: boolean;
  readonly environment: Environment;
  readonly file: FileValues;
  readonly path: string | undefined;
};

/** Reads a setting from the source with the highest precedence; values that it overrides are not checked. */
function readSetting(key: OptionName, named: NamedOption, places: Places): Setting {
  const { flags, isInCode, environment, file, path } = places;
  const source = isInCode ? IN_CODE : flagName(key);
  if (flags[key] !== undefined) return parseSetting(key, flags[key], { source, form: "text" });
  const variable = readOptionVariable(key, named, environment);
  switch (variable.kind) {
    case "value":
      return variable;
    case "invalid":
      return { value: undefined, source: "", problems: variable.problems };
    case "absent":
      break;
  }
  const { hints } = variable;
  if (!Object.hasOwn(file, key)) return { value: named.option.default, source: named.defaultSource, hints };
  return { ...parseSetting(key, file[key], { source: path ?? "file", form: "json" }), hints };
}

function parseSetting(key: OptionName, raw: unknown, from: { source: string; form: "text" | "json" }): Setting {
  const option: Option = optionTable[key];
  const value = parseOption(option, raw, from.form);
  if (value !== undefined) return { value, source: from.source };
  return { value, source: from.source, problems: [invalidValue({ key, option, source: from.source, raw })] };
}

/** Computes the defaults that depend on something else. */
function complete(settings: ReadonlyMap<OptionName, Setting>, surroundings: Surroundings): Config {
  const given = (key: OptionName) => settings.get(key)?.value;
  const values = {
    ...Object.fromEntries(optionNames().map((key) => [key, given(key)])),
    leaseRenewMs: given("leaseRenewMs") ?? Math.min(30_000, Math.floor(Number(given("leaseMs")) / 2)),
    workerId: given("workerId") ?? surroundings.workerId,
    logJson: given("logJson") ?? !surroundings.isTerminal,
  };
  assert(isConfig(values));
  return values;
}

function isConfig(values: Readonly<Record<string, unknown>>): values is Config {
  return optionNames().every((key) => {
    const option: Option = optionTable[key];
    return values[key] === undefined ? option.unset !== undefined : isValue(option, values[key]);
  });
}

function sourcesOf(settings: ReadonlyMap<OptionName, Setting>): OptionsReading["sources"] {
  const sources = Object.fromEntries(optionNames().map((key) => [key, settings.get(key)?.source ?? "default"]));
  assert(isComplete(sources));
  return sources;
}

function isComplete(sources: Readonly<Record<string, string>>): sources is Record<OptionName, string> {
  return optionNames().every((key) => Object.hasOwn(sources, key));
}

/** Returns the configuration with passwords put into their URLs. Throws one error that names every broken rule. */
function checkRules(config: Config): Config {
  const database = withPassword(config, "databaseUrl", "databasePassword");
  const rabbitmq = withPassword(config, "rabbitmqUrl", "rabbitmqPassword");
  const redis = withPassword(config, "redisUrl", "redisPassword");
  throwProblems([...brokenRules(config), ...[database, rabbitmq, redis].flatMap(({ problem }) => problem ?? [])]);
  return { ...config, databaseUrl: database.url, rabbitmqUrl: rabbitmq.url, redisUrl: redis.url };
}

type UrlName = "databaseUrl" | "rabbitmqUrl" | "redisUrl";
type PasswordName = "databasePassword" | "rabbitmqPassword" | "redisPassword";

function withPassword(
  config: Config,
  urlName: UrlName,
  passwordName: PasswordName,
): { url: string | undefined; problem?: ConfigProblem } {
  const text = config[urlName];
  const password = config[passwordName];
  if (password === undefined) return { url: text };
  if (text === undefined) return { url: text, problem: invalidConfig(`${passwordName} is set but ${urlName} is not`) };
  const url = new URL(text);
  const { password: own, href: before } = url;
  url.password = encodeURIComponent(password);
  // The same password is no conflict: a configuration that was read may be given to an engine that reads the environment again.
  if (own !== "" && url.href !== before)
    return { url: text, problem: invalidConfig(`${passwordName} is set and ${urlName} has one too`) };
  if (url.password !== "") return { url: url.href };
  return { url: text, problem: invalidConfig(`${passwordName} needs a host in ${urlName}`) };
}

function brokenRules(config: Config): ConfigProblem[] {
  const { leaseMs, leaseRenewMs, brokerConcurrencyMin: least, brokerConcurrencyMax: most } = config;
  const messages: string[] = [];
  if (leaseRenewMs * 2 > leaseMs)
    messages.push(`leaseRenewMs (${String(leaseRenewMs)}) must be at most half of leaseMs (${String(leaseMs)})`);
  if (least > most)
    messages.push(`brokerConcurrencyMin (${String(least)}) must be at most brokerConcurrencyMax (${String(most)})`);
  const { intakeConsumersMin: fewest = 1, intakeConsumersMax: highest = fewest } = config;
  if (fewest > highest)
    messages.push(`intakeConsumersMin (${String(fewest)}) must be at most intakeConsumersMax (${String(highest)})`);
  if (config.brokerTriggerEnabled && config.rabbitmqUrl === undefined)
    messages.push("brokerTriggerEnabled needs a broker: set rabbitmqUrl, or turn it off");
  if (config.healthRequireBroker && config.rabbitmqUrl === undefined)
    messages.push("healthRequireBroker needs a broker: set rabbitmqUrl, or turn it off");
  if (config.healthRequireRedis && config.redisUrl === undefined)
    messages.push("healthRequireRedis needs Redis: set redisUrl, or turn it off");
  return [...messages, ...brokenTokenRules(config)].map(invalidConfig);
}

/** Checks that tokens of another issuer, or for another audience, are not accepted. */
function brokenTokenRules({ jwksUrl, jwksFile, tokenIssuer, tokenAudience }: Config): string[] {
  if (jwksUrl === undefined && jwksFile === undefined) return [];
  const messages: string[] = [];
  if (jwksUrl !== undefined && jwksFile !== undefined)
    messages.push("jwksUrl and jwksFile are both set: leave one out");
  if (tokenIssuer === "") messages.push("tokens are taken from anybody: set tokenIssuer to who gives them out");
  if (tokenAudience === "") messages.push("tokens are taken that are meant for others: set tokenAudience");
  return messages;
}
