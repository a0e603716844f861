/** Says why phases of elections failed or stopped, by the tasks of their states. */
import { sql } from "@rota/engine";

/**
 * Returns a row for each of the elections whose phase has ended without being done: the newest task of a kind, of a guardian where
 * there are several who are not missing, failed or was stopped. The newest 1,000 tasks of an election are looked at.
 */
export const selectStateErrors = (electionIds: readonly bigint[]) => sql<{ election_id: bigint; reason: string }>`
  select election_id, ended.reason
    from rota.elections
    join lateral (
      select case state when 'CANCELLED' then 'it was stopped' else coalesce(
               (select last_error ->> 'message' from rota.chunks
                 where chunks.task_id = newest.task_id and chunks.state in ('FAILED', 'DEAD_LETTER')
                 order by number limit 1), 'it failed') end as reason
        from (select distinct on (kind) task_id, recent.state, recent.type
                from (select tasks.*, case when type like 'elections.tally-%' then 'tally' else regexp_replace(task_key, '_[0-9]+$', '') end as kind
                        from rota.tasks
                       where tasks.tenant = elections.tenant and tasks.group_name = 'election-' || election_id
                       order by task_id desc limit 1000) recent
               where type = any (case elections.state
                       when 'TALLYING'   then array['elections.tally-creation', 'elections.tally-merge']
                       when 'DECRYPTING' then array['elections.partial-decryption', 'elections.compensated-decryption']
                       when 'COMBINING'  then array['elections.combine-decryption']
                       when 'DECRYPTED'  then array['elections.record-assembly']
                       else array[]::text[] end)
                 and not exists (select from rota.elections_guardians guardians
                                  where guardians.election_id = elections.election_id and missing_at is not null
                                    and sequence = substring(task_key from '_s?g([0-9]+)_')::smallint)
               order by kind, task_id desc) newest
       where state = 'FAILED' or state = 'CANCELLED' and type in ('elections.tally-creation', 'elections.combine-decryption')
       order by task_id desc limit 1) ended on true
   where election_id = any (${electionIds})`;
