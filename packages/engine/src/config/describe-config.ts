/** Shows a configuration: every option with its value and where it comes from, and no secret. Pure. */
import { isSecretOption } from "./option.ts";
import { optionNames, optionTable, type OptionName } from "./config.ts";
import type { OptionValue } from "./parse-option.ts";
import type { OptionsReading } from "./read-config.ts";

export type DescribedOption = { readonly option: OptionName; readonly value: string; readonly source: string };

export function describeConfig({ config, sources }: Pick<OptionsReading, "config" | "sources">): DescribedOption[] {
  return optionNames().map((option) => ({ option, value: shown(option, config[option]), source: sources[option] }));
}

/**
 * Replaces passwords inside URLs by `***`, in any text.
 *
 * @example redactUrls("no answer from amqp://ann:pw@host") // "no answer from amqp://ann:***@host"
 */
export function redactUrls(text: string): string {
  return text.replace(CREDENTIALS, "$1:***@").replace(SECRET_PARAMETER, "$1***");
}

/**
 * Pattern of `scheme://user:password@`, also with an unescaped `@` or `/` in the password. A colon followed by only a
 * port number is no password. An escaped quote belongs to it, a plain one ends it: the text may be a line of JSON.
 * Every repetition is bounded, so that the time for a line is proportional to its length.
 */
const CREDENTIALS =
  /([a-z][a-z0-9+.-]{0,20}:\/\/[^\s:@/?#"]{0,200}):(?!\d{1,5}(?:[/?#\s"]|$))(?:\\.|[^\s"\\]){0,3000}@/gi;
const SECRET_PARAMETER = /([?&][\w-]{0,50}(?:password|secret|token)=)[^\s&#"']*/gi;

function shown(name: OptionName, value: OptionValue | undefined): string {
  if (value === undefined) return "(not set)";
  const option = optionTable[name];
  if (!isSecretOption(option)) return String(value);
  return option.kind === "url" ? redactUrls(String(value)) : "(set)";
}
