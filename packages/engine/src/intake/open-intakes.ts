/** Opens the intakes of an engine: one collector, their tasks, their consumers if there is a broker, and their counters. */
import type { Broker, Consumption } from "../broker/broker.ts";
import type { Database } from "../database/database.ts";
import { isRotaError, RotaError } from "../errors.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import { Collector } from "./collector.ts";
import { consumeIntake } from "./consume-intake.ts";
import type { IntakeDefinition, OutsideEvent } from "./define-intake.ts";
import { createEventMirror, type MirrorLimits, type MirrorStore } from "./event-mirror.ts";
import { DEFAULT_HOLD_MS } from "./intake-limits.ts";
import { createOutcomeWatch } from "./outcome-watch.ts";
import { intakeTask, outcomesOf, type ProcessingParts } from "./process-batch.ts";
import { type EventAnswer, receiveEvent, type ReceiveOptions } from "./receive-event.ts";

export type IntakesOptions = {
  readonly intakes: readonly IntakeDefinition[];
  readonly database: Database;
  readonly logger: Logger;
  /** Store in which outcomes are mirrored, with its limits. */
  readonly mirror?: { readonly redis: MirrorStore; readonly limits: MirrorLimits } | undefined;
  /** Maximum time for which messages are held while the database is unavailable. Default 5 minutes. */
  readonly holdMs?: number;
  readonly clock?: Clock;
};

export type Intakes = {
  /** Task definitions with which workers handle events. */
  readonly tasks: readonly TaskDefinition[];
  /** Whether at least one intake has a queue in a broker. */
  readonly hasQueues: boolean;
  receive(intake: IntakeDefinition, event: OutsideEvent, options?: ReceiveOptions): Promise<EventAnswer>;
  /** Starts to consume. An exchange or queue that exists in another form and cannot be used is left alone and logged. */
  consume(broker: Broker): Promise<void>;
  /**
   * Returns the number of consumers that the broker knows at this moment, by the names of the intakes that consume from it;
   * 0 for one that was refused. Empty before `consume`.
   */
  consumers(): Readonly<Record<string, number>>;
  /** Returns the counts of this process by the names of the intakes. */
  counts(): Readonly<Record<string, IntakeCounts>>;
  /** Stops consuming, and resolves when all received messages are stored or given back. */
  stop(): Promise<void>;
};

export function openIntakes(options: IntakesOptions): Intakes {
  const { intakes, database, logger, clock = systemClock, holdMs = DEFAULT_HOLD_MS } = options;
  const counts = new Map(intakes.map(({ name }) => [name, newIntakeCounts()]));
  const countsOf = (intake: IntakeDefinition): IntakeCounts => counts.get(intake.name) ?? unknownIntake(intake);
  /** Replaces a copy of a definition by the original: events of one tenant are batched only under the same object. */
  const known = (intake: IntakeDefinition): IntakeDefinition =>
    intakes.find(({ name }) => name === intake.name) ?? unknownIntake(intake);
  const consuming = intakes.filter((intake) => intake.broker !== undefined);
  const watch = createOutcomeWatch(database, clock);
  const mirror = options.mirror && createEventMirror({ ...options.mirror, countsOf });
  let broker: Broker | undefined;
  const consumptions = new Map<string, Consumption>();
  let changing: Promise<void> = Promise.resolve();

  /** Runs changes one after the other, so that an unstable database does not start consumers twice. */
  const change = (work: () => Promise<void>): Promise<void> => (changing = changing.then(work));
  const stopConsuming = async (): Promise<void> => {
    const stopping = [...consumptions.values()];
    consumptions.clear();
    await Promise.all(stopping.map((consumption) => consumption.stop()));
  };
  const startConsuming = async (): Promise<void> => {
    if (broker === undefined || consumptions.size > 0) return;
    for (const intake of consuming) {
      const parts = { broker, collector, counts: countsOf(intake), mirror };
      const consumption = await unlessDiffering(consumeIntake(intake, parts), logger, intake);
      if (consumption !== undefined) consumptions.set(intake.name, consumption);
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
    tasks: intakes.map((intake) => intakeTask(intake, { database, counts: countsOf(intake), mirror, onSettled })),
    hasQueues: consuming.length > 0,
    async receive(given, event, receiveOptions = {}) {
      const intake = known(given);
      const parts = { collector, watch, counts: countsOf(intake), mirror };
      return receiveEvent(parts, { intake, event, options: receiveOptions });
    },
    async consume(opened) {
      broker = opened;
      await change(startConsuming);
    },
    consumers: () => (broker === undefined ? {} : countConsumers(consuming, consumptions)),
    counts: () => Object.fromEntries([...counts].map(([name, ofIntake]) => [name, { ...ofIntake }])),
    async stop() {
      broker = undefined;
      const stopping = change(stopConsuming);
      await collector.stop();
      await stopping;
    },
  };
}

function countConsumers(intakes: readonly IntakeDefinition[], consumptions: ReadonlyMap<string, Consumption>) {
  return Object.fromEntries(intakes.map(({ name }) => [name, consumptions.get(name)?.consumers ?? 0]));
}

function unknownIntake({ name }: IntakeDefinition): never {
  throw new RotaError("INTAKE_INVALID", `intake "${name}" is not one of this engine: give it in intakes`, { name });
}

/** Logs a differing topology instead of failing, because a restart would not fix it. The engine is not ready then. */
async function unlessDiffering<Result>(
  consuming: Promise<Result>,
  logger: Logger,
  { name }: IntakeDefinition,
): Promise<Result | undefined> {
  try {
    return await consuming;
  } catch (error) {
    if (!isRotaError(error, "BROKER_TOPOLOGY_DIFFERS")) throw error;
    const message = `intake "${name}" consumes nothing until the process is started again: ${error.message}`;
    logger.error({ error, intake: name }, message);
    return undefined;
  }
}

export type IntakeCounts = {
  /** Messages that were received from the broker. */
  received: number;
  /** Received messages that had been delivered before. */
  redelivered: number;
  /** Events that were new. */
  stored: number;
  /** Deliveries of an event that had been stored before, with the same payload. */
  duplicates: number;
  /** Deliveries with another payload under the same id. */
  conflicts: number;
  /** Messages that are not valid events. */
  malformed: number;
  /** Messages that were received from the dead-letter queue. */
  deadLettered: number;
  /** Messages that were returned to the broker because the database was unavailable for too long. */
  givenBack: number;
  /** Events that were handled. */
  done: number;
  rejected: number;
  /** Events that are retried later. */
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
