/** Admits tickets to the free slots of a worker and reports when their chunks are settled. */
import type { Broker } from "../broker/broker.ts";
import type { Database } from "../database/database.ts";
import type { CountsOf } from "../dispatch/dispatcher.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import type { Clock } from "../runtime/clock.ts";
import type { CallCounts } from "../runtime/histogram.ts";
import type { Logger } from "../runtime/logger.ts";
import type { LeaseHolder } from "./runner.ts";
import type { LeasedChunk } from "./settle-chunks.ts";
import { createTicketConsumer } from "./ticket-consumer.ts";
import type { UnacknowledgedClaims } from "./unacknowledged-claims.ts";

export type TicketSource = {
  readonly broker: Broker;
  /** Whose turns come as tickets. */
  readonly queues: readonly string[];
  /** How many consumers of each queue. */
  readonly concurrency: { readonly min: number; readonly max: number };
  /** How many tickets one consumer may hold; more than 1 costs fairness. */
  readonly prefetch: number;
  readonly countsOf: CountsOf;
  /** So many chunks were started: as many may follow. */
  readonly onStarted: (chunks: number) => void;
};

export type TicketWorkOptions = {
  readonly database: Database;
  readonly owner: string;
  readonly leases: Pick<LeaseHolder, "isWatched">;
  readonly leaseMs: number;
  readonly unheard: Pick<UnacknowledgedClaims, "make">;
  readonly claims?: CallCounts | undefined;
  /** Of slots that others have asked for. */
  readonly asked: () => number;
  readonly onAdmitted: () => void;
  readonly runner: () => { free(): number; start(chunks: readonly TakenChunk[]): void };
  readonly logger: Logger;
  readonly clock: Clock;
};

export type TicketWork = {
  /** Whether turns come as tickets at the moment. */
  readonly isReceiving: boolean;
  readonly queues: readonly string[];
  /** Of slots that are promised to tickets whose chunks do not run yet. */
  readonly admitted: number;
  /** A slot may be free again. */
  onFree(): void;
  /** These chunks are settled, or given up. */
  onOver(chunks: readonly LeasedChunk[]): void;
  /** `onChange` is called whenever `isReceiving` may have changed. */
  start(onChange: () => void): void;
  /** Takes no more tickets, and returns when every chunk that one started is settled. */
  stop(): Promise<void>;
};

export function createTicketWork(source: TicketSource, options: TicketWorkOptions): TicketWork {
  const { broker } = source;
  const watch = createSettleWatch();
  const waiting: ((isFree: boolean) => void)[] = [];
  let admitted = 0; // and not handed to the runner yet
  let isStopping = false;
  let forget = (): void => undefined;
  let starting: Promise<void> = Promise.resolve();

  const letIn = (): void => {
    if (isStopping) for (const answer of waiting.splice(0)) answer(false);
    while (waiting.length > 0 && options.runner().free() > admitted + options.asked()) {
      admitted++;
      options.onAdmitted();
      waiting.shift()?.(true);
    }
  };
  const consumer = createTicketConsumer({
    ...source,
    ...options,
    untilFree: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        letIn();
      }),
    run(chunks, tickets) {
      admitted -= tickets;
      const started = chunks.map((chunk) => ({ over: watch.over(chunk) }));
      if (chunks.length > 0) {
        options.runner().start(chunks);
        source.onStarted(chunks.length);
      }
      letIn();
      return started;
    },
  });

  return {
    get isReceiving() {
      return broker.isConnected && !isStopping;
    },
    queues: source.queues,
    get admitted() {
      return admitted;
    },
    onFree: letIn,
    onOver: (chunks) => watch.tell(chunks),
    start(onChange) {
      forget = broker.onChange(onChange);
      starting = consumer
        .start()
        .catch((error: unknown) => options.logger.error({ error }, "tickets cannot be received"));
    },
    async stop() {
      isStopping = true;
      forget();
      letIn();
      await starting;
      await consumer.stop();
    },
  };
}

export type SettleWatch = {
  /** Returns when the chunk is over. Ask before it is started. */
  over(chunk: TakenChunk): Promise<void>;
  /** These are over. */
  tell(chunks: readonly LeasedChunk[]): void;
};

/** Reports when chunks that were started by tickets are over in this process: settled or given up. */
function createSettleWatch(): SettleWatch {
  const watched = new Map<string, () => void>();
  return {
    over: (chunk) => new Promise((resolve) => watched.set(nameOf(chunk), resolve)),
    tell(chunks) {
      if (watched.size === 0) return;
      for (const chunk of chunks) {
        const name = nameOf(chunk);
        watched.get(name)?.();
        watched.delete(name);
      }
    },
  };
}

/** With its lease: a chunk that was lost and came back runs twice in one process. */
function nameOf({ taskId, number, leaseToken }: LeasedChunk): string {
  return `${String(taskId)}/${String(number)}/${String(leaseToken)}`;
}
