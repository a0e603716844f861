/** Defines an option of the configuration: sentence, kind, limit, default and names. */

export type Option = ValueRule & {
  /** Description in one sentence. */
  readonly sentence: string;
  readonly default: string | number | boolean | readonly string[] | undefined;
  /** Description of a default that depends on something else; the option then always has a value. */
  readonly computed?: string;
  /** Meaning of an option without a value. */
  readonly unset?: string;
};

export type OptionTable = Readonly<Record<string, Option>>;

export type ValueRule =
  | { readonly kind: "integer"; readonly unit: string; readonly min: number; readonly max: number }
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "text"; readonly pattern: RegExp; readonly limit: string }
  /** Texts, each of which matches the pattern; separated by commas in the environment and on the command line. */
  | { readonly kind: "list"; readonly pattern: RegExp; readonly limit: string }
  /** Text that may contain a password, so it is never shown completely. */
  | { readonly kind: "url"; readonly protocols: readonly string[] }
  | { readonly kind: "secret" };

/** Address in parts. It is used when the host is given; the other parts alone change nothing. */
export type AddressParts = {
  readonly protocol: string;
  readonly host: AddressPart;
  readonly port: AddressPart;
  readonly user?: AddressPart;
  readonly password: AddressPart;
  /** Path of the address: the database, or the virtual host of RabbitMQ. */
  readonly database?: AddressPart;
  readonly sslmode?: AddressPart;
};

/** Pieces of an address that variables may set. */
export const ADDRESS_PIECES = ["host", "port", "user", "password", "database", "sslmode"] as const;

export type AddressPart = { readonly names: readonly string[]; readonly default?: string };

/** Value of an option in the program. */
export type ValueOf<O extends Option> = O extends { default: undefined; unset: string } ? Raw<O> | undefined : Raw<O>;

type Raw<O extends Option> = O extends { kind: "integer" }
  ? number
  : O extends { kind: "boolean" }
    ? boolean
    : O extends { kind: "choice"; choices: readonly (infer Choice)[] }
      ? Choice
      : O extends { kind: "list" }
        ? readonly string[]
        : string;

export const OPTION_URL_LENGTH_MAX = 2_000;
export const SECRET_LENGTH_MAX = 1_000;

export function isSecretOption(option: Option): boolean {
  return option.kind === "url" || option.kind === "secret";
}

/** Returns the name in the environment: `databasePoolSize` is `ROTA_DATABASE_POOL_SIZE`. */
export function environmentName(key: string): string {
  return `ROTA_${key.replace(/[A-Z]/g, "_$&").toUpperCase()}`;
}

/** Returns the name on the command line: `databasePoolSize` is `--database-pool-size`. */
export function flagName(key: string): string {
  return `--${key.replace(/[A-Z]/g, "-$&").toLowerCase()}`;
}

/** Returns the limit of a value, in words that end "it must be …". */
export function optionLimit(option: Option): string {
  switch (option.kind) {
    case "integer":
      return `a whole number of ${option.unit} from ${String(option.min)} to ${String(option.max)}`;
    case "boolean":
      return "true or false";
    case "choice":
      return `one of ${option.choices.join(", ")}`;
    case "text":
    case "list":
      return option.limit;
    case "url":
      return `a URL that starts with ${option.protocols.map((protocol) => `${protocol}://`).join(" or ")}`;
    case "secret":
      return `1 to ${String(SECRET_LENGTH_MAX)} characters`;
  }
}
