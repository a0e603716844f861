/** Tests what tickets say besides ids. */
import { expect, test } from "vitest";
import { silentLogger } from "../runtime/logger.ts";
import { defineTask } from "../tasks/define-task.ts";
import type { TicketFields, TicketTask } from "../tasks/task-options.ts";
import type { TicketRow } from "./dispatch.sql.ts";
import { createFieldsOf } from "./dispatcher.ts";
import { readTicket, writeTicket } from "./ticket.ts";

const row: TicketRow = {
  task_id: 7n,
  number: 3,
  turn: 12n,
  queue: "tallies",
  tenant: "ann",
  group_name: "town-9",
  type: "demo.tally",
  task_key: "TALLY_t9_1704067200000",
  chunk_count: 4,
};

const ticketOf = (ticketFields?: (task: TicketTask) => TicketFields) => {
  const run = () => undefined;
  const task = defineTask({ name: "demo.tally", run, ...(ticketFields === undefined ? {} : { ticketFields }) });
  return writeTicket(row, createFieldsOf([task], silentLogger)(row));
};

test("a ticket says what the definition of its task makes of the task's names", () => {
  const ticket: unknown = JSON.parse(ticketOf(({ group }) => ({ townId: Number(group.slice(5)) })).toString());

  expect(ticket).toMatchObject({ townId: 9, taskId: "7", chunkNumber: 3, totalChunks: 4 });
});

test("no definition changes which chunk a ticket is of", () => {
  const ticket = ticketOf(() => ({ taskId: "1", chunkNumber: 1, turn: "1" }));

  expect(readTicket(ticket)).toEqual({ taskId: 7n, number: 3, turn: 12n });
});

test.each([
  [
    "fails",
    (): TicketFields => {
      throw new Error("no such town");
    },
  ],
  ["says too much", () => ({ ballots: "x".repeat(5_000) })],
])("where a definition %s, the ticket goes without", (_, ticketFields) => {
  expect(ticketOf(ticketFields)).toEqual(ticketOf());
});
