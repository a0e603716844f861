/** Calls the handler of a chunk with all that it may use. */
import { decodeValue } from "../../codec/decode-value.ts";
import type { PayloadCodec, WithCodec } from "../../codec/payload-codec.ts";
import type { ComputePool } from "../../compute/compute-pool.ts";
import type { Database, Transaction } from "../../database/database.ts";
import type { TakenChunk } from "../../fairness/take-turns.ts";
import type { ProgressReporter } from "../../progress/progress-reporter.ts";
import type { Logger } from "../../runtime/logger.ts";
import { complete, isOutcome } from "../../tasks/definition/outcome.ts";
import type { Compute, RunContext } from "../../tasks/definition/task-options.ts";
import type { LazySignal } from "./attempt.ts";
import { commitChunk } from "./commit-chunk.ts";
import { finishTask } from "./finish-task.ts";
import type { KnownType } from "./known-types.ts";
import { encodeResult } from "../outcome/encode-result.ts";
import { resultJson } from "../outcome/result-json.ts";

/** What all chunks of a worker use. */
export type RunParts = WithCodec & {
  readonly database: Database;
  readonly owner: string;
  readonly logger: Logger;
  readonly compute: ComputePool;
  /** Without one, what handlers report is dropped. */
  readonly progress?: Pick<ProgressReporter, "report">;
};

export type ChunkRun = {
  readonly parts: RunParts;
  readonly chunk: TakenChunk;
  readonly known: KnownType;
  readonly signal: LazySignal;
  /** Set when the chunk was completed together with the handler's writes. */
  readonly commit: { isCommitted: boolean };
};

export async function runChunk(run: ChunkRun): Promise<unknown> {
  const { parts, chunk, known, commit } = run;
  const { definition, isFinish } = known;
  const { database, owner, codec } = parts;
  if (isFinish) {
    await finishTask({ database, owner, definition, chunk, codec });
    commit.isCommitted = true;
    return undefined;
  }
  return codec === undefined ? definition.run(chunk.payload, new ChunkContext(run)) : runCoded(codec, run);
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
    return this.#run.signal();
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

  get compute(): Compute {
    return (target, data, options) => this.#run.parts.compute.run(target, data, { ...options, signal: this.signal });
  }

  get commit(): RunContext["commit"] {
    return (write) => this.#commit(write);
  }

  async #commit(write: (tx: Transaction) => Promise<unknown>): Promise<void> {
    const { parts, chunk, known, commit } = this.#run;
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
    commit.isCommitted = true;
  }
}
