/** The consumers of one queue in this process: one more while all are busy, one fewer when one has nothing to do. */
import { RotaError } from "../../../errors.ts";
import { DEFAULT_CONCURRENCY, DEFAULT_PREFETCH, CONCURRENCY_MAX, PREFETCH_MAX } from "../../limits.ts";
import type { ConsumeOptions, Consumption } from "../../contract/messages.ts";
import { startConsumer, type Consumer, type ConsumerOptions } from "./consumer.ts";
import { createSharedChannels } from "./shared-channels.ts";

type ConsumptionParts = Pick<ConsumerOptions, "link" | "topologies" | "logger" | "clock" | "consumerRenewMs"> & {
  /** How long a consumer above the minimum stays without a message. */
  readonly consumerIdleMs: number;
};

export function startConsumption(options: ConsumeOptions, parts: ConsumptionParts): Consumption {
  const { concurrency = DEFAULT_CONCURRENCY, prefetch = DEFAULT_PREFETCH, handledAtOnce = 1 } = options;
  checkOptions({ ...options, concurrency, prefetch, handledAtOnce });
  const { clock, consumerIdleMs } = parts;
  const joinChannel = createSharedChannels(prefetch);
  const consumers = new Set<Consumer>();
  const stopping = new AbortController();
  let shrinking: Promise<void> | undefined;

  const add = (): void => {
    consumers.add(startConsumer({ ...options, joinChannel, handledAtOnce, ...parts, onBusy: growIfAllAreBusy }));
  };

  const growIfAllAreBusy = (): void => {
    if (stopping.signal.aborted || consumers.size >= concurrency.max) return;
    if ([...consumers].some(({ handling }) => handling === 0)) return;
    add();
    shrinking ??= shrink().finally(() => (shrinking = undefined));
  };

  const shrink = async (): Promise<void> => {
    while (consumers.size > concurrency.min && !stopping.signal.aborted) {
      await clock.wait(consumerIdleMs, stopping.signal);
      const idleBefore = clock.monotonicMs() - consumerIdleMs;
      const idle = [...consumers].find(({ idleSinceMs = Infinity }) => idleSinceMs <= idleBefore);
      if (idle === undefined || stopping.signal.aborted) continue;
      consumers.delete(idle);
      await idle.stop();
    }
  };

  for (let count = 0; count < concurrency.min; count++) add();
  return {
    get consumers() {
      return [...consumers].filter(({ isListening }) => isListening).length;
    },
    async stop() {
      stopping.abort();
      await Promise.all([shrinking, ...[...consumers].map((consumer) => consumer.stop())]);
    },
  };
}

type CheckedOptions = Required<Omit<ConsumeOptions, "onMessage">>;

function checkOptions({ queue, concurrency, prefetch, handledAtOnce }: CheckedOptions): void {
  const { min, max } = concurrency;
  checkRange(queue, { concurrencyMax: max }, [1, CONCURRENCY_MAX]);
  checkRange(queue, { concurrencyMin: min }, [1, max]);
  checkRange(queue, { prefetch }, [1, PREFETCH_MAX]);
  checkRange(queue, { handledAtOnce }, [1, prefetch]);
}

function checkRange(queue: string, option: Record<string, number>, [min, max]: readonly [number, number]): void {
  for (const [name, value] of Object.entries(option)) {
    if (Number.isInteger(value) && value >= min && value <= max) continue;
    const message = `${name} of the consumers of queue "${queue}" is ${String(value)}: it must be a whole number from ${String(min)} to ${String(max)}`;
    throw new RotaError("CONFIG_INVALID", message, { option: name, value, min, max });
  }
}
