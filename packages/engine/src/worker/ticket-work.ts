/** Receives tickets from the broker for the free slots of a worker, starts their chunks, and acknowledges each ticket once its chunk is settled. */
import type { Broker, Consumption, IncomingMessage } from "../broker/broker.ts";
import type { CountsOf, DispatchCounts } from "../dispatch/dispatcher.ts";
import { dispatchRoute, readTicket, type Ticket } from "../dispatch/ticket.ts";
import { RotaError } from "../errors.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import { createDeadlines, type Deadlines } from "../runtime/deadlines.ts";
import type { Logger } from "../runtime/logger.ts";
import { startTickets } from "./claim-chunks.ts";
import type { LeasedChunk } from "./settle-chunks.ts";
import type { UnacknowledgedClaims } from "./unacknowledged-claims.ts";
import type { WorkerContext } from "./worker-context.ts";

export type TicketSource = {
  readonly broker: Broker;
  /** The queues whose turns come as tickets. */
  readonly queues: readonly string[];
  /** The number of consumers of each queue. */
  readonly concurrency: { readonly min: number; readonly max: number };
  /** The number of tickets that one consumer may hold; more than 1 costs fairness. */
  readonly prefetch: number;
  readonly countsOf: CountsOf;
  /** Is called with the number of chunks that were started: as many may follow. */
  readonly onStarted: (chunks: number) => void;
};

/** The parts of a worker that tickets share with claims. */
export type TicketParts = {
  readonly unacknowledged: Pick<UnacknowledgedClaims, "make">;
  /** The number of slots that a claim under way asks for. */
  readonly asked: () => number;
  readonly onAdmitted: () => void;
  readonly runner: () => { free(): number; start(chunks: readonly TakenChunk[]): void };
};

export type TicketWork = {
  /** Whether turns come as tickets at the moment. */
  readonly isReceiving: boolean;
  readonly queues: readonly string[];
  /** The number of slots that are promised to tickets whose chunks do not run yet. */
  readonly admitted: number;
  /** A slot may be free again. */
  onFree(): void;
  /** These chunks are settled or given up. */
  onOver(chunks: readonly LeasedChunk[]): void;
  /** `onChange` is called whenever `isReceiving` may have changed. */
  start(onChange: () => void): void;
  /** Takes no more tickets, and returns when every chunk that one started is settled. */
  stop(): Promise<void>;
};

export function createTicketWork(context: WorkerContext, source: TicketSource, parts: TicketParts): TicketWork {
  const { broker } = source;
  const watch = createOverWatch();
  const waiting: ((isFree: boolean) => void)[] = [];
  let admitted = 0; // and not handed to the runner yet
  let isStopping = false;
  let unsubscribe = (): void => undefined;
  let starting: Promise<void> = Promise.resolve();

  const admit = (): void => {
    if (isStopping) for (const answer of waiting.splice(0)) answer(false);
    while (waiting.length > 0 && parts.runner().free() > admitted + parts.asked()) {
      admitted++;
      parts.onAdmitted();
      waiting.shift()?.(true);
    }
  };
  const consumer = createTicketConsumer(context, source, {
    unacknowledged: parts.unacknowledged,
    untilFree: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        admit();
      }),
    run(chunks, tickets) {
      admitted -= tickets;
      const started = chunks.map((chunk) => ({ over: watch.over(chunk) }));
      if (chunks.length > 0) {
        parts.runner().start(chunks);
        source.onStarted(chunks.length);
      }
      admit();
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
    onFree: admit,
    onOver: (chunks) => watch.onOver(chunks),
    start(onChange) {
      unsubscribe = broker.onChange(onChange);
      starting = consumer
        .start()
        .catch((error: unknown) => context.logger.error({ error }, "tickets cannot be received"));
    },
    async stop() {
      isStopping = true;
      unsubscribe();
      admit();
      await starting;
      await consumer.stop();
    },
  };
}

type OverWatch = {
  /** Resolves when the chunk is over in this process: settled or given up. It must be called before the chunk is started. */
  over(chunk: TakenChunk): Promise<void>;
  onOver(chunks: readonly LeasedChunk[]): void;
};

function createOverWatch(): OverWatch {
  const watched = new Map<string, () => void>();
  return {
    over: (chunk) => new Promise((resolve) => watched.set(nameOf(chunk), resolve)),
    onOver(chunks) {
      if (watched.size === 0) return;
      for (const chunk of chunks) {
        const name = nameOf(chunk);
        watched.get(name)?.();
        watched.delete(name);
      }
    },
  };
}

/** Includes the lease: a chunk that was lost and came back runs twice in one process. */
function nameOf({ taskId, number, leaseToken }: LeasedChunk): string {
  return `${String(taskId)}/${String(number)}/${String(leaseToken)}`;
}

export type ConsumerParts = Pick<TicketParts, "unacknowledged"> & {
  /** Resolves when one more chunk may run here: true, and `run` will count it; false when no chunk ever may again. */
  readonly untilFree: () => Promise<boolean>;
  /** Runs the chunks that so many tickets started: at most as many chunks, and none when they could not be started. */
  readonly run: (chunks: readonly TakenChunk[], tickets: number) => readonly StartedChunk[];
};

/** A chunk that runs. */
type StartedChunk = {
  /** Resolves when the chunk is over here: settled or given up. */
  readonly over: Promise<void>;
};

export type TicketConsumer = {
  start(): Promise<void>;
  /** Takes no more tickets and returns when every chunk that was started is settled. */
  stop(): Promise<void>;
};

/** A ticket whose chunk runs for longer than this is acknowledged early: brokers close consumers that hold one for 30 minutes. */
const EARLY_ACK_MS = 10 * 60_000;

/** How long a consumer waits after each ticket while the database does not answer. */
const DATABASE_UNAVAILABLE_MS = 1_000;

export function createTicketConsumer(
  context: WorkerContext,
  { broker, queues, concurrency, prefetch, countsOf }: Omit<TicketSource, "onStarted">,
  parts: ConsumerParts,
): TicketConsumer {
  const earlyAcks = createDeadlines(context.clock, EARLY_ACK_MS);
  let consumptions: readonly Consumption[] = [];
  return {
    async start() {
      consumptions = await Promise.all(
        queues.map((queue) => {
          const reception: Reception = {
            context,
            untilFree: parts.untilFree,
            counts: countsOf(queue),
            batches: createStartBatches(context, queue, parts),
            held: { tickets: 0, ticketsMax: concurrency.max * prefetch },
            earlyAcks,
          };
          const onMessage = (message: IncomingMessage) => receive(reception, message);
          return broker.consume({ queue: dispatchRoute(queue).queue, concurrency, prefetch, onMessage });
        }),
      );
    },
    async stop() {
      await Promise.all(consumptions.map((consumption) => consumption.stop()));
      earlyAcks.stop();
    },
  };
}

/** The reception of one queue's tickets. */
type Reception = Pick<ConsumerParts, "untilFree"> & {
  readonly context: WorkerContext;
  readonly counts: DispatchCounts;
  readonly batches: StartBatches;
  /** The tickets that are not acknowledged; the broker sends no more than `ticketsMax`. */
  readonly held: { tickets: number; readonly ticketsMax: number };
  readonly earlyAcks: Deadlines;
};

async function receive(reception: Reception, message: IncomingMessage): Promise<void> {
  const { context, counts, untilFree, held, earlyAcks } = reception;
  counts.received++;
  if (message.isRedelivered) counts.redelivered++;
  const ticket = read(message, context.logger);
  if (ticket === undefined) {
    counts.malformed++;
    return message.reject();
  }
  if (!(await untilFree())) return message.requeue();
  held.tickets++;
  const chunk = await startOrDrop(reception, ticket);
  if (chunk === undefined) counts.ignored++;
  else {
    const cancel = earlyAcks.add(() => message.ackEarly());
    await chunk.over;
    cancel();
  }
  held.tickets--;
  message.ack();
}

/** A ticket is a hint: the row has the state of the chunk, so a ticket that starts nothing is dropped. */
async function startOrDrop(
  { batches, held, context: { logger, clock } }: Reception,
  ticket: Ticket,
): Promise<StartedChunk | undefined> {
  try {
    const started = batches.start(ticket);
    if (held.tickets >= held.ticketsMax) batches.allCame();
    return await started;
  } catch (error) {
    const { taskId, number } = ticket;
    logger.warn({ error, taskId, number }, "a ticket could not start its chunk: it is dropped, and sent again");
    await clock.wait(DATABASE_UNAVAILABLE_MS);
    return undefined;
  }
}

function read(message: IncomingMessage, logger: Logger): Ticket | undefined {
  try {
    return readTicket(message.body);
  } catch (error) {
    if (!(error instanceof RotaError)) throw error;
    logger.warn({ error, messageId: message.messageId }, "a message is not a ticket");
    return undefined;
  }
}

type StartBatches = {
  /** Undefined: the chunk moved on, or another ticket for it came first. */
  start(ticket: Ticket): Promise<StartedChunk | undefined>;
  /** No further ticket can come before a chunk of those received is over: the waiting tickets start at once. */
  allCame(): void;
};

/** Tickets come one by one: starting many costs little more than starting one, and chunks that start together are settled together. */
const GATHER_MS = 1;

type WaitingTicket = {
  readonly ticket: Ticket;
  readonly resolve: (chunk: StartedChunk | undefined) => void;
  readonly reject: (reason: unknown) => void;
};

/** Starts the tickets of one queue in batches: those that arrive together, or while a batch is under way, are started together. */
function createStartBatches(
  context: WorkerContext,
  queue: string,
  { unacknowledged, run }: Pick<ConsumerParts, "unacknowledged" | "run">,
): StartBatches {
  const pool = context.pools.find(({ queues }) => queues.includes(queue))?.name ?? queue;
  let waiting: WaitingTicket[] = [];
  let isStarting = false;
  let gathering: AbortController | undefined;

  const start = async (batch: readonly WaitingTicket[]): Promise<void> => {
    const tickets = batch.map(({ ticket }) => ticket);
    let chunks: readonly TakenChunk[];
    try {
      chunks = await context.claims.measure(() =>
        unacknowledged.make(pool, (claim) => startTickets(context.database, claim, tickets)),
      );
    } catch (error) {
      run([], batch.length);
      for (const { reject } of batch) reject(error);
      return;
    }
    const started = run(chunks, batch.length);
    const byTurn = new Map(chunks.map(({ turn }, place) => [turn, started[place]]));
    for (const { ticket, resolve } of batch) {
      resolve(byTurn.get(ticket.turn));
      byTurn.delete(ticket.turn);
    }
  };

  const startWaiting = async (): Promise<void> => {
    isStarting = true;
    gathering = new AbortController();
    await context.clock.wait(GATHER_MS, gathering.signal);
    gathering = undefined;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await start(batch);
    }
    isStarting = false;
  };

  return {
    start: (ticket) =>
      new Promise((resolve, reject) => {
        waiting.push({ ticket, resolve, reject });
        if (!isStarting) void startWaiting();
      }),
    allCame: () => gathering?.abort(),
  };
}
