/** The statements about mapping rules. */
import { type JsonValue, sql } from "@rota/engine";

export type KeptRuleRow = {
  rule_id: string;
  event_type: string;
  description: string | null;
  is_active: boolean;
  version: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  definition: unknown;
};

/** Returns one rule in its current version. No row: the ledger has none. */
export const selectRule = (ledgerId: bigint, ruleId: string) => sql<KeptRuleRow>`
  select rule.rule_id, event_type, description, is_active, rule.version, rule.created_by, rule.created_at, updated_at, definition
    from rota.fis_mapping_rule as rule
    join rota.fis_mapping_rule_version as used on used.rule_id = rule.rule_id and used.version = rule.version
   where ledger_id = ${ledgerId} and rule.rule_id = ${ruleId}`;

/** Returns rules in their current versions, ordered by event type. */
export const selectRules = (page: { ledgerId: bigint; after: string; limit: number }) => sql<KeptRuleRow>`
  select rule.rule_id, event_type, description, is_active, rule.version, rule.created_by, rule.created_at, updated_at, definition
    from rota.fis_mapping_rule as rule
    join rota.fis_mapping_rule_version as used on used.rule_id = rule.rule_id and used.version = rule.version
   where ledger_id = ${page.ledgerId} and event_type collate "C" > ${page.after}
   order by event_type collate "C"
   limit ${page.limit}`;

type RuleVersionRow = { version: number; definition: unknown; created_by: string; created_at: Date };

/** Returns all versions of a rule, the newest first. */
export const selectRuleVersions = (ruleId: string) => sql<RuleVersionRow>`
  select version, definition, created_by, created_at
    from rota.fis_mapping_rule_version where rule_id = ${ruleId} order by version desc limit 1000`;

type NewRuleRow = {
  tenant: string;
  ledgerId: bigint;
  eventType: string;
  description: string | null;
  actor: string;
};

/** Returns the id of the new rule. No row: the event type has one already. */
export const insertRule = ({ tenant, ledgerId, eventType, description, actor }: NewRuleRow) => sql<{ rule_id: string }>`
  insert into rota.fis_mapping_rule (tenant_id, ledger_id, event_type, description, is_active, created_by)
  values (${tenant}, ${ledgerId}, ${eventType}, ${description}, true, ${actor})
  on conflict on constraint fis_mapping_rule_types_are_unique do nothing
  returning rule_id`;

type NewVersionRow = { ruleId: string; version: number; definition: JsonValue; actor: string };

/** Returns nothing. */
export const insertRuleVersion = ({ ruleId, version, definition, actor }: NewVersionRow) => sql`
  insert into rota.fis_mapping_rule_version (rule_id, version, definition, created_by)
  values (${ruleId}, ${version}, ${definition}, ${actor})`;

type RuleChange = { ruleId: string; version: number; description: string | null; isActive: boolean };

/** Returns nothing. */
export const updateRule = ({ ruleId, version, description, isActive }: RuleChange) => sql`
  update rota.fis_mapping_rule
     set version = ${version}, description = ${description}, is_active = ${isActive}, updated_at = clock_timestamp()
   where rule_id = ${ruleId}`;
