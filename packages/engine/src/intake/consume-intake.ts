/** Consumes the queue of an intake and its dead-letter queue; a message is acknowledged after it is stored or recorded. */
import type { Broker, Consumption, IncomingMessage, Topology } from "../broker/broker.ts";
import type { CollectedEntry, Collector } from "./collector.ts";
import type { IntakeBroker, IntakeDefinition } from "./define-intake.ts";
import type { EventMirror } from "./event-mirror.ts";
import type { IntakeCounts } from "./open-intakes.ts";
import { readDeadLetter, type Reading, readMessage } from "./read-message.ts";
import type { StoreOutcome } from "./store-events.ts";

export type ConsumingParts = {
  readonly broker: Broker;
  readonly collector: Collector;
  readonly counts: IntakeCounts;
  readonly mirror: EventMirror | undefined;
};

const DEAD_LETTER_PREFETCH = 50;

/** Undefined: the intake has no queue. Refused with BROKER_TOPOLOGY_DIFFERS when its names are used otherwise. */
export async function consumeIntake(intake: IntakeDefinition, parts: ConsumingParts): Promise<Consumption[]> {
  const { broker: names, name } = intake;
  if (names === undefined) return [];
  const { broker, collector, counts, mirror } = parts;
  const { queue, dead, topology } = intakeNames(name, names);
  await broker.declare(topology);
  const taking = { intake, counts, mirror };
  const take = (message: IncomingMessage, reading: Reading) => {
    counts.received++;
    if (message.isRedelivered) counts.redelivered++;
    return new Promise<void>((resolve) => {
      collector.add(new MessageEntry(taking, message, reading, resolve));
    });
  };
  const { prefetch, consumers: concurrency } = names;
  return Promise.all([
    broker.consume({
      queue,
      concurrency,
      prefetch,
      handledAtOnce: prefetch,
      onMessage: (message) => take(message, readMessage(intake, message)),
    }),
    broker.consume({
      queue: dead.queue,
      concurrency: { min: 1, max: 1 },
      prefetch: DEAD_LETTER_PREFETCH,
      handledAtOnce: DEAD_LETTER_PREFETCH,
      onMessage: (message) => {
        counts.deadLettered++;
        return take(message, { rejected: readDeadLetter(intake, message) });
      },
    }),
  ]);
}

type Taking = Pick<ConsumingParts, "counts" | "mirror"> & { readonly intake: IntakeDefinition };

/** A class, so that tens of thousands a second do not bring functions of their own. */
class MessageEntry implements CollectedEntry {
  readonly intake: IntakeDefinition;
  readonly reading: Reading;
  readonly bytes: number;
  readonly #taking: Taking;
  readonly #message: IncomingMessage;
  readonly #answered: () => void;

  constructor(taking: Taking, message: IncomingMessage, reading: Reading, answered: () => void) {
    this.intake = taking.intake;
    this.reading = reading;
    this.bytes = message.body.byteLength;
    this.#taking = taking;
    this.#message = message;
    this.#answered = answered;
  }

  stored(outcome: Exclude<StoreOutcome, "gone">): void {
    const { intake, counts, mirror } = this.#taking;
    this.#message.ack();
    countStored(counts, outcome);
    this.#answered();
    if (outcome === "stored" && "event" in this.reading) mirror?.showStored(intake, this.reading.event);
  }

  giveBack(): void {
    this.#message.requeue();
    this.#taking.counts.givenBack++;
    this.#answered();
  }
}

export function countStored(counts: IntakeCounts, outcome: Exclude<StoreOutcome, "gone">): void {
  if (outcome === "stored") counts.stored++;
  else if (outcome === "duplicate") counts.duplicates++;
  else if (outcome === "conflict") counts.conflicts++;
  else counts.malformed++;
}

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
