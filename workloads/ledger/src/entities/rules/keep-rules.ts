/** Saves mapping rules version by version, each in one transaction that it opens, and audited: only what passes its examples. */
import { RotaError, type Database, type Queryable } from "@rota/engine";
import { readStoredRule, ruleDefinitionJson, type RuleDefinition } from "../../books/stored-rule.ts";
import { checkRule } from "../../mapping/check-rule.ts";
import type { MappingRule } from "../../mapping/rule.ts";
import { type BusinessEntity, holdEntity } from "../entity.ts";
import { type Acting, noteChanges } from "../note-change.ts";
import { insertRule, insertRuleVersion, type KeptRuleRow, selectRule, updateRule } from "./rules.sql.ts";

export type KeptRule = {
  readonly rule: MappingRule;
  /** For people; the expression that describes entries is part of the rule. */
  readonly about: string | null;
  readonly isActive: boolean;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type NewRule = RuleDefinition & { readonly eventType: string; readonly about?: string | undefined };

const UNSAVED = "00000000-0000-0000-0000-000000000000";

/** Active at once: it has passed its examples. */
export function createRule(
  database: Database,
  { tenant, actor, wish }: Acting & { readonly wish: NewRule },
): Promise<KeptRule> {
  const { eventType, about, ...definition } = wish;
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

export type ChangedRule = Acting & {
  readonly ruleId: string;
  readonly definition: RuleDefinition;
  readonly about?: string | undefined;
  /** The version that was changed; refused when another one is used by now. */
  readonly version?: number | undefined;
};

/** The next version, used from now on; those before stay as they were. */
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

/** Events of its type are rejected from now on; changing it makes it active again. */
export function deactivateRule(database: Database, { tenant, actor, ruleId }: Acting & { readonly ruleId: string }) {
  return database.transaction(async (tx) => {
    const entity = await holdEntity(tx, tenant);
    const { rule, about, isActive } = await readRule(tx, entity, ruleId);
    if (!isActive) return;
    await tx.query(updateRule({ ruleId, version: rule.version, description: about, isActive: false }));
    const [before, after] = [{ isActive: true }, { isActive: false }];
    await note(tx, { tenant, actor }, { action: "rule.deactivated", ruleId, before, after });
  });
}

/** Refuses with MAPPING_RULE_NOT_FOUND. */
export async function readRule(on: Queryable, { ledgerId }: BusinessEntity, ruleId: string): Promise<KeptRule> {
  const [row] = await on.query(selectRule(ledgerId, ruleId));
  if (row !== undefined) return toRule(row);
  throw new RotaError("MAPPING_RULE_NOT_FOUND", `there is no mapping rule ${ruleId}: list those that there are`, {
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

function note(tx: Queryable, acting: Acting, { ruleId, ...change }: RuleNote): Promise<void> {
  return noteChanges(tx, acting, [{ ...change, subject: { type: "mapping-rule", id: ruleId } }]);
}

function conflict(reason: string): RotaError {
  return new RotaError("MAPPING_RULE_CONFLICT", reason);
}
