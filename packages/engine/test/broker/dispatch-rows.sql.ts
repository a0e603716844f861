/** The statements of the stories about dispatch through a broker. */
import { sql } from "../../src/database/sql.ts";

/** Makes what remembers how many chunks were unstarted, in all and of one task, each time that turns were given to the broker. */
export const WATCH_QUEUED = [
  sql<never>`create table rota.story_queued (in_all integer not null, of_one_task integer not null)`,
  sql<never>`
    create function rota.story_watch_queued() returns trigger language plpgsql as $$
    begin
      insert into rota.story_queued
      select coalesce(sum(chunks), 0), coalesce(max(chunks), 0)
        from (select count(*) as chunks from rota.chunks where state = 'QUEUED' group by task_id) as task;
      return null;
    end $$`,
  sql<never>`
    create trigger story_watch_queued after update of queued_at on rota.chunks
    for each statement execute function rota.story_watch_queued()`,
];

/** Returns one row: the most chunks that were ever unstarted. */
export const selectMostQueued = () => sql<{ in_all: number; of_one_task: number }>`
  select max(in_all) as in_all, max(of_one_task) as of_one_task from rota.story_queued`;
