/** What is wrong with a configuration: problems are collected and refused together. */
import { RotaError } from "../errors.ts";
import { redactUrls } from "./describe-config.ts";
import { nearestName } from "./nearest-name.ts";
import { isSecretOption, optionLimit, type Option } from "./option.ts";

export type Problem = { readonly code: "CONFIG_INVALID" | "CONFIG_UNKNOWN_OPTION"; readonly message: string };

/** Throws one error that names every problem; does nothing when there is none. */
export function refuse(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const messages = problems.map((problem) => problem.message);
  const code = problems.find((problem) => problem.code === "CONFIG_INVALID")?.code ?? first.code;
  const text =
    messages.length === 1 ? first.message : `${String(messages.length)} problems:\n- ${messages.join("\n- ")}`;
  throw new RotaError(code, text, { problems: messages });
}

export function invalid(message: string): Problem {
  return { code: "CONFIG_INVALID", message };
}

export function unknownName(unknown: { name: string; where: string; known: readonly string[] }): Problem {
  const nearest = nearestName(unknown.name, unknown.known);
  const wayOut = nearest === undefined ? "docs/reference/config.md lists all options" : `did you mean ${nearest}?`;
  return { code: "CONFIG_UNKNOWN_OPTION", message: `unknown option ${unknown.name} in ${unknown.where}; ${wayOut}` };
}

export function invalidValue(given: { key: string; option: Option; source: string; raw: unknown }): Problem {
  const value = isSecretOption(given.option) ? "not valid (its value is not shown)" : quoted(given.raw);
  const message = `${given.key} from ${given.source} is ${value}: it must be ${optionLimit(given.option)}`;
  return invalid(message);
}

const SHOWN_LENGTH_MAX = 100;

function quoted(raw: unknown): string {
  const text = redactUrls(JSON.stringify(raw) ?? "undefined"); // a URL may have got into the wrong option
  return text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text;
}
