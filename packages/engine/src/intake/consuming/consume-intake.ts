/** Consumes the queue of an intake and its dead-letter queue: each message is stored or recorded, and only then acknowledged. */
import type { Broker, Consumption, IncomingMessage } from "../../broker/broker.ts";
import type { IntakeDefinition } from "../define-intake.ts";
import type { IntakeCounts } from "../intake-counts.ts";
import type { EventMirror } from "../mirror/event-mirror.ts";
import { readDeadLetter } from "../reading/read-dead-letter.ts";
import { readMessage, type Reading } from "../reading/read-message.ts";
import type { Collector } from "../storing/collector.ts";
import type { StoreOutcome } from "../storing/store-events.ts";
import { intakeNames } from "./intake-topology.ts";

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
  const take = (message: IncomingMessage, reading: Reading) => {
    counts.received++;
    if (message.isRedelivered) counts.redelivered++;
    return new Promise<void>((resolve) => {
      const answered = (answer: () => void) => {
        answer();
        resolve();
      };
      collector.add({
        intake,
        reading,
        bytes: message.body.byteLength,
        stored: (outcome) => {
          answered(() => acknowledge(message, outcome, counts));
          if (outcome === "stored" && "event" in reading) mirror?.showStored(intake, reading.event);
        },
        giveBack: () => answered(() => giveBack(message, counts)),
      });
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

function acknowledge(message: IncomingMessage, outcome: Exclude<StoreOutcome, "gone">, counts: IntakeCounts): void {
  message.ack();
  countStored(counts, outcome);
}

function giveBack(message: IncomingMessage, counts: IntakeCounts): void {
  message.requeue();
  counts.givenBack++;
}

export function countStored(counts: IntakeCounts, outcome: Exclude<StoreOutcome, "gone">): void {
  if (outcome === "stored") counts.stored++;
  else if (outcome === "duplicate") counts.duplicates++;
  else if (outcome === "conflict") counts.conflicts++;
  else counts.malformed++;
}
