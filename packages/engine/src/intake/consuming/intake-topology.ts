/** The exchanges and queues of an intake. Pure. */
import type { Topology } from "../../broker/broker.ts";
import type { IntakeBroker } from "../define-intake.ts";

export type IntakeNames = {
  readonly queue: string;
  readonly dead: { readonly exchange: string; readonly queue: string; readonly routingKey: string };
  readonly topology: Topology;
};

/** A message that came back too often stays in the queue until the dead-letter queue has confirmed it. */
export function intakeNames(name: string, broker: Required<IntakeBroker>): IntakeNames {
  const { exchange, queue, bindings, deliveryLimit, deadLetter } = broker;
  const dead = { exchange: `${name}.dlx`, queue: `${name}.dlq.queue`, routingKey: `${name}.dlq`, ...deadLetter };
  const topology: Topology = {
    exchanges: [
      { name: exchange, type: "topic" },
      { name: dead.exchange, type: "direct" },
    ],
    queues: [
      {
        name: dead.queue,
        kind: "durable",
        bindings: [{ exchange: dead.exchange, routingKey: dead.routingKey }],
      },
      {
        name: queue,
        kind: "durable",
        bindings: bindings.map((routingKey) => ({ exchange, routingKey })),
        deadLetter: { exchange: dead.exchange, routingKey: dead.routingKey, isConfirmed: true },
        deliveryLimit,
      },
    ],
  };
  return { queue, dead, topology };
}
