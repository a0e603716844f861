/** Runs one attempt of a chunk: calls the handler with its context, enforces the time limit and commits the handler's writes. */
import { decodeValue } from "../codec/encode-value.ts";
import type { PayloadCodec, WithCodec } from "../codec/payload-codec.ts";
import type { ComputePool } from "../compute/compute-pool.ts";
import type { Secrets } from "../locks/locks.ts";
import type { Database, Queryable, Transaction } from "../database/database.ts";
import type { JsonValue } from "../database/sql.ts";
import { RotaError } from "../errors.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import type { ProgressReporter } from "../progress/progress-reporter.ts";
import type { Logger } from "../runtime/logger.ts";
import { isTracing, type LiveSpan } from "../runtime/tracing.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import { complete, isOutcome } from "../tasks/outcome.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import type { Compute, NeededSecrets, RunContext } from "../tasks/task-options.ts";
import type { AttemptEnd } from "./attempt-outcome.ts";
import { runTraced, type TraceOf } from "./observe-attempts.ts";
import { encodeResult, resultJson } from "./result-json.ts";
import type { KnownType } from "./runner.ts";
import { settleChunks } from "./settle-chunks.ts";
import { isCompletedTurn, selectResults } from "./worker.sql.ts";

/** What all chunks of a worker use. */
export type RunParts = WithCodec & {
  readonly database: Database;
  readonly owner: string;
  readonly logger: Logger;
  readonly compute: ComputePool;
  /** Without one, what handlers report is dropped. */
  readonly progress?: Pick<ProgressReporter, "report">;
  /** Without them, handlers that ask for a secret are refused. */
  readonly secrets?: Secrets | undefined;
  /** Asked while somebody traces. Without it chunks are not traced. */
  readonly traceOf?: TraceOf;
};

type ChunkRun = {
  readonly parts: RunParts;
  readonly chunk: TakenChunk;
  readonly known: Pick<KnownType, "definition" | "isFinish">;
  /** Made when first asked for: most handlers never do, and it costs more than many a handler. */
  readonly signal: AbortSignal;
  /** Set when the chunk was completed together with the handler's writes. */
  isCommitted: boolean;
  /** Set when the chunk is traced. */
  span?: LiveSpan | undefined;
};

/** Not async itself: one promise fewer for each chunk. */
export function runChunk(run: ChunkRun): Promise<unknown> {
  const { chunk, known, parts } = run;
  if (parts.traceOf === undefined || !isTracing()) return callHandler(run);
  const traced = { chunk, type: known.definition.name, handle: () => callHandler(run) };
  return runTraced(parts.traceOf, traced, (span) => (run.span = span));
}

function callHandler(run: ChunkRun): Promise<unknown> {
  const { parts, chunk, known } = run;
  if (known.isFinish) return finishChunk(run);
  if (parts.codec !== undefined) return runCoded(parts.codec, run);
  return known.definition.run(chunk.payload, new ChunkContext(run));
}

async function finishChunk(run: ChunkRun): Promise<void> {
  const { database, owner, codec } = run.parts;
  await finishTask({ database, owner, definition: run.known.definition, chunk: run.chunk, codec });
  run.isCommitted = true;
}

async function runCoded(codec: PayloadCodec, run: ChunkRun): Promise<unknown> {
  const { definition } = run.known;
  const type = definition.name;
  const payload = await decodeValue(codec, run.chunk.payload, { field: "payload", type });
  const returned = await definition.run(payload, new ChunkContext(run));
  const outcome = isOutcome(returned) ? returned : complete(returned);
  return outcome.kind === "completed" ? complete(await encodeResult(codec, outcome.result, type)) : outcome;
}

/** What costs something is made when a handler asks for it. The parts may be taken out of it. */
class ChunkContext implements RunContext {
  readonly #run: ChunkRun;
  readonly taskId: bigint;
  readonly number: number;
  readonly attempt: number;

  constructor(run: ChunkRun) {
    this.#run = run;
    this.taskId = run.chunk.taskId;
    this.number = run.chunk.number;
    this.attempt = run.chunk.attempt;
  }

  get signal(): AbortSignal {
    return this.#run.signal;
  }

  get logger(): Logger {
    const { taskId, number, attempt } = this;
    return this.#run.parts.logger.child({
      taskId: String(taskId),
      chunk: number,
      attempt,
      type: this.#run.known.definition.name,
    });
  }

  get progress(): RunContext["progress"] {
    const { parts, chunk } = this.#run;
    return (done, total, note) => parts.progress?.report(chunk, { done, total, note });
  }

  get database(): Queryable {
    return this.#run.parts.database;
  }

  get secrets(): NeededSecrets {
    return createNeededSecrets(this.#run.parts.secrets);
  }

  get compute(): Compute {
    return (target, data, options) => this.#run.parts.compute.run(target, data, { ...options, signal: this.signal });
  }

  get submit(): RunContext["submit"] {
    const { codec } = this.#run.parts;
    return (tx, tasks) => submitTasks(tx, tasks, { codec });
  }

  get commit(): RunContext["commit"] {
    return (write) => this.#commit(write);
  }

  async #commit(write: (tx: Transaction) => Promise<unknown>): Promise<void> {
    const { parts, chunk, known } = this.#run;
    const { database, owner, codec } = parts;
    this.signal.throwIfAborted();
    await commitChunk(database, {
      owner,
      chunk,
      write: async (tx) => {
        const text = resultJson(await encodeResult(codec, await write(tx), known.definition.name));
        return text === undefined ? undefined : { jsonText: text };
      },
    });
    this.#run.isCommitted = true;
  }
}

/** What all attempts of a worker have in common. */
export type AttemptParts = RunParts & {
  /** How long a handler may go on after it was asked to end. */
  readonly graceMs: number;
  /** Is called once for each attempt. What its handler does after that counts for nothing. */
  readonly onEnd: (attempt: Attempt, end: AttemptEnd) => void;
};

/** There is one for each chunk, so that it makes nothing that most handlers never ask for. */
export class Attempt implements ChunkRun {
  readonly parts: AttemptParts;
  readonly chunk: TakenChunk;
  readonly known: KnownType;
  isCommitted = false;
  span: LiveSpan | undefined;
  readonly startedMs: number;
  #controller: AbortController | undefined;
  #reason: RotaError | undefined;
  #abortedMs: number | undefined;
  #isOver = false;
  #tellEnded: (() => void) | undefined;

  constructor(parts: AttemptParts, chunk: TakenChunk, known: KnownType, startedMs: number) {
    this.parts = parts;
    this.chunk = chunk;
    this.known = known;
    this.startedMs = startedMs;
  }

  /** Calls the handler. Never rejects; a handler that does not end when asked to is not waited for. */
  async run(): Promise<void> {
    let end: AttemptEnd;
    try {
      end = { returned: await runChunk(this) };
    } catch (thrown) {
      end = { thrown: this.#reason ?? thrown };
    }
    this.#end(end);
  }

  /** Returns when it is over. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isOver) resolve();
      else this.#tellEnded = resolve;
    });
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** Asks the handler to end. What it throws after that is taken for the given reason. */
  abort(why: RotaError): void {
    this.#reason ??= why;
    this.#controller?.abort(this.#reason);
  }

  /** Looks whether its time or its grace is over. One timer looks at all that run: most end before it ever does. */
  look(nowMs: number): void {
    const { timeoutMs } = this.known.definition;
    if (this.#reason === undefined && nowMs - this.startedMs >= timeoutMs) this.abort(timedOut(timeoutMs));
    if (this.#reason === undefined) return;
    this.#abortedMs ??= nowMs;
    if (nowMs - this.#abortedMs >= this.parts.graceMs) this.#end({ thrown: this.#reason });
  }

  #end(end: AttemptEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.parts.onEnd(this, end);
    this.#tellEnded?.();
  }
}

function timedOut(timeoutMs: number): RotaError {
  const message = `it did not end within its time limit of ${String(timeoutMs)} ms: raise timeoutMs, or do less in one chunk`;
  return new RotaError("CHUNK_TIMEOUT", message, { timeoutMs });
}

export type ChunkCommit = {
  readonly owner: string;
  readonly chunk: TakenChunk;
  /** The handler's writes. What it returns is the result, as json. */
  readonly write: (tx: Transaction) => Promise<JsonValue | undefined>;
};

/** The writes come first, the fence last: nothing of them is kept when the lease was lost. */
async function commitChunk(database: Database, { owner, chunk, write }: ChunkCommit): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      const result = await write(tx);
      const completed = [{ ...chunk, ...(result === undefined ? {} : { result }) }];
      const { lost } = await settleChunks(tx, { owner, completed });
      if (lost.length > 0) throw leaseLost(chunk);
    });
  } catch (error) {
    if (!(await wasCommitted(database, chunk))) throw error;
  }
}

function leaseLost({ taskId, number }: TakenChunk): RotaError {
  const message = `the lease of chunk ${String(number)} of task ${String(taskId)} was lost: nothing was written`;
  return new RotaError("LEASE_LOST", message, { taskId: String(taskId), number });
}

/** The answer to a commit may be lost on its way. Only who had this turn can have completed it. */
async function wasCommitted(database: Database, chunk: TakenChunk): Promise<boolean> {
  const [row] = await database.query(isCompletedTurn(chunk));
  return row?.is_completed ?? false;
}

export type FinishTaskOptions = WithCodec & {
  readonly database: Database;
  readonly owner: string;
  readonly definition: TaskDefinition;
  readonly chunk: TakenChunk;
};

/** What `then` submits and the end of its own chunk are one transaction: it is submitted once. */
async function finishTask(options: FinishTaskOptions): Promise<void> {
  const { database, owner, definition, chunk, codec } = options;
  const final = await makeResult(options);
  await commitChunk(database, {
    owner,
    chunk,
    write: async (tx: Transaction) => {
      await definition.next?.({ taskId: chunk.taskId, tx, submit: (tasks) => submitTasks(tx, tasks, { codec }) });
      return final;
    },
  });
}

async function makeResult({ database, definition, chunk, codec }: FinishTaskOptions): Promise<JsonValue | undefined> {
  const { name: type, finish } = definition;
  if (finish === undefined) return undefined;
  const rows = await database.query(selectResults({ taskId: chunk.taskId, below: chunk.number }));
  const results: unknown[] = [];
  for (const { result } of rows) results.push(await decodeValue(codec, result, { field: "result", type }));
  const text = resultJson(await encodeResult(codec, await finish(results), type));
  return text === undefined ? undefined : { jsonText: text };
}

/** Gives handlers access to secrets. A missing secret is an error that lets the chunk wait. */
function createNeededSecrets(secrets: Secrets | undefined): NeededSecrets {
  if (secrets === undefined) return withoutSecrets;
  return {
    async read(key) {
      const value = await secrets.read(key);
      if (value === undefined) throw secretMissing(key);
      return value;
    },
    drop: (key) => secrets.drop(key),
  };
}

function secretMissing(key: string): RotaError {
  const message = `secret "${key}" is missing: it was never put, ran out or was lost; put it again and the chunk goes on`;
  return new RotaError("SECRET_MISSING", message, { key });
}

async function refuse(): Promise<never> {
  throw new RotaError("SECRETS_NOT_CONFIGURED", "this worker has no coordinator to keep secrets: give it one");
}

const withoutSecrets: NeededSecrets = { read: refuse, drop: refuse };
