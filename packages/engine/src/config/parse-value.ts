/** Turns what somebody wrote for an option into its value, or says that it is none. Pure. */
import { SECRET_LENGTH_MAX, URL_LENGTH_MAX, type Option } from "./option.ts";

export type OptionValue = string | number | boolean;

/** Text of the environment and of flags is converted; a file must hold the right type already. */
export function parseValue(option: Option, raw: unknown, form: "text" | "json"): OptionValue | undefined {
  const value = form === "text" && typeof raw === "string" ? fromText(option, raw) : raw;
  return isValue(option, value) ? value : undefined;
}

/** True for a value that keeps to the kind and the limit of the option. */
export function isValue(option: Option, value: unknown): value is OptionValue {
  switch (option.kind) {
    case "integer":
      return Number.isInteger(value) && Number(value) >= option.min && Number(value) <= option.max;
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return typeof value === "string" && option.choices.includes(value);
    case "text":
      return typeof value === "string" && option.pattern.test(value);
    case "url":
      return typeof value === "string" && isUrl(value, option.protocols);
    case "secret":
      return typeof value === "string" && isEncodable(value) && value.length >= 1 && value.length <= SECRET_LENGTH_MAX;
  }
}

function fromText(option: Option, text: string): unknown {
  if (option.kind === "integer") return /^\s*-?\d{1,15}\s*$/.test(text) ? Number(text) : undefined;
  if (option.kind === "boolean") return BOOLEANS.get(text.trim().toLowerCase());
  return text;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

function isUrl(text: string, protocols: readonly string[]): boolean {
  if (text.length > URL_LENGTH_MAX || /\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, search } = new URL(text);
  const hasHost = hostname !== "" || /[?&]host=/.test(search); // PostgreSQL on a socket: postgres:///rota?host=/run/pg
  return hasHost && protocols.includes(protocol.slice(0, -1));
}

/** Half of a surrogate pair, which JSON can hold, has no place in a URL. */
function isEncodable(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
