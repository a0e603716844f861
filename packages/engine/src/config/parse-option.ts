/** Parses and validates the value of an option, and collects the problems of a configuration into one error. */
import { RotaError } from "../errors.ts";
import { redactUrls } from "./describe-config.ts";
import { nearestName } from "./nearest-name.ts";
import { isSecretOption, type Option, OPTION_URL_LENGTH_MAX, optionLimit, SECRET_LENGTH_MAX } from "./option.ts";

export type OptionValue = string | number | boolean | readonly string[];

/** Form of a value. Text of the environment and of flags is converted; a file must contain the right type. */
export function parseOption(option: Option, raw: unknown, form: "text" | "json"): OptionValue | undefined {
  const value = form === "text" && typeof raw === "string" ? fromText(option, raw) : raw;
  return isValue(option, value) ? value : undefined;
}

/** Returns whether a value has the kind of the option and is within its limit. */
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
    case "list":
      return Array.isArray(value) && value.every((item) => typeof item === "string" && option.pattern.test(item));
    case "url":
      return typeof value === "string" && isUrl(value, option.protocols);
    case "secret":
      return typeof value === "string" && isEncodable(value) && value.length >= 1 && value.length <= SECRET_LENGTH_MAX;
  }
}

function fromText(option: Option, text: string): unknown {
  if (option.kind === "integer") return /^\s*-?\d{1,15}\s*$/.test(text) ? Number(text) : undefined;
  if (option.kind === "boolean") return BOOLEANS.get(text.trim().toLowerCase());
  if (option.kind === "list") return itemsOf(text);
  return text;
}

function itemsOf(text: string): string[] {
  const items = text.split(",").map((item) => item.trim());
  return items.filter((item) => item !== "");
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

function isUrl(text: string, protocols: readonly string[]): boolean {
  if (text.length > OPTION_URL_LENGTH_MAX || /\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, search } = new URL(text);
  const hasHost = hostname !== "" || /[?&]host=/.test(search); // PostgreSQL on a socket: postgres:///rota?host=/run/pg
  return hasHost && protocols.includes(protocol.slice(0, -1));
}

/** Refuses half of a surrogate pair, which JSON can contain but a URL cannot. */
function isEncodable(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

export type ConfigProblem = { readonly code: "CONFIG_INVALID" | "CONFIG_UNKNOWN_OPTION"; readonly message: string };

/** Throws one error that names every problem; does nothing when there is none. */
export function throwProblems(problems: readonly ConfigProblem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const messages = problems.map((problem) => problem.message);
  const code = problems.find((problem) => problem.code === "CONFIG_INVALID")?.code ?? first.code;
  const text =
    messages.length === 1 ? first.message : `${String(messages.length)} problems:\n- ${messages.join("\n- ")}`;
  throw new RotaError(code, text, { problems: messages });
}

export function invalidConfig(message: string): ConfigProblem {
  return { code: "CONFIG_INVALID", message };
}

export function unknownName(unknown: { name: string; where: string; known: readonly string[] }): ConfigProblem {
  const nearest = nearestName(unknown.name, unknown.known);
  const wayOut = nearest === undefined ? "docs/reference/config.md lists all options" : `did you mean ${nearest}?`;
  return { code: "CONFIG_UNKNOWN_OPTION", message: `unknown option ${unknown.name} in ${unknown.where}; ${wayOut}` };
}

export function invalidValue(given: { key: string; option: Option; source: string; raw: unknown }): ConfigProblem {
  const value = isSecretOption(given.option) ? "not valid (its value is not shown)" : quoted(given.raw);
  const message = `${given.key} from ${given.source} is ${value}: it must be ${optionLimit(given.option)}`;
  return invalidConfig(message);
}

const SHOWN_LENGTH_MAX = 100;

function quoted(raw: unknown): string {
  const text = redactUrls(JSON.stringify(raw) ?? "undefined"); // a URL may have got into the wrong option
  return text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text;
}
