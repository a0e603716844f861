/** Finds what the environment says about one option: its `ROTA_` name, else the source documents' names. Pure. */
import { environmentName, type Option } from "../option.ts";
import { parseValue, type OptionValue } from "../parse-value.ts";
import { invalid, invalidValue, type Problem } from "../problem.ts";
import { readAddress } from "./read-address.ts";
import type { Environment } from "./read-environment.ts";

export type VariableReading =
  | { readonly kind: "absent"; readonly hints: readonly string[] }
  | { readonly kind: "value"; readonly value: OptionValue; readonly source: string }
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] };

export function readOptionVariable(key: string, option: Option, environment: Environment): VariableReading {
  const own = environment.get(environmentName(key));
  if (own !== undefined) return settle(key, option, [parseText(option, own)]);

  const candidates = aliasCandidates(option, environment);
  const address = option.parts === undefined ? undefined : readAddress(option.parts, environment);
  if (address?.kind === "invalid") return { kind: "invalid", problems: address.messages.map(invalid) };
  if (address?.kind === "address") candidates.push(parseText(option, address));
  if (candidates.length > 0) return settle(key, option, candidates);
  return { kind: "absent", hints: strayHints(option, address?.kind === "absent" ? address.stray : []) };
}

type Given = { readonly text: string; readonly source: string };
type Candidate = Given & { readonly value: OptionValue | undefined };

function parseText(option: Option, given: Given): Candidate {
  return { ...given, value: parseValue(option, given.text, "text") };
}

function aliasCandidates(option: Option, environment: Environment): Candidate[] {
  const aliases = (option.aliases ?? []).flatMap((name) => environment.get(name) ?? []);
  const inSeconds = (option.aliasesInSeconds ?? []).flatMap((name) => environment.get(name) ?? []);
  return [
    ...aliases.map((given) => parseText(option, given)),
    ...inSeconds.map((given) => ({ ...given, value: parseSeconds(option, given.text) })),
  ];
}

/** Three zeros turn seconds into milliseconds and let nothing but whole numbers pass. */
function parseSeconds(option: Option, text: string): OptionValue | undefined {
  return parseValue(option, `${text.trim()}000`, "text");
}

/** Several names may say the same thing, but not different things. */
function settle(key: string, option: Option, candidates: readonly Candidate[]): VariableReading {
  const problems = candidates
    .filter(({ value }) => value === undefined)
    .map(({ source, text }) => invalidValue({ key, option, source, raw: text }));
  const [first, ...others] = candidates;
  if (problems.length > 0 || first?.value === undefined) return { kind: "invalid", problems };

  const other = others.find(({ value }) => value !== first.value);
  if (other === undefined) return { kind: "value", value: first.value, source: first.source };
  const wayOut = `unset one of them or set ${environmentName(key)}`;
  return {
    kind: "invalid",
    problems: [invalid(`${first.source} and ${other.source} disagree about ${key}; ${wayOut}`)],
  };
}

function strayHints(option: Option, stray: readonly string[]): string[] {
  const host = option.parts?.host.names.join(" or ") ?? "";
  return stray.map((name) => `${name} changes nothing unless ${host} is set as well`);
}
