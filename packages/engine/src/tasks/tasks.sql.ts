/** The statements of tasks; they return texts, integers and booleans only, which every driver of a user reads alike. */
import { sql, type JsonValue } from "../database/sql.ts";

export type SubmittedRow = {
  nth: number;
  task_id: string;
  task_key: string | null;
  is_new: boolean;
  refused: "TASK_KEY" | "OTHER_INPUT" | "OTHER_MODE" | null;
};

/** Appends tasks without keys. Returns a row for each task with its place in the submission, from 1, in no order. */
export const appendTasks = (tasks: JsonValue) => sql<SubmittedRow>`
  select nth, task_id::text, task_key, true as is_new, null as refused from rota.append_tasks(${tasks}::text::jsonb)`;

/** Submits tasks with keys. Returns a row for each task; when any is refused, rows for those only, and nothing was done. */
export const submitUnderKeys = (tasks: JsonValue) => sql<SubmittedRow>`
  select nth, task_id::text, task_key, is_new, refused from rota.submit_under_keys(${tasks}::text::jsonb)`;
