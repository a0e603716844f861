/** Runs one attempt of a chunk: calls the handler with its context, enforces the time limit and commits the handler's writes. */
import { decodeValue } from "../codec/encode-value.ts";
import type { PayloadCodec } from "../codec/payload-codec.ts";
import type { Database, Queryable, Transaction } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import type { Secrets } from "../locks/locks.ts";
import type { Logger } from "../runtime/logger.ts";
import { isTracing, type LiveSpan } from "../runtime/tracing.ts";
import { type ChunkOutcome, complete, type ResultJson } from "../tasks/outcome.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import type { Compute, NeededSecrets, RunContext } from "../tasks/task-options.ts";
import { outcomeOfError, outcomeOfReturn } from "./decide-outcome.ts";
import { runTraced } from "./observe-attempts.ts";
import { encodeResult, resultJson } from "./result-json.ts";
import type { KnownType } from "./runner.ts";
import { settleChunks } from "./settle-chunks.ts";
import { readOrigin, readResults, type LaneFacts, type FactsQuery } from "./task-facts.ts";
import type { WorkerContext } from "./worker-context.ts";
import { isCompletedTurn } from "./worker.sql.ts";

type ChunkRun = {
  readonly context: WorkerContext;
  readonly chunk: TakenChunk;
  readonly known: Pick<KnownType, "definition" | "isFinish">;
  /** Made on first use: most handlers never use it, and it costs more than many a handler. */
  readonly signal: AbortSignal;
  /** The writes of the handler, while it runs on. */
  open?: OpenCommit | undefined;
  /** Set when the chunk was completed together with the handler's writes. */
  isCommitted: boolean;
  /** Set when the chunk is traced. */
  span?: LiveSpan | undefined;
};

/** Not async itself, which saves one promise for each chunk. */
export function runChunk(run: ChunkRun): Promise<unknown> {
  if (!isTracing()) return callHandler(run);
  const traced = { chunk: run.chunk, type: run.known.definition.name, handle: () => callHandler(run) };
  return runTraced(run.context.traceOf, traced, (span) => (run.span = span));
}

function callHandler(run: ChunkRun): Promise<unknown> {
  const { context, chunk } = run;
  const facts = context.factsOf(chunk);
  if (facts instanceof Promise) return facts.then((read) => callWith(run, read));
  return callWith(run, facts);
}

function callWith(run: ChunkRun, facts: LaneFacts): Promise<unknown> {
  const { context, chunk, known } = run;
  if (known.isFinish) return finishTask(run, facts);
  if (context.codec !== undefined) return runCoded(context.codec, run, facts);
  return known.definition.run(chunk.payload, new ChunkContext(run, facts));
}

async function runCoded(codec: PayloadCodec, run: ChunkRun, facts: LaneFacts): Promise<unknown> {
  const { definition } = run.known;
  const type = definition.name;
  const payload = await decodeValue(codec, run.chunk.payload, { field: "payload", type });
  const outcome = outcomeOfReturn(await definition.run(payload, new ChunkContext(run, facts)));
  return outcome.kind === "completed" ? complete(await encodeResult(codec, outcome.result, type)) : outcome;
}

/** The context of a handler. Each part is made on first use, and a handler may take it out of the context. */
class ChunkContext implements RunContext {
  readonly #run: ChunkRun;
  readonly taskId: bigint;
  readonly tenant: string;
  readonly group: string;
  readonly number: number;
  readonly chunkCount: number;
  readonly attempt: number;

  constructor(run: ChunkRun, { tenant, group, chunkCount }: LaneFacts) {
    this.#run = run;
    this.taskId = run.chunk.taskId;
    this.tenant = tenant;
    this.group = group;
    this.chunkCount = chunkCount;
    this.number = run.chunk.number;
    this.attempt = run.chunk.attempt;
  }

  get task(): RunContext["task"] {
    return () => readOrigin(queryOf(this.#run));
  }

  get signal(): AbortSignal {
    return this.#run.signal;
  }

  get logger(): Logger {
    const { taskId, number, attempt } = this;
    return this.#run.context.logger.child({
      taskId: String(taskId),
      chunk: number,
      attempt,
      type: this.#run.known.definition.name,
    });
  }

  get progress(): RunContext["progress"] {
    const { context, chunk } = this.#run;
    return (done, total, note) => context.progress?.report(chunk, { done, total, note });
  }

  /** Reads in the open transaction after a commit: another connection would not see what it wrote. */
  get database(): Queryable {
    const run = this.#run;
    return { query: (statement, options) => (run.open?.tx ?? run.context.database).query(statement, options) };
  }

  get secrets(): NeededSecrets {
    return createNeededSecrets(this.#run.context.secrets);
  }

  get compute(): Compute {
    return (target, data, options) => this.#run.context.compute.run(target, data, { ...options, signal: this.signal });
  }

  get submit(): RunContext["submit"] {
    const { codec } = this.#run.context;
    return (tx, tasks) => submitTasks(tx, tasks, { codec });
  }

  get commit(): RunContext["commit"] {
    return async (write, onCommitted) => {
      this.signal.throwIfAborted();
      return openCommit(this.#run, write, onCommitted);
    };
  }
}

/** The parts that all attempts of a worker share. */
export type AttemptParts = {
  readonly context: WorkerContext;
  /** Is called once for each attempt. What its handler does after that has no effect. */
  readonly onEnd: (attempt: Attempt, outcome: ChunkOutcome<unknown>) => void;
};

/** There is one for each chunk, so it makes nothing that most handlers never use. */
export class Attempt implements ChunkRun {
  readonly #parts: AttemptParts;
  readonly chunk: TakenChunk;
  readonly known: KnownType;
  open: OpenCommit | undefined;
  isCommitted = false;
  span: LiveSpan | undefined;
  readonly startedMs: number;
  #controller: AbortController | undefined;
  #reason: RotaError | undefined;
  #abortedMs: number | undefined;
  #isOver = false;
  #onOver: (() => void) | undefined;

  constructor(parts: AttemptParts, chunk: TakenChunk, known: KnownType, startedMs: number) {
    this.#parts = parts;
    this.chunk = chunk;
    this.known = known;
    this.startedMs = startedMs;
  }

  get context(): WorkerContext {
    return this.#parts.context;
  }

  /** Calls the handler. Never rejects, and does not wait for a handler that does not end when it is asked to. */
  async run(): Promise<void> {
    let outcome: ChunkOutcome<unknown>;
    try {
      outcome = outcomeOfReturn(await runChunk(this));
      if (this.open !== undefined && outcome.kind === "completed") await this.open.complete(outcome.result);
    } catch (thrown) {
      outcome = outcomeOfError(this.#reason ?? thrown);
    }
    this.#end(outcome);
  }

  /** Resolves when the attempt is over. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isOver) resolve();
      else this.#onOver = resolve;
    });
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** Asks the handler to end. The reason replaces whatever it throws after that. */
  abort(reason: RotaError): void {
    this.#reason ??= reason;
    this.#controller?.abort(this.#reason);
  }

  /** Ends the attempt when its time limit or its grace is over. One timer checks all attempts: most end before it fires. */
  checkTime(nowMs: number): void {
    const { timeoutMs } = this.known.definition;
    if (this.#reason === undefined && nowMs - this.startedMs >= timeoutMs) this.abort(timedOut(timeoutMs));
    if (this.#reason === undefined && nowMs - (this.open?.writtenMs ?? nowMs) >= COMMIT_OPEN_MS_MAX) {
      this.abort(leftOpen());
      this.open?.undo(leftOpen());
    }
    if (this.#reason === undefined) return;
    this.#abortedMs ??= nowMs;
    if (nowMs - this.#abortedMs >= this.context.graceMs) this.#end(outcomeOfError(this.#reason));
  }

  #end(outcome: ChunkOutcome<unknown>): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.open?.undo(this.#reason ?? new Error("the handler did not complete its chunk"));
    this.#parts.onEnd(this, outcome);
    this.#onOver?.();
  }
}

function timedOut(timeoutMs: number): RotaError {
  const message = `it did not end within its time limit of ${String(timeoutMs)} ms: raise timeoutMs, or do less in one chunk`;
  return new RotaError("CHUNK_TIMEOUT", message, { timeoutMs });
}

/** How long a handler may run on after its commit: until it returns, its writes hold their locks and a connection. */
export const COMMIT_OPEN_MS_MAX = 30_000;

function leftOpen(): RotaError {
  const message = `it did not return within ${String(COMMIT_OPEN_MS_MAX)} ms of its commit, so nothing was written: return right after commit`;
  return new RotaError("CHUNK_TIMEOUT", message, { timeoutMs: COMMIT_OPEN_MS_MAX });
}

/** The transaction of a handler's writes. It stays open until the handler returns: then it stores the result and completes the chunk. */
class OpenCommit {
  readonly #ended: Promise<void>;
  #return: (result: ResultJson) => void = () => undefined;
  #undo: (reason: unknown) => void = () => undefined;
  /** Set from the writes to the return of the handler, as is the time. */
  tx: Transaction | undefined;
  writtenMs: number | undefined;

  /** `write` returns what to do after that. */
  constructor(run: ChunkRun, write: (tx: Transaction) => Promise<() => void>) {
    const returned = new Promise<ResultJson>((resolve, reject) => {
      this.#return = resolve;
      this.#undo = reject;
    });
    returned.catch(() => undefined); // nothing awaits it when the writes fail
    this.#ended = commitChunk(run, async (tx) => {
      const onWritten = await write(tx);
      this.tx = tx;
      this.writtenMs = run.context.clock.monotonicMs();
      onWritten();
      return returned;
    });
  }

  /** Resolves when everything is committed. Rejects when nothing is. */
  ended(): Promise<void> {
    return this.#ended;
  }

  async complete(result: unknown): Promise<void> {
    this.#return(resultJson(result));
    this.writtenMs = this.tx = undefined;
    await this.#ended;
  }

  /** Rolls back, unless the chunk is being completed. */
  undo(reason: unknown): void {
    this.#undo(reason);
  }
}

/** Resolves with what was written, before it is committed. */
async function openCommit<Written>(
  run: ChunkRun,
  write: (tx: Transaction) => Promise<Written>,
  onCommitted: () => void = () => undefined,
): Promise<Written> {
  if (run.open !== undefined) throw repeated(run.chunk);
  let onWritten: (written: Written) => void = () => undefined;
  const written = new Promise<Written>((resolve) => (onWritten = resolve));
  const open = new OpenCommit(run, async (tx) => {
    const made = await write(tx);
    return () => onWritten(made);
  });
  run.open = open;
  const ended = open.ended().then(
    () => notify(run, onCommitted),
    (error: unknown) => {
      run.open = undefined; // the handler may catch the error and commit something else
      throw error;
    },
  );
  return Promise.race([written, ended.then(() => written)]);
}

function notify({ context: { logger } }: ChunkRun, onCommitted: () => void): void {
  try {
    onCommitted();
  } catch (error) {
    logger.error({ error }, "onCommitted of a handler failed");
  }
}

function repeated({ taskId, number }: TakenChunk): RotaError {
  const message = `the handler of chunk ${String(number)} of task ${String(taskId)} has committed already: put all writes into one commit`;
  return new RotaError("COMMIT_REPEATED", message, { taskId: String(taskId), number });
}

/** The writes come first, the fence last: nothing of them is kept when the lease was lost. Returns when the chunk is completed. */
async function commitChunk(run: ChunkRun, write: (tx: Transaction) => Promise<ResultJson>): Promise<void> {
  const { context, chunk } = run;
  const { database, owner } = context;
  try {
    await database.transaction(async (tx) => {
      const result = await write(tx);
      const { lost } = await settleChunks(tx, { owner, ended: [{ ...chunk, kind: "completed", result }] });
      if (lost.length > 0) throw leaseLost(chunk);
    });
  } catch (error) {
    if (!(await wasCommitted(database, chunk))) throw error;
  }
  run.isCommitted = true;
}

function leaseLost({ taskId, number }: TakenChunk): RotaError {
  const message = `the lease of chunk ${String(number)} of task ${String(taskId)} was lost: nothing was written`;
  return new RotaError("LEASE_LOST", message, { taskId: String(taskId), number });
}

/** The answer to a commit may be lost. Only the owner of this turn can have completed it. */
async function wasCommitted(database: Database, chunk: TakenChunk): Promise<boolean> {
  const [row] = await database.query(isCompletedTurn(chunk));
  return row?.is_completed ?? false;
}

function queryOf({ context: { database, codec }, chunk: { taskId }, known: { definition } }: ChunkRun): FactsQuery {
  return { database, codec, taskId, definition };
}

/** Makes the result of a task and submits what follows it, in one transaction with the end of its last chunk: once. */
async function finishTask(run: ChunkRun, { tenant, group }: LaneFacts): Promise<void> {
  const { next } = run.known.definition;
  const query = queryOf(run);
  const made = await finalResult(run);
  const stored = await encodedJson(run, made);
  if (next === undefined) return commitChunk(run, async () => stored);
  const { taskId, codec } = query;
  const facts = { ...(await readOrigin(query)), taskId, tenant, group, result: asStored(made) };
  await commitChunk(run, async (tx) => {
    const results = () => readResults({ ...query, database: tx });
    await next({ ...facts, results, tx, submit: (tasks) => submitTasks(tx, tasks, { codec }) });
    return stored;
  });
}

/** Returns the result as others read it. */
function asStored(result: unknown): unknown {
  const text = resultJson(result);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Undefined for a task without a result. That of a job is the result of its only chunk. */
async function finalResult(run: ChunkRun): Promise<unknown> {
  const { finish, isJob } = run.known.definition;
  if (finish !== undefined) return finish(await readResults(queryOf(run)));
  return isJob ? ((await readResults(queryOf(run)))[0] ?? undefined) : undefined;
}

async function encodedJson({ context, known }: ChunkRun, result: unknown): Promise<ResultJson> {
  return resultJson(await encodeResult(context.codec, result, known.definition.name));
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
