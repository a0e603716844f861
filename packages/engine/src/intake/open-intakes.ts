/** Opens the intakes of an engine: one collector, their tasks, their consumers where there is a broker, and their counters. */
import type { Broker, Consumption } from "../broker/broker.ts";
import type { Database } from "../database/database.ts";
import { isRotaError, RotaError } from "../errors.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import { Collector } from "./collector.ts";
import { consumeIntake } from "./consume-intake.ts";
import type { IntakeDefinition, OutsideEvent } from "./define-intake.ts";
import { createEventMirror, type MirrorStore } from "./event-mirror.ts";
import { DEFAULT_HOLD_MS } from "./intake-limits.ts";
import { createOutcomeWatch } from "./outcome-watch.ts";
import { intakeTask, outcomesOf, type ProcessingParts } from "./process-batch.ts";
import { type EventAnswer, receiveEvent, type ReceiveOptions } from "./receive-event.ts";

export type IntakesOptions = {
  readonly intakes: readonly IntakeDefinition[];
  readonly database: Database;
  readonly logger: Logger;
  /** Where outcomes are shown. */
  readonly redis?: MirrorStore | undefined;
  /** How long messages are held while the database is away. Default 5 minutes. */
  readonly holdMs?: number;
  readonly clock?: Clock;
};

export type Intakes = {
  /** What a worker has to know to handle events. */
  readonly tasks: readonly TaskDefinition[];
  /** At least one of them consumes from a broker where there is one. */
  readonly hasQueues: boolean;
  receive(intake: IntakeDefinition, event: OutsideEvent, options?: ReceiveOptions): Promise<EventAnswer>;
  /** Starts to consume. What somebody made otherwise in the broker is left alone and logged. */
  consume(broker: Broker): Promise<void>;
  /** Of this process, by the names of the intakes. */
  counts(): Readonly<Record<string, IntakeCounts>>;
  /** Takes nothing more, and returns when all that was taken is stored or has been given back. */
  stop(): Promise<void>;
};

export function openIntakes(options: IntakesOptions): Intakes {
  const { intakes, database, logger, redis, clock = systemClock, holdMs = DEFAULT_HOLD_MS } = options;
  const counts = new Map(intakes.map(({ name }) => [name, newIntakeCounts()]));
  const countsOf = (intake: IntakeDefinition): IntakeCounts => counts.get(intake.name) ?? unknownIntake(intake);
  /** Whoever receives may hold a copy: events of one tenant go together only under one definition. */
  const known = (intake: IntakeDefinition): IntakeDefinition =>
    intakes.find(({ name }) => name === intake.name) ?? unknownIntake(intake);
  const watch = createOutcomeWatch(database, clock);
  const mirror = redis && createEventMirror({ redis, countsOf });
  let broker: Broker | undefined;
  const consumptions: Consumption[] = [];
  let changing: Promise<void> = Promise.resolve();

  /** One after the other: a database that comes and goes must not start consumers twice. */
  const change = (work: () => Promise<void>): Promise<void> => (changing = changing.then(work));
  const stopConsuming = async (): Promise<void> => {
    await Promise.all(consumptions.splice(0).map((consumption) => consumption.stop()));
  };
  const startConsuming = async (): Promise<void> => {
    if (broker === undefined || consumptions.length > 0) return;
    for (const intake of intakes) {
      const parts = { broker, collector, counts: countsOf(intake), mirror };
      consumptions.push(...(await unlessDiffering(consumeIntake(intake, parts), logger)));
    }
  };
  const collector: Collector = new Collector({
    database,
    logger,
    clock,
    holdMs,
    untilHandled: async (event, waitMs) =>
      void (await watch.wait(event, { waitMs, isNew: true, isBlind: true }).catch(() => undefined)),
    onGivenBack: () => void change(stopConsuming),
    onBack: () => void change(startConsuming),
  });
  const onSettled: ProcessingParts["onSettled"] = (batch, verdicts) =>
    watch.settled(batch.tenant, () => outcomesOf(batch, verdicts));

  return {
    tasks: intakes.map((intake) =>
      intakeTask(intake, {
        database,
        counts: countsOf(intake),
        mirror,
        onSettled,
      }),
    ),
    hasQueues: intakes.some(({ broker: names }) => names !== undefined),
    async receive(given, event, receiveOptions = {}) {
      const intake = known(given);
      const parts = { collector, watch, counts: countsOf(intake), mirror };
      return receiveEvent(parts, { intake, event, options: receiveOptions });
    },
    async consume(opened) {
      broker = opened;
      await change(startConsuming);
    },
    counts: () => Object.fromEntries([...counts].map(([name, ofIntake]) => [name, { ...ofIntake }])),
    async stop() {
      broker = undefined;
      const stopping = change(stopConsuming);
      await collector.stop();
      await stopping;
    },
  };
}

function unknownIntake({ name }: IntakeDefinition): never {
  throw new RotaError("INTAKE_INVALID", `intake "${name}" is not one of this engine: give it in intakes`, { name });
}

/** A crash would not mend what somebody else made. */
async function unlessDiffering(consuming: Promise<Consumption[]>, logger: Logger): Promise<Consumption[]> {
  try {
    return await consuming;
  } catch (error) {
    if (!isRotaError(error, "BROKER_TOPOLOGY_DIFFERS")) throw error;
    logger.error({ error }, "this intake consumes nothing: its exchange or queue exists in another form");
    return [];
  }
}

export type IntakeCounts = {
  /** Messages that the broker gave. */
  received: number;
  /** Of those, the ones that it had given out before. */
  redelivered: number;
  /** Events that were new. */
  stored: number;
  /** Deliveries of an event that had been stored before, with the same payload. */
  duplicates: number;
  /** Deliveries with another payload under the same id. */
  conflicts: number;
  /** Messages that are no events. */
  malformed: number;
  /** Messages found in the dead-letter queue. */
  deadLettered: number;
  /** Messages that went back to the broker because the database was away for too long. */
  givenBack: number;
  /** Events that were handled. */
  done: number;
  rejected: number;
  /** Events that are tried again later. */
  putOff: number;
  /** Events whose outcome could not be shown in Redis. */
  notMirrored: number;
};

export function newIntakeCounts(): IntakeCounts {
  return {
    received: 0,
    redelivered: 0,
    stored: 0,
    duplicates: 0,
    conflicts: 0,
    malformed: 0,
    deadLettered: 0,
    givenBack: 0,
    done: 0,
    rejected: 0,
    putOff: 0,
    notMirrored: 0,
  };
}
