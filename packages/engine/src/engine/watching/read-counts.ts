/** Puts together what the parts of an engine have counted. */
import type { Coordinator } from "../../coordinator/coordinator.ts";
import type { Database } from "../../database/database.ts";
import { dispatchRoute } from "../../dispatch/dispatch-topology.ts";
import type { IntakeDefinition } from "../../intake/define-intake.ts";
import type { Intakes } from "../../intake/open-intakes.ts";
import type { Webhooks } from "../../webhooks/webhooks.ts";
import type { Work } from "../work.ts";
import type { EngineCounts } from "./engine-counts.ts";

export type CountedParts = {
  readonly database: Database;
  readonly coordinator: Pick<Coordinator, "locks">;
  readonly webhooks: Pick<Webhooks, "counts">;
  readonly definitions: readonly IntakeDefinition[] | undefined;
  readonly intakes: Pick<Intakes, "counts">;
  readonly work: Work | undefined;
};

export function readCounts(parts: CountedParts): EngineCounts {
  const { database, coordinator, webhooks, definitions = [], intakes, work } = parts;
  const tickets = work?.dispatch?.tickets;
  const brokerQueues = new Map(definitions.map(({ name, broker }) => [name, broker?.queue]));
  return {
    work: work?.counts(),
    tickets: Object.fromEntries(
      tickets?.queues.map((queue) => [dispatchRoute(queue).queue, { ...tickets.countsOf(queue) }]) ?? [],
    ),
    intakes: Object.fromEntries(
      Object.entries(intakes.counts()).map(([name, counts]) => [name, { counts, brokerQueue: brokerQueues.get(name) }]),
    ),
    locks: coordinator.locks.stats(),
    deliveries: webhooks.counts(),
    pool: database.poolUsage?.(),
  };
}
