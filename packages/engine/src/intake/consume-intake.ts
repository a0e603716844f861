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

/**
 * Starts to consume the queues of an intake. Rejects with BROKER_TOPOLOGY_DIFFERS if the names are used for a topology that it
 * cannot use.
 */
export async function consumeIntake(intake: IntakeDefinition, parts: ConsumingParts): Promise<Consumption | undefined> {
  const { broker: names, name } = intake;
  if (names === undefined) return undefined;
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
  const [events, deadLetters] = await Promise.all([
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
  return {
    get consumers() {
      return events.consumers;
    },
    stop: async () => void (await Promise.all([events.stop(), deadLetters.stop()])),
  };
}

type Taking = Pick<ConsumingParts, "counts" | "mirror"> & { readonly intake: IntakeDefinition };

/** Entry for a message. It is a class, so that tens of thousands per second do not allocate closures. */
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

  stored(outcome: Exclude<StoreOutcome, "freed">): void {
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

export function countStored(counts: IntakeCounts, outcome: Exclude<StoreOutcome, "freed">): void {
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

/**
 * Names the queues and exchanges of an intake. A message that exceeded the delivery limit stays in the queue until the
 * dead-letter queue has confirmed it.
 */
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
