/** What tickets of phases say besides ids, in the words of the source documents: which election, which guardians. Pure. */
import type { TicketFields, TicketTask } from "@rota/engine";

/** Read from the names of group and task, `election-42` and `COMPENSATED_DECRYPT_e42_sg2_tg3_1704067200000`. */
export function ticketFields({ group, taskKey = "" }: TicketTask): TicketFields {
  const numbers = {
    electionId: /^election-(\d+)$/.exec(group),
    guardianId: /_g(\d+)_\d+$/.exec(taskKey),
    compensatingGuardianId: /_sg(\d+)_tg\d+_\d+$/.exec(taskKey),
    missingGuardianId: /_tg(\d+)_\d+$/.exec(taskKey),
  };
  return Object.fromEntries(
    Object.entries(numbers).flatMap(([name, found]) => (found === null ? [] : [[name, Number(found[1])]])),
  );
}
