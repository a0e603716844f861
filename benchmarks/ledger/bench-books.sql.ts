/** The statements of the ledger's benchmark. */
import { sql } from "@rota/engine";

/** Returns nothing. */
export const insertEntity = (tenant: string) => sql<never>`
  insert into rota.fis_business_entity (tenant_id, name, base_currency) values (${tenant}, ${tenant}, 'EUR')`;

export type ManyAccounts = { tenant: string; prefix: string; type: string; count: number };

/** Returns nothing. */
export const insertAccounts = ({ tenant, prefix, type, count }: ManyAccounts) => sql<never>`
  insert into rota.fis_account (tenant_id, ledger_id, code, name, account_type, currency_code)
  select ${tenant}, ledger_id, ${prefix}::text || '-' || nth, ${prefix}::text || ' ' || nth, ${type}, 'EUR'
    from rota.fis_ledger cross join generate_series(0, ${count}::integer - 1) as nth where tenant_id = ${tenant}`;

/** Returns nothing. */
export const insertPeriods = (tenant: string) => sql<never>`
  insert into rota.fis_accounting_period (tenant_id, name, start_date, end_date) values (${tenant}, '2026', '2026-01-01', '2026-12-31')`;

/** Returns nothing. */
export const insertRule = (rule: { tenant: string; eventType: string; definition: string }) => sql<never>`
  with rule as (
    insert into rota.fis_mapping_rule (tenant_id, ledger_id, event_type, is_active, created_by)
    select tenant_id, ledger_id, ${rule.eventType}, true, 'bench' from rota.fis_ledger where tenant_id = ${rule.tenant}
    returning rule_id)
  insert into rota.fis_mapping_rule_version (rule_id, version, definition, created_by)
  select rule_id, 1, ${rule.definition}::jsonb, 'bench' from rule`;

/** Returns one row: the number of entries, read from the heads of all chains. */
export const countPosted = () => sql<{ posted: number }>`
  select coalesce(sum(next_chain_seq - 1), 0)::integer as posted from rota.fis_chain_head`;

/** Returns one row: the number of rejected events. */
export const countRejected = () => sql<{ rejected: number }>`
  select count(*)::integer as rejected from rota.rejected_events`;

/** Returns nothing. */
export const createBareEntries = () => sql<never>`
  create table rota.bare_entries (tenant text, event_id text primary key, account text, amount bigint)`;

/** Returns nothing. */
export const insertBareEntries = (eventIds: readonly string[]) => sql<never>`
  insert into rota.bare_entries select 'a', event_id, 'till-0', 129900 from unnest(${eventIds}::text[]) as event_id`;

/**
 * Returns one row: how long an event waited in the inbox, how many events of another tenant had a turn before it, and
 * how many entries of that tenant were created before its own. Returns no row if the event is not posted.
 */
export const selectTurnsBetween = (query: { quiet: string; noisy: string; eventId: string }) => sql<{
  waited_ms: number;
  given: number;
  posted: number;
}>`
  with own as (
    select batch.stored_at, batch.task_id, entry.created_at
      from rota.fis_journal_entry as entry
      join rota.inbox using (event_id)
      join rota.inbox_batches as batch using (batch_id)
     where entry.tenant_id = ${query.quiet} and inbox.tenant = ${query.quiet} and entry.event_id = ${query.eventId}
  ), given as (
    select log.entry, turn.nth, turn.task_id
      from own join rota.dispatch_log as log on log.at > own.stored_at cross join unnest(log.task_ids) with ordinality as turn (task_id, nth))
  select (extract(epoch from own.created_at - own.stored_at) * 1000)::float8 as waited_ms,
         (select coalesce(sum(task.cost), 0) from given join rota.tasks as task using (task_id)
           where task.tenant = ${query.noisy} and (given.entry, given.nth) < (select entry, nth from given where task_id = own.task_id))::integer as given,
         (select count(*) from rota.fis_journal_entry as other
           where other.tenant_id = ${query.noisy} and other.created_at > own.stored_at and other.created_at < own.created_at)::integer as posted
    from own`;
