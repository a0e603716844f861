/** Reads the configuration: defaults, then the file, then the environment, then flags; the later one wins. Pure. */
import assert from "node:assert/strict";
import { checkRules } from "./config-rules.ts";
import { readOptionVariable } from "./environment/option-variable.ts";
import { readEnvironment, type Environment, type SecretFiles } from "./environment/read-environment.ts";
import { flagName, type Option } from "./option.ts";
import { isOptionName, optionNames, optionTable, type Config, type OptionName } from "./options.ts";
import { isValue, parseValue, type OptionValue } from "./parse-value.ts";
import { invalid, invalidValue, refuse, unknownName, type Problem } from "./problem.ts";

export type ConfigSources = {
  readonly file?: { readonly path: string; readonly text: string };
  readonly env: NodeJS.ProcessEnv;
  readonly secretFiles?: SecretFiles;
  /** By option name, as a parser of command lines gives them; undefined means not given. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly surroundings: Surroundings;
};

/** What some defaults depend on. */
export type Surroundings = { readonly workerId: string; readonly isTerminal: boolean };

export type ConfigReading = {
  readonly config: Config;
  /** Where each value comes from, for people. */
  readonly sources: Readonly<Record<OptionName, string>>;
  /** What is allowed but likely not meant; worth a warning. */
  readonly hints: readonly string[];
};

/** Throws one error that names everything that is wrong. */
export function readConfig(sources: ConfigSources): ConfigReading {
  const { environment, ...fromEnvironment } = readEnvironment(sources.env, sources.secretFiles ?? {});
  const file = readFileText(sources.file);
  const problems = [...file.problems, ...fromEnvironment.problems, ...unknownFlags(sources.flags)];
  const hints = [...fromEnvironment.hints];
  const settings = new Map<OptionName, Setting>();
  for (const key of optionNames()) {
    const reading = readSetting(key, {
      flags: sources.flags,
      environment,
      file: file.values,
      path: sources.file?.path,
    });
    problems.push(...(reading.problems ?? []));
    hints.push(...(reading.hints ?? []));
    settings.set(key, reading);
  }
  refuse(problems);
  const config = checkRules(complete(settings, sources.surroundings));
  return { config, sources: sourcesOf(settings), hints };
}

type Setting = {
  readonly value: OptionValue | undefined;
  readonly source: string;
  readonly problems?: readonly Problem[];
  readonly hints?: readonly string[];
};

type FileValues = Readonly<Record<string, unknown>>;

function readFileText(file: ConfigSources["file"]): { values: FileValues; problems: Problem[] } {
  if (file === undefined) return { values: {}, problems: [] };
  const values = parseJsonObject(file.text);
  if (typeof values === "string") return { values: {}, problems: [invalid(`${file.path} ${values}`)] };
  const unknown = Object.keys(values).filter((key) => !isOptionName(key));
  const problems = unknown.map((name) => unknownName({ name, where: file.path, known: optionNames() }));
  return { values, problems };
}

/** The parser's own message quotes the text, which may hold a password, so only the place is taken from it. */
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

function unknownFlags(flags: ConfigSources["flags"]): Problem[] {
  const unknown = Object.keys(flags).filter((key) => flags[key] !== undefined && !isOptionName(key));
  const known = optionNames().map(flagName);
  return unknown.map((key) => unknownName({ name: flagName(key), where: "the command line", known }));
}

type Places = {
  readonly flags: ConfigSources["flags"];
  readonly environment: Environment;
  readonly file: FileValues;
  readonly path: string | undefined;
};

/** The last place that says something wins; what it overrides is not looked at. */
function readSetting(key: OptionName, { flags, environment, file, path }: Places): Setting {
  const option: Option = optionTable[key];
  if (flags[key] !== undefined) return parseSetting(key, flags[key], { source: flagName(key), form: "text" });
  const variable = readOptionVariable(key, option, environment);
  switch (variable.kind) {
    case "value":
      return variable;
    case "invalid":
      return { value: undefined, source: "", problems: variable.problems };
    case "absent":
      break;
  }
  const { hints } = variable;
  if (!Object.hasOwn(file, key)) return { value: option.default, source: "default", hints };
  return { ...parseSetting(key, file[key], { source: path ?? "file", form: "json" }), hints };
}

function parseSetting(key: OptionName, raw: unknown, from: { source: string; form: "text" | "json" }): Setting {
  const option: Option = optionTable[key];
  const value = parseValue(option, raw, from.form);
  if (value !== undefined) return { value, source: from.source };
  return { value, source: from.source, problems: [invalidValue({ key, option, source: from.source, raw })] };
}

/** Works out the defaults that depend on something else. */
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

function sourcesOf(settings: ReadonlyMap<OptionName, Setting>): ConfigReading["sources"] {
  const sources = Object.fromEntries(optionNames().map((key) => [key, settings.get(key)?.source ?? "default"]));
  assert(isComplete(sources));
  return sources;
}

function isComplete(sources: Readonly<Record<string, string>>): sources is Record<OptionName, string> {
  return optionNames().every((key) => Object.hasOwn(sources, key));
}
