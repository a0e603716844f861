/** The statements by which settings of lanes are appended, for the next claim to take in. */
import { sql, type JsonValue } from "../../database/sql.ts";

export type LanePlace = {
  readonly queue: string;
  readonly laneId: bigint;
  readonly siblingSet: bigint;
  readonly level: number;
  readonly name: string;
};

/** Returns nothing. */
export const appendLaneSettings = ({
  queue,
  laneId,
  siblingSet,
  level,
  name,
  settings,
}: LanePlace & { settings: JsonValue }) => sql<never>`
  insert into rota.lane_changes (queue, kind, lane_id, sibling_set, level, name, settings)
  values (${queue}::text, 'SET', ${laneId}::text::bigint, ${siblingSet}::text::bigint, ${level}::text::smallint, ${name}::text, ${settings}::text::jsonb)`;

/** For the lane of a task with chunks. Nothing is appended if it is a job or finished, of which the row tells; no row: there is no such task. */
export const appendTaskSettings = ({ taskId, settings }: { taskId: bigint; settings: JsonValue }) => sql<{
  is_job: boolean;
  is_finished: boolean;
}>`
  with task as materialized (
    select * from rota.tasks where task_id = ${taskId}::text::bigint
  ), told as (
    insert into rota.lane_changes (queue, kind, lane_id, sibling_set, level, name, settings)
    select queue, 'SET', leaf_lane, group_lane, 3, coalesce(task_key, task_id::text), ${settings}::text::jsonb from task where not is_job and finished_at is null
  )
  select is_job, finished_at is not null as is_finished from task`;
