/** Names and defaults that workloads add to the options, and the options with all of them. Pure. */
import { RotaError } from "../errors.ts";
import { type Config, isOptionName, type OptionName, optionNames, optionTable } from "./config.ts";
import {
  ADDRESS_PIECES,
  type AddressPart,
  type AddressParts,
  environmentName,
  isSecretOption,
  type Option,
  optionLimit,
} from "./option.ts";
import { isValue } from "./parse-option.ts";

/** Names and defaults that a workload adds to the options of the configuration. */
export type WorkloadSettings = {
  /** Other names of options in the environment. A `ROTA_` name wins. */
  readonly aliases?: Readonly<Partial<Record<OptionName, OptionAliases>>>;
  /** Defaults in place of the engine's. Two workloads must not give one option different defaults. */
  readonly defaults?: Readonly<Partial<Config>>;
  /**
   * Variables of the environment that the workload itself reads. Another variable with the same first word, up to the
   * first `_`, is reported as a likely mistake.
   */
  readonly variables?: readonly string[];
  /** Variables of the replaced system that have no effect, each with the reason or with what to use. They are reported at the start. */
  readonly withoutEffect?: Readonly<Record<string, string>>;
  /** Beginnings such as `SHOP_QUEUE_`. Another variable that begins like one of them is reported as a likely mistake, too. */
  readonly prefixes?: readonly string[];
};

/** Names in the environment that set one option. */
export type OptionAliases = {
  readonly names?: readonly string[];
  /** Names whose value is in seconds, for an option in milliseconds. */
  readonly namesInSeconds?: readonly string[];
  /** Names that together make up an address. */
  readonly parts?: AddressParts;
};

/** Workload whose settings are added to the options. */
export type SettingsOwner = { readonly name: string; readonly settings: WorkloadSettings };

/** Option with the default and the other names that workloads gave it. */
export type NamedOption = {
  readonly option: Option;
  readonly names: readonly string[];
  readonly namesInSeconds: readonly string[];
  readonly parts: AddressParts | undefined;
  /** Description of where the default is from. */
  readonly defaultSource: string;
};

/** Options with what the workloads add to them. */
export type MergedSettings = {
  readonly options: ReadonlyMap<OptionName, NamedOption>;
  /** Variables that the workloads read. */
  readonly variables: readonly string[];
  /** Variables that have no effect, with the reason or with what to use. */
  readonly withoutEffect: ReadonlyMap<string, string>;
  /** Beginnings of variables that are likely meant for a workload. */
  readonly prefixes: readonly string[];
};

/**
 * Adds the settings of workloads to the options. Throws WORKLOAD_CLASH when two of them have one name, or give one option
 * different defaults or one name different meanings, and WORKLOAD_INVALID for a default outside the limits of its option.
 */
export function mergeSettings(owners: readonly SettingsOwner[]): MergedSettings {
  refuseSharedName(owners);
  for (const owner of owners) refuseUnknown(owner);
  const options = new Map(optionNames().map((key) => [key, mergeOption(key, owners)]));
  refuseSharedNames(options);
  const variables = union(owners.map(({ settings }) => settings.variables));
  const firstWords = variables.map((name) => name.slice(0, name.indexOf("_") + 1));
  return {
    options,
    variables,
    withoutEffect: new Map(owners.flatMap(({ settings }) => Object.entries(settings.withoutEffect ?? {}))),
    prefixes: union([firstWords, ...owners.map(({ settings }) => settings.prefixes)]),
  };
}

/** Returns every name in the environment that sets an option, beside its `ROTA_` name. */
export function aliasNames({ names, namesInSeconds, parts }: NamedOption): string[] {
  return [...names, ...namesInSeconds, ...partNames(parts)];
}

export function partNames(parts: AddressParts | undefined): string[] {
  return ADDRESS_PIECES.flatMap((piece) => parts?.[piece]?.names ?? []);
}

/** Returns the names whose value may also be given as a file, by the name with `_FILE` after it. */
export function secretNames({ options }: MergedSettings): string[] {
  return [...options]
    .filter(([, { option }]) => isSecretOption(option))
    .flatMap(([key, { names, parts }]) => [environmentName(key), ...names, ...(parts?.password.names ?? [])]);
}

/** Refuses two workloads of one name, which would share the record of their tables, and one with the name of the engine. */
function refuseSharedName(owners: readonly SettingsOwner[]): void {
  const taken = new Set(["engine"]);
  for (const { name } of owners) {
    if (taken.has(name))
      throw new RotaError("WORKLOAD_CLASH", `the name ${name} of a workload is taken: rename it, or leave one out`, {
        name,
      });
    taken.add(name);
  }
}

/** Refuses options that do not exist, which a workload without types may name. */
function refuseUnknown({ name, settings: { aliases = {}, defaults = {} } }: SettingsOwner): void {
  const unknown = [...Object.keys(aliases), ...Object.keys(defaults)].find((key) => !isOptionName(key));
  if (unknown === undefined) return;
  throw new RotaError("WORKLOAD_INVALID", `the settings of workload ${name} name ${unknown}, which is no option`);
}

function mergeOption(key: OptionName, owners: readonly SettingsOwner[]): NamedOption {
  const aliases = owners.flatMap(({ name, settings }) => {
    const given = settings.aliases?.[key];
    return given === undefined ? [] : [{ name, ...given }];
  });
  const named = {
    names: union(aliases.map(({ names }) => names)),
    namesInSeconds: union(aliases.map(({ namesInSeconds }) => namesInSeconds)),
    parts: mergeParts(key, aliases),
  };
  const [first, ...others] = owners.flatMap(({ name, settings }) => {
    const value = settings.defaults?.[key];
    return value === undefined ? [] : [{ name, value }];
  });
  const option: Option = optionTable[key];
  if (first === undefined) return { ...named, option, defaultSource: "default" };
  const other = others.find(({ value }) => value !== first.value);
  if (other !== undefined) throw clash([first.name, other.name], `give ${key} different defaults`);
  if (!isValue(option, first.value))
    throw new RotaError(
      "WORKLOAD_INVALID",
      `the default of ${key} in workload ${first.name} is wrong: it must be ${optionLimit(option)}`,
    );
  return { ...named, option: { ...option, default: first.value }, defaultSource: `default of ${first.name}` };
}

function union(lists: readonly (readonly string[] | undefined)[]): string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))];
}

type OwnedAliases = OptionAliases & { readonly name: string };

/** Puts the parts of one address together: the names of all workloads, and one default for each piece. */
function mergeParts(key: OptionName, aliases: readonly OwnedAliases[]): AddressParts | undefined {
  const owned = aliases.flatMap(({ name, parts }) => (parts === undefined ? [] : [{ name, parts }]));
  return owned.reduce<{ name: string; parts: AddressParts } | undefined>((merged, { name, parts }) => {
    if (merged === undefined) return { name, parts };
    const owners = [merged.name, name] as const;
    if (merged.parts.protocol !== parts.protocol) throw clash(owners, `give ${key} different protocols`);
    const piece = (which: (typeof ADDRESS_PIECES)[number]) =>
      mergePiece(merged.parts[which], parts[which], () =>
        clash(owners, `give the ${which} of ${key} different defaults`),
      );
    const [user, database, sslmode] = [piece("user"), piece("database"), piece("sslmode")];
    const together: AddressParts = {
      protocol: parts.protocol,
      host: piece("host") ?? parts.host,
      port: piece("port") ?? parts.port,
      password: piece("password") ?? parts.password,
      ...(user === undefined ? {} : { user }),
      ...(database === undefined ? {} : { database }),
      ...(sslmode === undefined ? {} : { sslmode }),
    };
    return { name: `${merged.name} and ${name}`, parts: together };
  }, undefined)?.parts;
}

function mergePiece(
  one: AddressPart | undefined,
  two: AddressPart | undefined,
  differ: () => RotaError,
): AddressPart | undefined {
  if (one === undefined || two === undefined) return one ?? two;
  if (one.default !== two.default) throw differ();
  return { ...one, names: union([one.names, two.names]) };
}

/** Refuses a name that would set two options, or two pieces of an address. */
function refuseSharedNames(options: MergedSettings["options"]): void {
  const meanings = new Map<string, string>();
  for (const [key, { names, namesInSeconds, parts }] of options) {
    const given = [
      ...names.map((name) => [name, key] as const),
      ...namesInSeconds.map((name) => [name, `${key} in seconds`] as const),
      ...ADDRESS_PIECES.flatMap((piece) =>
        (parts?.[piece]?.names ?? []).map((name) => [name, `the ${piece} of ${key}`] as const),
      ),
    ];
    for (const [name, meaning] of given) {
      const taken = meanings.get(name);
      if (taken !== undefined)
        throw new RotaError("WORKLOAD_CLASH", `${name} would set ${taken} and ${meaning}: leave a workload out`);
      meanings.set(name, meaning);
    }
  }
}

function clash(names: readonly [string, string], what: string): RotaError {
  const message = `workloads ${names.join(" and ")} ${what}: leave one of them out of workloads`;
  return new RotaError("WORKLOAD_CLASH", message, { workloads: names });
}
