/** What an option of the configuration is: sentence, kind, limit, default, and the names it goes by. */

export type Option = ValueRule & {
  /** What it decides, in one sentence. */
  readonly sentence: string;
  readonly default: string | number | boolean | undefined;
  /** How the default comes about when it depends on something else; the option then always has a value. */
  readonly computed?: string;
  /** What it means that the option has no value. */
  readonly unset?: string;
  /** Names of the source documents that set the same option. A `ROTA_` name wins over them. */
  readonly aliases?: readonly string[];
  readonly aliasesInSeconds?: readonly string[];
  /** Names of the source documents that together make up this address. */
  readonly parts?: AddressParts;
};

export type OptionTable = Readonly<Record<string, Option>>;

export type ValueRule =
  | { readonly kind: "integer"; readonly unit: string; readonly min: number; readonly max: number }
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "text"; readonly pattern: RegExp; readonly limit: string }
  /** May hold a password, so it is never shown whole. */
  | { readonly kind: "url"; readonly protocols: readonly string[] }
  | { readonly kind: "secret" };

/** An address in pieces. It counts when the host is given; the other pieces alone change nothing. */
export type AddressParts = {
  readonly protocol: string;
  readonly host: AddressPart;
  readonly port: AddressPart;
  readonly user?: AddressPart;
  readonly password: AddressPart;
  readonly database?: AddressPart;
  readonly sslmode?: AddressPart;
};

export type AddressPart = { readonly names: readonly string[]; readonly default?: string };

/** The value that an option gives to the program. */
export type ValueOf<O extends Option> = O extends { default: undefined; unset: string } ? Raw<O> | undefined : Raw<O>;

type Raw<O extends Option> = O extends { kind: "integer" }
  ? number
  : O extends { kind: "boolean" }
    ? boolean
    : O extends { kind: "choice"; choices: readonly (infer Choice)[] }
      ? Choice
      : string;

export const OPTION_URL_LENGTH_MAX = 2_000;
export const SECRET_LENGTH_MAX = 1_000;

export function isSecretOption(option: Option): boolean {
  return option.kind === "url" || option.kind === "secret";
}

/** `databasePoolSize` is `ROTA_DATABASE_POOL_SIZE` in the environment. */
export function environmentName(key: string): string {
  return `ROTA_${key.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
}

/** `databasePoolSize` is `--database-pool-size` on the command line. */
export function flagName(key: string): string {
  return `--${key.replace(/[A-Z]/g, "-$&").toLowerCase()}`;
}

/** What a value must be, in words that end "it must be …". */
export function optionLimit(option: Option): string {
  switch (option.kind) {
    case "integer":
      return `a whole number of ${option.unit} from ${String(option.min)} to ${String(option.max)}`;
    case "boolean":
      return "true or false";
    case "choice":
      return `one of ${option.choices.join(", ")}`;
    case "text":
      return option.limit;
    case "url":
      return `a URL that starts with ${option.protocols.map((protocol) => `${protocol}://`).join(" or ")}`;
    case "secret":
      return `1 to ${String(SECRET_LENGTH_MAX)} characters`;
  }
}

/** Every name of the environment that an option listens to besides its `ROTA_` name. */
export function aliasNames(option: Option): string[] {
  return [...(option.aliases ?? []), ...(option.aliasesInSeconds ?? []), ...partNames(option.parts)];
}

export function partNames(parts: AddressParts | undefined): string[] {
  if (parts === undefined) return [];
  const { host, port, user, password, database, sslmode } = parts;
  return [host, port, user, password, database, sslmode].flatMap((part) => part?.names ?? []);
}

/** The names whose value may also be given as a file, by the name with `_FILE` behind it. */
export function secretNames(table: OptionTable): string[] {
  return Object.entries(table)
    .filter(([, option]) => isSecretOption(option))
    .flatMap(([key, option]) => [
      environmentName(key),
      ...(option.aliases ?? []),
      ...(option.parts?.password.names ?? []),
    ]);
}
