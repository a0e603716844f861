/** What tickets say besides ids, as the definitions of their tasks want it. */
import type { Logger } from "../runtime/logger.ts";
import type { TaskDefinition } from "../tasks/definition/define-task.ts";
import type { TicketFields } from "../tasks/definition/task-options.ts";
import type { TicketRow } from "./dispatch.sql.ts";

export type FieldsOf = (row: TicketRow) => TicketFields;

/** Of all fields together, so that a ticket stays small enough to be read. */
const FIELDS_BYTES_MAX = 2_000;

/** Nothing is said where a definition fails: what is only for people to look at must not keep work from running. */
export function createFieldsOf(definitions: readonly TaskDefinition[], logger: Logger): FieldsOf {
  const byName = new Map(definitions.map(({ name, ticketFields }) => [name, ticketFields]));
  return ({ type, tenant, group_name: group, task_key: taskKey }) => {
    const ticketFields = byName.get(type);
    if (ticketFields === undefined) return {};
    try {
      const fields = ticketFields({ tenant, group, taskKey: taskKey ?? undefined });
      if (Buffer.byteLength(JSON.stringify(fields)) <= FIELDS_BYTES_MAX) return fields;
      logger.warn({ task: type, bytesMax: FIELDS_BYTES_MAX }, "what ticketFields gives is too large: left out");
    } catch (error) {
      logger.warn({ task: type, error }, "ticketFields failed: its tickets say only ids");
    }
    return {};
  };
}
