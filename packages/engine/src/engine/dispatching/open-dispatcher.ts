/** A dispatcher by itself, for a process that hands turns to the broker and runs nothing. */
import { RotaError } from "../../errors.ts";
import { openDispatch, type DispatchOptions } from "./open-dispatch.ts";
import { createStops } from "../stops.ts";

export type OpenDispatcherOptions = Pick<DispatchOptions, "config" | "database" | "queues" | "logger"> & {
  /** Tasks whose `ticketFields` its tickets carry. Default: none. */
  readonly tasks?: DispatchOptions["definitions"];
};

export type OpenedDispatcher = {
  /** Begins to hand turns over. */
  start(): void;
  /** Returns when nothing is under way any more; the database stays open. */
  stop(): Promise<void>;
};

/** Refuses a configuration without a broker, and a broker whose queues have another form. Any number of them may run. */
export async function openDispatcher(options: OpenDispatcherOptions): Promise<OpenedDispatcher> {
  const stops = createStops();
  try {
    const { tasks: definitions = [], ...rest } = options;
    const dispatch = await openDispatch({ ...rest, definitions, wake: () => dispatch?.dispatcher.wake() }, stops);
    if (dispatch === undefined) throw cannotDispatch(options);
    const { dispatcher } = dispatch;
    stops.first(() => dispatcher.stop());
    return { start: () => dispatcher.start(), stop: () => stops.run() };
  } catch (error) {
    await stops.run();
    throw error;
  }
}

function cannotDispatch({ config, queues }: OpenDispatcherOptions): RotaError {
  if (config.rabbitmqUrl === undefined)
    return new RotaError("CONFIG_INVALID", "there is no broker to dispatch to: set rabbitmqUrl");
  const message = `the queues of the broker for ${queues.join(", ")} have another form, as the log says: delete them, or choose other names`;
  return new RotaError("BROKER_TOPOLOGY_DIFFERS", message, { queues });
}
