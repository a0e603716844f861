/** Mapping rules as they are stored: their definition as JSON, amounts of examples as text. */
import type { DraftLine } from "../journal/entry.ts";
import type { FinancialEvent, MappingRule, RuleExample } from "../mapping/rule.ts";

/** What a version of a rule holds; its id, number and type of events stand beside it. */
export type RuleDefinition = Omit<MappingRule, "ruleId" | "version" | "eventType">;

type StoredLine = Omit<DraftLine, "amount"> & { readonly amount: string };
type StoredEvent = Omit<FinancialEvent, "lines"> & { readonly lines?: readonly StoredLine[] };
type StoredExample = { readonly event: StoredEvent; readonly lines: readonly StoredLine[] };
type StoredDefinition = Omit<RuleDefinition, "examples"> & { readonly examples: readonly StoredExample[] };

/** The JSON of a definition, for the column of its version. */
export function ruleDefinitionJson({ examples, ...definition }: RuleDefinition): string {
  const stored: StoredDefinition = { ...definition, examples: examples.map(storedExample) };
  return JSON.stringify(stored);
}

/** Only what was checked before it was stored is read here. */
export function readStoredRule(
  row: Pick<MappingRule, "ruleId" | "version" | "eventType">,
  definition: unknown,
): MappingRule {
  if (!isStored(definition)) throw new TypeError(`rule ${row.ruleId} is not stored as a rule`);
  return { ...row, ...definition, examples: definition.examples.map(readExample) };
}

function isStored(value: unknown): value is StoredDefinition {
  if (typeof value !== "object" || value === null || !("lines" in value) || !("examples" in value)) return false;
  return Array.isArray(value.lines) && Array.isArray(value.examples);
}

function storedExample({ event: { lines: own, ...event }, lines }: RuleExample): StoredExample {
  return {
    event: { ...event, ...(own === undefined ? {} : { lines: own.map(storedLine) }) },
    lines: lines.map(storedLine),
  };
}

function storedLine({ amount, ...line }: DraftLine): StoredLine {
  return { ...line, amount: String(amount) };
}

function readExample({ event: { lines: own, ...event }, lines }: StoredExample): RuleExample {
  return {
    event: { ...event, ...(own === undefined ? {} : { lines: own.map(readLine) }) },
    lines: lines.map(readLine),
  };
}

function readLine({ amount, ...line }: StoredLine): DraftLine {
  return { ...line, amount: BigInt(amount) };
}
