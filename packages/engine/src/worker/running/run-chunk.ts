/** Calls the handler of a chunk with all that it may use. */
import { decodeValue } from "../../codec/decode-value.ts";
import type { PayloadCodec, WithCodec } from "../../codec/payload-codec.ts";
import type { Secrets } from "../../coordinator/coordinator.ts";
import type { ComputePool } from "../../compute/compute-pool.ts";
import type { Database, Queryable, Transaction } from "../../database/database.ts";
import type { TakenChunk } from "../../fairness/take-turns.ts";
import type { ProgressReporter } from "../../progress/progress-reporter.ts";
import type { Logger } from "../../runtime/logger.ts";
import { isTracing, type LiveSpan } from "../../runtime/tracing/spans.ts";
import { complete, isOutcome } from "../../tasks/definition/outcome.ts";
import type { Compute, NeededSecrets, RunContext } from "../../tasks/definition/task-options.ts";
import { submitTasks } from "../../tasks/submit-tasks.ts";
import { commitChunk } from "./commit-chunk.ts";
import { finishTask } from "./finish-task.ts";
import type { KnownType } from "./known-types.ts";
import { encodeResult } from "../outcome/encode-result.ts";
import { createNeededSecrets } from "../outcome/needed-secrets.ts";
import { resultJson } from "../outcome/result-json.ts";
import { runTraced, type TraceOf } from "../trace-chunks.ts";

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

export type ChunkRun = {
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
