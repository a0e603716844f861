/** Saves mapping rules version by version, each in one audited transaction, when they pass their examples. */
import type { Database, Queryable, RotaError } from "@rota/engine";
import { checkRule } from "../core/apply-rule.ts";
import type { DraftLine } from "../core/entry.ts";
import type { FinancialEvent, MappingRule, RuleExample } from "../core/rule.ts";
import { LedgerError } from "../errors.ts";
import { type ActionContext, type BusinessEntity, holdEntity, noteChanges } from "./entity-store.ts";
import { insertRule, insertRuleVersion, type KeptRuleRow, selectRule, updateRule } from "./rule.sql.ts";

export type KeptRule = {
  readonly rule: MappingRule;
  /** Description for people. The expression that describes entries is part of the rule. */
  readonly about: string | null;
  readonly isActive: boolean;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

type NewRule = RuleDefinition & { readonly eventType: string; readonly about?: string | undefined };

const UNSAVED = "00000000-0000-0000-0000-000000000000";

/** Creates a rule that is active at once, since it has passed its examples. */
export function createRule(
  database: Database,
  { tenant, actor, rule }: ActionContext & { readonly rule: NewRule },
): Promise<KeptRule> {
  const { eventType, about, ...definition } = rule;
  checkRule({ ruleId: UNSAVED, version: 1, eventType, ...definition });
  return database.transaction(async (tx) => {
    const entity = await holdEntity(tx, tenant);
    const { ledgerId } = entity;
    const [made] = await tx.query(insertRule({ tenant, ledgerId, eventType, description: about ?? null, actor }));
    if (made === undefined) throw conflict(`there is a rule for events of type ${eventType}: change that one`);
    const ruleId = made.rule_id;
    await addVersion(tx, { ruleId, version: 1, definition, actor });
    await note(tx, { tenant, actor }, { action: "rule.created", ruleId, after: { eventType, version: 1 } });
    return readRule(tx, entity, ruleId);
  });
}

type ChangedRule = ActionContext & {
  readonly ruleId: string;
  readonly definition: RuleDefinition;
  readonly about?: string | undefined;
  /** Version that the change is based on. Refused if another one is in use. */
  readonly version?: number | undefined;
};

/** Adds a version, which is used from then on. Earlier versions do not change. */
export function changeRule(database: Database, { tenant, actor, ruleId, ...change }: ChangedRule): Promise<KeptRule> {
  return database.transaction(async (tx) => {
    const entity = await holdEntity(tx, tenant);
    const { rule, about, isActive } = await readRule(tx, entity, ruleId);
    if (change.version !== undefined && change.version !== rule.version)
      throw conflict(
        `version ${String(rule.version)} of it is used, not ${String(change.version)}: look at that first`,
      );
    const version = rule.version + 1;
    checkRule({ ruleId, version, eventType: rule.eventType, ...change.definition });
    await addVersion(tx, { ruleId, version, definition: change.definition, actor });
    await tx.query(updateRule({ ruleId, version, description: change.about ?? about, isActive: true }));
    const before = { version: rule.version, isActive };
    await note(tx, { tenant, actor }, { action: "rule.changed", ruleId, before, after: { version, isActive: true } });
    return readRule(tx, entity, ruleId);
  });
}

/** Deactivates a rule: events of its type are rejected. Changing the rule activates it again. */
export function deactivateRule(
  database: Database,
  { tenant, actor, ruleId }: ActionContext & { readonly ruleId: string },
) {
  return database.transaction(async (tx) => {
    const entity = await holdEntity(tx, tenant);
    const { rule, about, isActive } = await readRule(tx, entity, ruleId);
    if (!isActive) return;
    await tx.query(updateRule({ ruleId, version: rule.version, description: about, isActive: false }));
    const [before, after] = [{ isActive: true }, { isActive: false }];
    await note(tx, { tenant, actor }, { action: "rule.deactivated", ruleId, before, after });
  });
}

/** Returns a rule in its current version. Throws MAPPING_RULE_NOT_FOUND. */
export async function readRule(on: Queryable, { ledgerId }: BusinessEntity, ruleId: string): Promise<KeptRule> {
  const [row] = await on.query(selectRule(ledgerId, ruleId));
  if (row !== undefined) return toRule(row);
  throw new LedgerError("MAPPING_RULE_NOT_FOUND", `there is no mapping rule ${ruleId}: list those that there are`, {
    ruleId,
  });
}

export function toRule(row: KeptRuleRow): KeptRule {
  const { rule_id: ruleId, version, event_type: eventType, definition } = row;
  return {
    rule: readStoredRule({ ruleId, version, eventType }, definition),
    about: row.description,
    isActive: row.is_active,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

type NewVersion = { ruleId: string; version: number; definition: RuleDefinition; actor: string };

async function addVersion(tx: Queryable, { definition, ...row }: NewVersion): Promise<void> {
  await tx.query(insertRuleVersion({ ...row, definition: { jsonText: ruleDefinitionJson(definition) } }));
}

type RuleNote = { readonly action: string; readonly ruleId: string; readonly before?: object; readonly after: object };

function note(tx: Queryable, context: ActionContext, { ruleId, ...change }: RuleNote): Promise<void> {
  return noteChanges(tx, context, [{ ...change, subject: { type: "mapping-rule", id: ruleId } }]);
}

function conflict(reason: string): RotaError {
  return new LedgerError("MAPPING_RULE_CONFLICT", reason);
}

/** Stored definition of a version. The rule id, version number and event type have columns of their own. */
export type RuleDefinition = Omit<MappingRule, "ruleId" | "version" | "eventType">;

type StoredLine = Omit<DraftLine, "amount"> & { readonly amount: string };
type StoredEvent = Omit<FinancialEvent, "lines"> & { readonly lines?: readonly StoredLine[] };
type StoredExample = { readonly event: StoredEvent; readonly lines: readonly StoredLine[] };
type StoredDefinition = Omit<RuleDefinition, "examples"> & { readonly examples: readonly StoredExample[] };

/** Returns the JSON of a definition, which its column stores. */
export function ruleDefinitionJson({ examples, ...definition }: RuleDefinition): string {
  const stored: StoredDefinition = { ...definition, examples: examples.map(storedExample) };
  return JSON.stringify(stored);
}

/** Reads a stored rule, which was checked before it was stored. */
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
