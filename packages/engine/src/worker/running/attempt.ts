/** One run of a chunk's handler, which can be asked to end: because its time is up, or for another reason. */
import { RotaError } from "../../errors.ts";
import type { TakenChunk } from "../../fairness/take-turns.ts";
import type { LiveSpan } from "../../runtime/tracing/spans.ts";
import type { AttemptEnd } from "../outcome/outcome-of.ts";
import type { KnownType } from "./known-types.ts";
import { runChunk, type ChunkRun, type RunParts } from "./run-chunk.ts";

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
